/** After a click on a chart: offers the way to the region's row, for a few seconds and without moving the page. */

const SHOWN_MS = 6000;

/** @type {HTMLElement | null} */
let box = null;
let timer = 0;

/** The region's first row in the table of the run, or in the comparison. @param {string} region */
function rowOf(region) {
  const rows = /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll("[data-region-table] tr[data-row], [data-compare-table] tr[data-region]")
  );
  return [...rows].find((row) => row.dataset.region === region);
}

/** A link to the row if it has an address, else a button that goes there. @param {HTMLElement} row */
function wayTo(row) {
  const way = document.createElement(row.id ? "a" : "button");
  way.textContent = "Show in table";
  if (way instanceof HTMLAnchorElement) way.href = `#${row.id}`;
  way.addEventListener("click", () => {
    box?.remove();
    if (row.id) return;
    row.scrollIntoView({ block: "center" });
    row.querySelector("button")?.focus({ preventScroll: true });
  });
  return way;
}

/** @param {string} region */
export function offerRow(region) {
  const row = rowOf(region);
  if (!row) return;
  box?.remove();
  box = document.createElement("div");
  box.className = "report offer";
  box.setAttribute("role", "status");
  const name = document.createElement("bdi");
  name.textContent = region;
  box.append(name, wayTo(row));
  document.body.append(box);
  const hideSoon = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => box?.remove(), SHOWN_MS);
  };
  for (const event of ["pointerenter", "focusin"]) box.addEventListener(event, () => clearTimeout(timer));
  for (const event of ["pointerleave", "focusout"]) box.addEventListener(event, hideSoon);
  hideSoon();
}
