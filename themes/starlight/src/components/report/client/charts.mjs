/** Chart panels: a chart is drawn when its panel is open and in view, and again after what it depends on changed. */

import { drawChart, problemText } from "./chart.mjs";
import { follow } from "./state.mjs";

/** @typedef {{ panel: HTMLDetailsElement, visible: boolean, stale: boolean }} Entry */

/** @type {Map<Element, Entry>} */
const entries = new Map();

/** Draws what is open, in view and out of date. @param {Entry} entry */
async function refresh(entry) {
  const { panel, visible, stale } = entry;
  if (!panel.open || !visible || !stale) return;
  entry.stale = false;
  const problem = /** @type {HTMLElement} */ (panel.querySelector("[data-problem]"));
  try {
    await drawChart(panel);
    problem.hidden = true;
  } catch (error) {
    problem.textContent = problemText(error);
    problem.hidden = false;
  }
}

function refreshAll() {
  for (const entry of entries.values()) {
    entry.stale = true;
    void refresh(entry);
  }
}

const inView = new IntersectionObserver(
  (changes) => {
    for (const { target, isIntersecting } of changes) {
      const entry = entries.get(target);
      if (!entry) continue;
      entry.visible = isIntersecting;
      void refresh(entry);
    }
  },
  { rootMargin: "200px" },
);

/** @param {HTMLDetailsElement} panel */
function start(panel) {
  const entry = { panel, visible: false, stale: true };
  entries.set(panel, entry);
  inView.observe(panel);
  panel.addEventListener("toggle", () => void refresh(entry));
  panel.addEventListener("redraw", () => {
    entry.stale = true;
    void refresh(entry);
  });
}

const panels = /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details[data-chart]"));
panels.forEach(start);
for (const [selector, open] of /** @type {const} */ ([["[data-open-all]", true], ["[data-close-all]", false]])) {
  document.querySelector(selector)?.addEventListener("click", () => panels.forEach((panel) => (panel.open = open)));
}
const linked = location.hash ? document.getElementById(location.hash.slice(1)) : null;
if (linked instanceof HTMLDetailsElement) linked.open = true;
follow(refreshAll);
new MutationObserver(refreshAll).observe(document.documentElement, { attributeFilter: ["data-theme"] });
