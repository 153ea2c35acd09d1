/** The filter bar: reads the reader's choice after a short pause, shows the counts and the highlighted region. */

import { depthText, topText } from "../logic/filter.mjs";
import "./marks.mjs";
import { filter, follow, keeps, state, update } from "./state.mjs";

const PAUSE_MS = 150;

/** @param {HTMLElement} bar */
function start(bar) {
  const find = (/** @type {string} */ selector) => /** @type {any} */ (bar.querySelector(selector));
  const [text, top, depth] = [find("[data-text]"), find("[data-top]"), find("[data-depth]")];
  const count = filter.regions.length;

  const read = () => {
    const topValue = top ? Number(top.value) : count;
    const depthValue = depth ? Number(depth.value) : filter.max_depth;
    update({
      text: text.value,
      top: topValue >= count ? null : topValue,
      maxDepth: depthValue >= filter.max_depth ? null : depthValue,
    });
  };
  /** Puts the state into the controls, but for what the reader is typing. */
  const fillIn = () => {
    if (document.activeElement !== text) text.value = state.text;
    if (top) top.value = String(state.top ?? count);
    if (depth) depth.value = String(state.maxDepth ?? filter.max_depth);
  };
  const show = () => {
    fillIn();
    if (top) find("[data-top-text]").textContent = topText(state.top, count);
    if (depth) find("[data-depth-text]").textContent = depthText(state.maxDepth);
    const shown = filter.regions.filter((region) => keeps(region.name)).length;
    find("[data-count]").textContent = `${shown} of ${count} regions`;
    find("[data-highlighted]").hidden = state.highlight === null;
    find("[data-name]").textContent = state.highlight ?? "";
  };

  find("fieldset").disabled = false;
  let timer = 0;
  bar.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(read, PAUSE_MS);
  });
  find("[data-clear]").addEventListener("click", () => {
    update({ highlight: null });
    text.focus();
  });
  new ResizeObserver(() => {
    document.documentElement.style.setProperty("--report-filter-height", `${bar.offsetHeight}px`);
  }).observe(bar);
  follow(show);
}

const bar = /** @type {HTMLElement | null} */ (document.querySelector("[data-filter-bar]"));
if (bar) start(bar);
