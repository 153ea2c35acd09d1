import { readFileSync } from "node:fs";

/**
 * Entries of Starlight's sidebar for a catalogue: the overview, then the cases in the manifest's order, those of
 * a group below the group's name. Pages of runs have no entry.
 *
 * In an Astro project of your own: `sidebar: [...yourEntries, ...catalogueSidebar("public/catalogue/index.json")]`.
 * @param {string | URL} indexPath the catalogue's `index.json`
 */
export function catalogueSidebar(indexPath) {
  /** @type {import("./types").CatalogueIndex} */
  const index = JSON.parse(readFileSync(indexPath, "utf8"));
  return [{ label: "Overview", link: "/catalogue/" }, ...caseEntries(index.cases)];
}

/**
 * @typedef {{ label: string, link: string }} Entry
 * @param {{ title: string, page: string, group: string | null }[]} cases
 * @returns {(Entry | { label: string, items: Entry[] })[]}
 */
export function caseEntries(cases) {
  /** @type {Map<string, Entry[]>} */
  const groups = new Map();
  /** @type {(Entry | { label: string, items: Entry[] })[]} */
  const entries = [];
  for (const { title, page, group } of cases) {
    const entry = { label: title, link: `/catalogue/${page}/` };
    if (group === null) {
      entries.push(entry);
      continue;
    }
    if (!groups.has(group)) {
      const items = /** @type {Entry[]} */ ([]);
      groups.set(group, items);
      entries.push({ label: group, items });
    }
    groups.get(group)?.push(entry);
  }
  return entries;
}
