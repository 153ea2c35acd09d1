/** The region table: folding subtrees, unfolding a row's details, links to rows. */

import { ancestors, unfolded } from "../logic/tree.mjs";
import { sayWhenEmpty } from "./marks.mjs";
import { follow, isFiltering, keeps, update } from "./state.mjs";

/** @param {HTMLElement} box */
function start(box) {
  const table = /** @type {HTMLTableElement | null} */ (box.querySelector("table"));
  if (!table) return;
  const rows = /** @type {HTMLTableRowElement[]} */ ([...table.querySelectorAll("tr[data-row]")]);
  const parents = rows.map((row) => (row.dataset.parent === undefined ? null : Number(row.dataset.parent)));
  const details = detailsOf(box);
  /** @type {Set<number>} rows whose subtree is folded away */
  const collapsed = new Set();

  const show = () => {
    const flat = isFiltering() || table.hasAttribute("data-sorted");
    const visible = flat ? rows.map(() => true) : unfolded(parents, collapsed);
    rows.forEach((row, i) => {
      const hidden = !visible[i] || !keeps(row.dataset.region ?? "");
      for (const member of [row, ...followers(row)]) member.hidden = hidden;
      row.querySelector("[data-twisty]")?.setAttribute("aria-expanded", String(!collapsed.has(i)));
    });
    sayWhenEmpty(box);
  };
  const collapse = (/** @type {Iterable<number>} */ folded) => {
    collapsed.clear();
    for (const i of folded) collapsed.add(i);
    show();
  };
  /** Opens the row's details, and whatever folds it away. @param {HTMLTableRowElement} row */
  const reveal = (row) => {
    for (const above of ancestors(parents, rows.indexOf(row))) collapsed.delete(above);
    unfold(row, details, true);
    update({ highlight: row.dataset.region ?? null, ...(keeps(row.dataset.region ?? "") ? {} : { text: "", top: null, maxDepth: null }) });
    show();
    // The filter bar may have grown by the highlight's line; it has its new height two frames later.
    requestAnimationFrame(() => requestAnimationFrame(() => row.scrollIntoView({ block: "start" })));
  };

  box.querySelector("[data-collapse-all]")?.addEventListener("click", () => collapse(rows.keys()));
  box.querySelector("[data-expand-all]")?.addEventListener("click", () => collapse([]));
  table.addEventListener("sorted", show);
  table.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const row = /** @type {HTMLTableRowElement | null} */ (target.closest("tr[data-row]"));
    if (!row) return;
    const i = rows.indexOf(row);
    if (target.closest("[data-twisty]")) {
      if (!collapsed.delete(i)) collapsed.add(i);
      show();
    } else if (target.closest("[data-fold]") || (!target.closest("a, button") && getSelection()?.isCollapsed)) {
      const open = unfold(row, details);
      update({ highlight: open ? (row.dataset.region ?? null) : null });
    }
  });
  followLinks((id) => {
    const row = rows.find((candidate) => candidate.id === id);
    if (row) reveal(row);
  });
  follow(show);
}

/** Rows that belong to a row: its own time, its details. @param {HTMLTableRowElement} row */
function followers(row) {
  /** @type {HTMLElement[]} */
  const found = [];
  for (let next = row.nextElementSibling; next?.hasAttribute("data-follows"); next = next.nextElementSibling) {
    found.push(/** @type {HTMLElement} */ (next));
  }
  return found;
}

/** The details of each region; their list is hidden, because rows show them now. @param {HTMLElement} box */
function detailsOf(box) {
  const list = /** @type {HTMLElement | null} */ (box.querySelector("[data-details]"));
  if (list) list.hidden = true;
  const sections = list?.querySelectorAll("[data-detail]") ?? [];
  return new Map([...sections].map((s) => [s.getAttribute("data-detail"), s.querySelector(".detail")]));
}

/**
 * Opens or closes the details below a row; tells whether they are open now.
 * @param {HTMLTableRowElement} row
 * @param {Map<string | null, Element | null>} details
 * @param {boolean} [open]
 */
function unfold(row, details, open) {
  const button = row.querySelector("[data-fold]");
  const isOpen = button?.getAttribute("aria-expanded") === "true";
  const opens = open ?? !isOpen;
  button?.setAttribute("aria-expanded", String(opens));
  if (opens === isOpen) return opens;
  if (!opens) {
    followers(row).find((follower) => follower.classList.contains("unfolded"))?.remove();
    return false;
  }
  const detail = details.get(row.dataset.region ?? "");
  const line = document.createElement("tr");
  line.className = "unfolded";
  line.setAttribute("data-follows", "");
  const cell = line.insertCell();
  cell.colSpan = row.cells.length;
  if (detail?.childElementCount) cell.append(detail.cloneNode(true));
  else cell.textContent = "Nothing more is known of this region.";
  (followers(row).at(-1) ?? row).after(line);
  const hottest = /** @type {HTMLElement | null} */ (line.querySelector(".hottest"));
  const scroll = /** @type {HTMLElement | null} */ (hottest?.closest(".scroll") ?? null);
  if (hottest && scroll) scroll.scrollTop = hottest.offsetTop - scroll.clientHeight / 2;
  return true;
}

/** Calls `visit` with the address' fragment, now and when a link leads to one. @param {(id: string) => void} visit */
function followLinks(visit) {
  const current = () => {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return location.hash.slice(1);
    }
  };
  visit(current());
  addEventListener("hashchange", () => visit(current()));
  document.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest('a[href^="#"]');
    if (link?.getAttribute("href") === location.hash) visit(current());
  });
}

for (const box of document.querySelectorAll("[data-region-table]")) start(/** @type {HTMLElement} */ (box));
