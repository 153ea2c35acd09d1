/**
 * State of the page in the browser: which regions are selected and which one is highlighted. It is kept in the
 * address, so that a link shows what its sender saw.
 */

import { selector } from "../logic/filter.mjs";
import "./light-styles.mjs";

/** @typedef {import("../types").Filter} Filter */

const query = new URLSearchParams(location.search);

/** @type {Filter} */
export const filter = JSON.parse(document.querySelector("[data-filter-bar]")?.getAttribute("data-filter") ?? "null") ?? {
  regions: [], max_depth: 0, top: null,
};

/** @param {string} key @param {number} low @param {number} high */
function limit(key, low, high) {
  const value = Number(query.get(key));
  return query.has(key) && Number.isInteger(value) && value >= low && value < high ? value : null;
}

const count = filter.regions.length;
export const state = {
  text: query.get("filter") ?? "",
  /** @type {number | null} regions with the most time that are shown, null = all */
  top: query.get("top") === "all" ? null : (limit("top", 1, count) ?? filter.top),
  /** @type {number | null} largest nesting depth shown, null = all */
  maxDepth: limit("depth", 0, filter.max_depth),
  /** @type {string | null} */
  highlight: query.get("highlight"),
};

let selected = selector(filter.regions, state);
/** Whether a region is selected. @param {string} name */
export const keeps = (name) => selected(name);
/** Whether anything is filtered out by choice of the reader. */
export const isFiltering = () => state.text.trim() !== "" || state.maxDepth !== null || state.top !== filter.top;

/** @type {(() => void)[]} */
const listeners = [];

/** Calls `listener` now and after every change. @param {() => void} listener */
export function follow(listener) {
  listeners.push(listener);
  listener();
}

/** @param {Partial<typeof state>} changes */
export function update(changes) {
  Object.assign(state, changes);
  selected = selector(filter.regions, state);
  remember({
    filter: state.text.trim() || null,
    top: state.top === filter.top ? null : (state.top ?? "all"),
    depth: state.maxDepth,
    highlight: state.highlight,
  });
  for (const listener of listeners) listener();
}

/** Highlights a region, or clears the highlight when it is the highlighted one. @param {string} name */
export function toggleHighlight(name) {
  update({ highlight: state.highlight === name ? null : name });
}

/** Puts values into the address' query; null removes. @param {Record<string, string | number | null>} values */
export function remember(values) {
  const url = new URL(location.href);
  for (const [key, value] of Object.entries(values)) {
    if (value === null) url.searchParams.delete(key);
    else url.searchParams.set(key, String(value));
  }
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}
