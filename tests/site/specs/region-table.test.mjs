/** The region table: folding the tree, sorting, unfolding a row, links to rows; all of it by keyboard too. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "../lib/browser.mjs";
import { SITES, expected, pageAt } from "../lib/sites.mjs";

/** @typedef {import("../lib/browser.mjs").BrowserPage} BrowserPage */

const RUN = pageAt(SITES.scaling, "scaling/strong/np4");
const ROWS = /** @type {any[]} */ (RUN.data.regions.rows);
const rowOf = (/** @type {string} */ region) => ROWS.find((row) => row.region === region);
const SOLVE = rowOf("solve");

/** Ids of the rows that are shown, in order. @param {BrowserPage} page */
const shown = (page) => page.locator("table.regions tr[data-row]").evaluateAll((all) => all.filter((row) => row.checkVisibility()).map((row) => row.id));

/** @param {any} row */
function isBelow(row, /** @type {any} */ ancestor) {
  for (let at = row.parent; at !== null; at = ROWS[at].parent) if (ROWS[at] === ancestor) return true;
  return false;
}

test("a subtree and the whole tree fold and unfold", () => visit(RUN.address, {}, async (page) => {
  const all = ROWS.map((row) => row.id);
  const twisty = page.locator(`[id="${SOLVE.id}"] [data-twisty]`);
  assert.deepEqual(await shown(page), all);
  await twisty.click();
  assert.equal(await twisty.getAttribute("aria-expanded"), "false");
  assert.deepEqual(await shown(page), ROWS.filter((row) => !isBelow(row, SOLVE)).map((row) => row.id));
  assert.ok(await page.locator(`[id="${SOLVE.id}"] + tr.own`).isVisible(), "its own time stays");
  await page.getByRole("button", { name: "Collapse all", exact: true }).click();
  assert.deepEqual(await shown(page), ROWS.filter((row) => row.parent === null).map((row) => row.id));
  await page.getByRole("button", { name: "Expand all", exact: true }).click();
  assert.deepEqual(await shown(page), all);
}));

test("a header sorts ascending, descending, and back", () => visit(RUN.address, {}, async (page) => {
  const column = RUN.data.regions.columns.findIndex((/** @type {any} */ { key }) => key === "total");
  const header = page.locator("table.regions thead th").nth(column);
  const values = Object.fromEntries(ROWS.map((row) => [row.id, row.cells[column].value]));
  for (const direction of ["ascending", "descending"]) {
    await header.getByRole("button").click();
    assert.equal(await header.getAttribute("aria-sort"), direction);
    assert.equal(await page.locator("table.regions th[aria-sort]:not([aria-sort=none])").count(), 1);
    const order = (await shown(page)).map((id) => values[id]);
    const sign = direction === "ascending" ? 1 : -1;
    assert.deepEqual(order, [...order].sort((a, b) => sign * (a - b)));
    const follower = page.locator(`[id="${SOLVE.id}"] + tr`);
    assert.ok((await follower.getAttribute("class"))?.includes("own"), "the own time follows its row");
  }
  await header.getByRole("button").click();
  assert.equal(await header.getAttribute("aria-sort"), "none");
  assert.deepEqual(await shown(page), ROWS.map((row) => row.id));
}));

test("a row unfolds to its figures per rank", () => visit(RUN.address, {}, async (page) => {
  const row = page.locator(`[id="${SOLVE.id}"]`);
  await row.locator("[data-fold]").click();
  assert.equal(await row.locator("[data-fold]").getAttribute("aria-expanded"), "true");
  const table = page.locator("tr.unfolded table").first();
  const { per_rank: ranks } = expected("profiles/strong__np4.h5.json").regions.solve;
  const cells = await table.locator("tbody tr").evaluateAll((trs) => trs.map((tr) => [...tr.children].map((cell) => cell.textContent)));
  assert.deepEqual(cells.map(([rank, calls]) => [rank, calls]), Object.entries(ranks).map(([rank, [calls]]) => [rank, String(calls)]));
  await row.locator("[data-fold]").click();
  assert.equal(await page.locator("tr.unfolded").count(), 0);
}));

test("a row unfolds to its line profile", async () => {
  const { address, data } = pageAt(SITES.features, "counters/line-profile");
  const [region, detail] = /** @type {[string, any]} */ (Object.entries(data.regions.details).find(([, { line_profiles }]) => line_profiles.length > 0));
  await visit(address, {}, async (page) => {
    await page.locator("table.regions [data-fold]", { hasText: region }).first().click();
    const [profile] = detail.line_profiles;
    const lines = page.locator("tr.unfolded table.lines").first();
    assert.equal(await lines.locator("tbody tr").count(), profile.lines.length);
    assert.ok(await lines.locator(".badge", { hasText: "hottest" }).first().isVisible());
  });
});

test("a link to a row opens it, whatever hid it", () => visit(`${RUN.address}?filter=io#${SOLVE.id}`, {}, async (page) => {
  const row = page.locator(`[id="${SOLVE.id}"]`);
  await row.waitFor();
  assert.equal(await row.locator("[data-fold]").getAttribute("aria-expanded"), "true");
  assert.equal(await page.locator("[data-text]").inputValue(), "", "the text that hid the row is gone");
  await page.waitForFunction((id) => {
    const { top } = /** @type {Element} */ (document.getElementById(id)).getBoundingClientRect();
    const bar = /** @type {Element} */ (document.querySelector("[data-filter-bar]")).getBoundingClientRect();
    return top >= bar.bottom - 1 && top < innerHeight;
  }, SOLVE.id);
  await page.getByRole("button", { name: "Collapse all", exact: true }).click();
  await page.evaluate((id) => (location.hash = id), rowOf("dot").id);
  await page.locator(`[id="${rowOf("dot").id}"]`).waitFor();
}));

test("everything works by keyboard alone", () => visit(RUN.address, {}, async (page) => {
  const twisty = page.locator(`[id="${SOLVE.id}"] [data-twisty]`);
  await twisty.focus();
  await page.keyboard.press("Enter");
  assert.equal(await twisty.getAttribute("aria-expanded"), "false");
  await page.keyboard.press("Space");
  assert.equal(await twisty.getAttribute("aria-expanded"), "true");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("tr.unfolded").count(), 1);
  assert.ok(await page.evaluate(() => document.activeElement?.matches("[data-fold]")), "the focus stays on the name");
  assert.notEqual(await page.evaluate(() => getComputedStyle(/** @type {Element} */ (document.activeElement)).outlineStyle), "none");
  const header = page.locator("table.regions thead [data-sort]").nth(1);
  await header.focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("table.regions thead th").nth(1).getAttribute("aria-sort"), "ascending");
}));
