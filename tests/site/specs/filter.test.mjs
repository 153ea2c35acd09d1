/** The filter bar selects regions for tables and charts alike, is kept in the address, and can be undone. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "../lib/browser.mjs";
import { panelOf, seePanel, untilDrawn } from "../lib/charts.mjs";
import { SITES, pageAt } from "../lib/sites.mjs";

/** @typedef {import("../lib/browser.mjs").BrowserPage} BrowserPage */

const RUN = pageAt(SITES.scaling, "scaling/strong/np4");
const NAMES = /** @type {string[]} */ (RUN.data.filter.regions.map((/** @type {any} */ region) => region.name));
const DURATIONS = "chart-region-durations";

/** Regions whose rows are shown. @param {BrowserPage} page */
const rows = (page) => page.locator("table.regions tr[data-row]").evaluateAll(
  (all) => [...new Set(all.filter((row) => row.checkVisibility()).map((row) => row.dataset.region ?? ""))].sort(),
);

/** @param {BrowserPage} page @param {number} count */
const untilCounted = (page, count) => page.waitForFunction(
  (text) => document.querySelector("[data-count]")?.textContent === text, `${count} of ${NAMES.length} regions`,
);

/** Regions that the chart of durations shows. @param {BrowserPage} page */
const charted = (page) => panelOf(page, DURATIONS).locator(".xtick text, .ytick text").evaluateAll(
  (ticks, names) => ticks.map((tick) => tick.textContent ?? "").filter((text) => names.includes(text)).sort(), NAMES,
);

/** Moves a slider as the arrow keys do. @param {BrowserPage} page @param {string} slider @param {number} value */
const slide = (page, slider, value) => page.locator(slider).fill(String(value));

test("typing hides rows and marks; clearing brings them back", () => visit(RUN.address, {}, async (page) => {
  const panel = panelOf(page, DURATIONS);
  await seePanel(panel);
  const all = await rows(page);
  assert.deepEqual(all, [...NAMES].sort());
  const allCharted = await charted(page);
  await page.locator("[data-text]").fill("sol, ^IO");
  await untilCounted(page, 2);
  assert.deepEqual(await rows(page), ["io", "solve"]);
  await untilDrawn(panel, (plot) => plot.layout.xaxis.categoryarray.length === 2, null);
  assert.deepEqual(await charted(page), ["io", "solve"]);
  assert.equal(new URL(page.url()).searchParams.get("filter"), "sol, ^IO");
  await page.locator("[data-text]").fill("");
  await untilCounted(page, NAMES.length);
  assert.deepEqual(await rows(page), all);
  await untilDrawn(panel, (plot, count) => plot.layout.xaxis.categoryarray.length === count, allCharted.length);
  assert.equal(new URL(page.url()).search, "");
}));

test("a text that matches nothing says so", () => visit(RUN.address, {}, async (page) => {
  await page.locator("[data-text]").fill("no such region");
  await untilCounted(page, 0);
  assert.ok(await page.locator("[data-region-table] [data-empty]").isVisible());
  assert.deepEqual(await rows(page), []);
}));

test("the sliders act on tables and charts", () => visit(RUN.address, {}, async (page) => {
  const panel = panelOf(page, DURATIONS);
  await seePanel(panel);
  await slide(page, "[data-top]", 3);
  await untilCounted(page, 3);
  assert.deepEqual(await rows(page), NAMES.slice(0, 3).sort());
  assert.equal(await page.locator("[data-top-text]").textContent(), `top 3 of ${NAMES.length}`);
  await slide(page, "[data-top]", NAMES.length);
  await untilCounted(page, NAMES.length);
  await slide(page, "[data-depth]", 1);
  const shallow = RUN.data.filter.regions.filter((/** @type {any} */ region) => region.depth <= 1).map((/** @type {any} */ region) => region.name);
  await untilCounted(page, shallow.length);
  assert.deepEqual(await rows(page), [...shallow].sort());
  await untilDrawn(panel, (plot, names) => plot.layout.xaxis.categoryarray.every((/** @type {string} */ name) => names.includes(name)), shallow);
  assert.equal(await page.locator("[data-depth-text]").textContent(), "1 level of children");
}));

test("a reload and a sent link show the same selection", () => visit(RUN.address, {}, async (page) => {
  await page.locator("[data-text]").fill("o");
  await slide(page, "[data-depth]", 2);
  await page.waitForURL((url) => url.searchParams.get("depth") === "2" && url.searchParams.get("filter") === "o");
  const before = await rows(page);
  assert.ok(before.length > 0 && before.length < NAMES.length);
  await page.reload();
  assert.deepEqual(await rows(page), before);
  assert.equal(await page.locator("[data-text]").inputValue(), "o");
  assert.equal(await page.locator("[data-depth]").inputValue(), "2");
}));

test("a highlighted region is marked everywhere until it is cleared", () => visit(RUN.address, {}, async (page) => {
  const panel = panelOf(page, DURATIONS);
  await seePanel(panel);
  await page.locator(".balance [data-highlight=solve]").click();
  assert.equal(await page.locator("[data-name]").textContent(), "solve");
  const marked = await page.locator("tr.highlighted").evaluateAll((all) => all.map((row) => row.dataset.region));
  assert.deepEqual([...new Set(marked)], ["solve"]);
  await seePanel(panel);
  await untilDrawn(panel, (plot) => plot.data.some((/** @type {any} */ trace) => trace.marker?.opacity?.includes(0.25)), null);
  assert.equal(new URL(page.url()).searchParams.get("highlight"), "solve");
  await page.getByRole("button", { name: "Clear highlight" }).click();
  assert.equal(await page.locator("tr.highlighted").count(), 0);
  assert.equal(new URL(page.url()).search, "");
}));

test("the filter of a case acts on its comparison", () => visit(pageAt(SITES.scaling, "scaling/strong").address, {}, async (page) => {
  await page.locator("[data-text]").fill("solve");
  await page.waitForFunction(() => document.querySelector("[data-count]")?.textContent?.startsWith("1 of"));
  const shown = await page.locator("table.comparison tbody tr:visible th").allTextContents();
  assert.deepEqual(shown.map((text) => text.trim()), ["solve"]);
}));
