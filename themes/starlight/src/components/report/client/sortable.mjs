/** Tables that are sorted by a click on a header. Rows marked `data-follows` stay below the row they follow. */

import { nextDirection, sortedPositions } from "../logic/sort.mjs";

/** @typedef {import("../logic/sort.mjs").Direction} Direction */

/** Rows that move together. @param {HTMLTableSectionElement} body */
function groupsOf(body) {
  /** @type {HTMLTableRowElement[][]} */
  const groups = [];
  for (const row of body.rows) {
    if (row.hasAttribute("data-follows")) groups.at(-1)?.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** @param {HTMLTableCellElement | undefined} cell */
function valueOf(cell) {
  const value = cell?.getAttribute("data-value") ?? null;
  if (value === null) return null;
  return cell?.classList.contains("num") && value !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
}

/** @param {HTMLTableElement} table */
function start(table) {
  const [body] = table.tBodies;
  if (!body) return;
  const original = new Map(groupsOf(body).map(([lead], i) => [lead, i]));
  const headers = [...(table.tHead?.querySelectorAll("th") ?? [])];

  /** @param {number} column @param {Direction} direction */
  const sort = (column, direction) => {
    const groups = groupsOf(body).sort((a, b) => (original.get(a[0]) ?? 0) - (original.get(b[0]) ?? 0));
    const positions = sortedPositions(groups.map(([lead]) => valueOf(lead.cells[column])), direction);
    body.append(...positions.flatMap((i) => groups[i]));
    headers.forEach((header, i) => {
      if (header.hasAttribute("aria-sort")) header.setAttribute("aria-sort", i === column ? direction : "none");
    });
    table.toggleAttribute("data-sorted", direction !== "none");
    table.dispatchEvent(new Event("sorted"));
  };
  headers.forEach((header, column) => {
    header.querySelector("[data-sort]")?.addEventListener("click", () => {
      sort(column, nextDirection(/** @type {Direction} */ (header.getAttribute("aria-sort") ?? "none")));
    });
  });
}

for (const table of document.querySelectorAll("table[data-sortable]")) start(/** @type {HTMLTableElement} */ (table));
