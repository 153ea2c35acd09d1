/** The pickers of the comparison: computes the picked pair and fills it into the page. */

import { METRICS, ORDERS, compareView } from "../logic/compare.mjs";
import { mark } from "./marks.mjs";
import { remember } from "./state.mjs";

/** @typedef {import("../logic/compare.mjs").Metric} Metric */

/** Fills texts into the places an element has for them. @param {Element} element @param {Record<string, string>} texts */
function fill(element, texts) {
  for (const [slot, text] of Object.entries(texts)) {
    const place = element.querySelector(`[data-slot="${slot}"]`);
    if (place) place.textContent = text;
  }
}

/** @param {Element} element @param {string} region */
function nameRegion(element, region) {
  element.setAttribute("data-region", region);
  const button = element.querySelector("button.region");
  button?.setAttribute("data-highlight", region);
  const name = button?.querySelector("bdi");
  if (name) name.textContent = region;
}

/** A copy of the element that a template holds. @param {HTMLTemplateElement} template @param {string} selector */
function copyOf(template, selector) {
  return /** @type {HTMLElement} */ (template.content.querySelector(selector)?.cloneNode(true));
}

/** @param {Element} section @param {ReturnType<typeof compareView>["faster"]} items */
function fillChanges(section, items) {
  const list = section.querySelector("[data-list]");
  const template = list?.querySelector("template");
  if (!list || !template) return;
  const entries = items.map((item) => {
    const entry = copyOf(template, "li");
    nameRegion(entry, item.region);
    fill(entry, { context: item.context && `in ${item.context}`, text: item.text });
    /** @type {HTMLElement | null} */ (entry.querySelector(".bar"))?.style.setProperty("--size", `${item.bar_pct}%`);
    return entry;
  });
  list.replaceChildren(...entries, template);
  const none = /** @type {HTMLElement | null} */ (section.querySelector("[data-none]"));
  if (none) none.hidden = items.length > 0;
}

/** @param {HTMLElement} box @param {ReturnType<typeof compareView>} view */
function fillTable(box, view) {
  const template = /** @type {HTMLTemplateElement} */ (box.querySelector("template[data-row]"));
  fill(box, { note: view.note, baseline: view.baseline, candidate: view.candidate });
  const rows = view.rows.map((row) => {
    const line = copyOf(template, "tr");
    nameRegion(line, row.region);
    line.style.setProperty("--depth", String(row.depth));
    fill(line, { before: row.before, after: row.after, change: row.change });
    const change = /** @type {HTMLElement} */ (line.querySelector('[data-slot="change"]'));
    change.dataset.tone = row.tone;
    change.title = row.title;
    return line;
  });
  box.querySelector("[data-rows]")?.replaceChildren(...rows);
}

/** @param {HTMLElement} controls */
function start(controls) {
  const comparison = JSON.parse(controls.dataset.comparison ?? "null");
  const table = /** @type {HTMLElement | null} */ (document.querySelector("[data-compare-table]"));
  const pick = (/** @type {string} */ name) => /** @type {HTMLSelectElement} */ (controls.querySelector(`[data-pick="${name}"]`));
  const radio = (/** @type {string} */ name, value = ":checked") =>
    /** @type {HTMLInputElement | null} */ (table?.querySelector(`input[name="${name}"]${value}`));
  const [baseline, candidate] = [pick("baseline"), pick("candidate")];

  const show = () => {
    const choice = {
      baseline: Number(baseline.value),
      candidate: Number(candidate.value),
      metric: /** @type {Metric} */ (radio("metric")?.value ?? "total"),
      order: /** @type {keyof typeof ORDERS} */ (radio("order")?.value ?? "tree"),
    };
    const view = compareView(comparison, choice);
    controls.querySelectorAll("[data-cards] > div").forEach((card, i) => {
      const { value, detail, tone } = view.cards[i];
      fill(card, { value, detail });
      card.setAttribute("data-tone", tone);
    });
    for (const section of controls.querySelectorAll("[data-changes]")) {
      fillChanges(section, section.getAttribute("data-changes") === "faster" ? view.faster : view.slower);
    }
    if (table) fillTable(table, view);
    mark();
    return choice;
  };
  const changed = () => {
    const { baseline: b, candidate: c, metric, order } = show();
    const initial = b === comparison.default.baseline && c === comparison.default.candidate;
    remember({
      baseline: initial ? null : comparison.runs[b].label,
      candidate: initial ? null : comparison.runs[c].label,
      metric: metric === "total" ? null : metric,
      order: order === "tree" ? null : order,
    });
  };

  restore(comparison, { baseline, candidate }, radio);
  for (const fieldset of [controls, table].flatMap((box) => [...(box?.querySelectorAll("fieldset") ?? [])])) {
    fieldset.disabled = false;
    fieldset.addEventListener("change", changed);
  }
  controls.querySelector("[data-swap]")?.addEventListener("click", () => {
    [baseline.value, candidate.value] = [candidate.value, baseline.value];
    changed();
  });
  show();
}

/**
 * Puts the choice of the address into the controls; what the page does not know is ignored.
 * @param {import("../types").Comparison} comparison
 * @param {Record<"baseline" | "candidate", HTMLSelectElement>} pickers
 * @param {(name: string, value?: string) => HTMLInputElement | null} radio
 */
function restore(comparison, pickers, radio) {
  const query = new URLSearchParams(location.search);
  for (const [name, picker] of Object.entries(pickers)) {
    const index = comparison.runs.findIndex((run) => run.label === query.get(name));
    if (index >= 0) picker.value = String(index);
  }
  for (const [name, known] of Object.entries({ metric: METRICS, order: ORDERS })) {
    const value = query.get(name);
    const input = value !== null && Object.hasOwn(known, value) ? radio(name, `[value="${value}"]`) : null;
    if (input) input.checked = true;
  }
}

const controls = /** @type {HTMLElement | null} */ (document.querySelector("[data-compare]"));
if (controls) start(controls);
