/**
 * Everything on the page that belongs to a region (`data-region`) follows the filter and the highlight; what
 * names one (`data-highlight`) switches the highlight. Rows of the region table have their own rules.
 */

import { follow, isFiltering, keeps, state, toggleHighlight, update } from "./state.mjs";

/** Applies the state to what is on the page now. */
export function mark() {
  document.documentElement.toggleAttribute("data-filtering", isFiltering());
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-region]"))) {
    const name = element.dataset.region ?? "";
    element.classList.toggle("highlighted", name === state.highlight);
    if (!element.dataset.row && !element.hasAttribute("data-follows")) element.hidden = !keeps(name);
  }
  for (const button of document.querySelectorAll("button[data-highlight]")) {
    button.setAttribute("aria-pressed", String(button.getAttribute("data-highlight") === state.highlight));
  }
  document.querySelectorAll("[data-filterable]").forEach(sayWhenEmpty);
}

/** Shows the message of a box in which nothing is left. @param {Element} box */
export function sayWhenEmpty(box) {
  const message = /** @type {HTMLElement | null} */ (box.querySelector("[data-empty]"));
  const rows = /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll("[data-region]"));
  if (message) message.hidden = rows.length === 0 || [...rows].some((row) => !row.hidden);
}

document.addEventListener("click", (event) => {
  const source = /** @type {Element} */ (event.target).closest("[data-highlight]");
  const name = source?.getAttribute("data-highlight");
  if (!source || !name) return;
  if (source instanceof HTMLAnchorElement) update({ highlight: name });
  else toggleHighlight(name);
});

follow(mark);
