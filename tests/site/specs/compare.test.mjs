/** The comparison of two runs shows the reference's figures for whatever pair, metric and order is picked. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "../lib/browser.mjs";
import { SITES, expected, pageAt } from "../lib/sites.mjs";

/** @typedef {import("../lib/browser.mjs").BrowserPage} BrowserPage */

const UNITS = /** @type {Record<string, number>} */ ({ ns: 1e-9, "µs": 1e-6, ms: 1e-3, s: 1 });

/** A duration or count as it stands in a cell, in seconds or calls; null for "-". @param {string} text */
function valueOf(text) {
  if (text === "-") return null;
  const [number, unit] = text.replaceAll(",", "").split(" ");
  return Number(number) * (unit === undefined ? 1 : (UNITS[unit] ?? Number.NaN));
}

/** Figures of a profile by call path, without the session's wrapper. @param {string} file */
const rowsOf = (file) => new Map(expected(`profiles/${file.replace("/", "__")}.json`).rows.map((/** @type {any} */ row) => [row.call_path, row]));

const FIGURES = /** @type {const} */ ({ total: "total", own: "exclusive", avg: "avg", calls: "calls" });

/** What the table shows, by region in the order of its rows. @param {BrowserPage} page */
const tableOf = (page) => page.locator("table.comparison tbody tr").evaluateAll((rows) => rows.map((row) => {
  const [region, before, after, change] = [...row.children].map((cell) => cell.textContent?.trim() ?? "");
  return { region, before, after, change };
}));

/**
 * Compares the table with the reference's rows.
 * @param {BrowserPage} page
 * @param {import("../lib/sites.mjs").Page} caseData
 * @param {[string, string]} files
 * @param {keyof typeof FIGURES} metric
 */
async function check(page, { data }, files, metric) {
  const [before, after] = files.map(rowsOf);
  const ranks = files.map((file) => expected(`profiles/${file.replace("/", "__")}.json`).num_ranks);
  const perRank = ranks[0] !== ranks[1] && (metric === "total" || metric === "own");
  const figure = (/** @type {any} */ row) => (row ? row[FIGURES[metric]] / (perRank ? row.num_ranks : 1) : null);
  const table = await tableOf(page);
  const paths = data.comparison.regions.map((/** @type {any} */ { path }) => path.join(" > "));
  const byName = new Map(paths.map((/** @type {string} */ path) => [path.split(" > ").at(-1), path]));
  assert.equal(byName.size, paths.length, "every name stands for one path in these cases");
  for (const row of table) {
    const path = byName.get(row.region);
    for (const [shown, reference] of [[row.before, figure(before?.get(path))], [row.after, figure(after?.get(path))]]) {
      const value = valueOf(shown);
      const isClose = value === reference || (value !== null && reference !== null && Math.abs(value - reference) <= 5.1e-3 * Math.abs(reference));
      assert.ok(isClose, `${files.join(" to ")}, ${metric} of ${row.region}: shown ${shown}, expected ${reference}`);
    }
  }
  assert.equal(table.length, new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]).size);
}

/** @param {BrowserPage} page @param {string} baseline @param {string} candidate */
async function pick(page, baseline, candidate) {
  await page.locator("[data-pick=baseline]").selectOption({ label: baseline });
  await page.locator("[data-pick=candidate]").selectOption({ label: candidate });
}

const TUTORIAL = pageAt(SITES.example, "versions/solver-versions");
const FILES = /** @type {Record<string, string>} */ ({ v1: "tutorial/baseline.h5", v2: "tutorial/candidate.h5", v3: "tutorial/fixed.h5" });
const STRONG = pageAt(SITES.example, "scaling/strong");

test("pairs of the tutorial show the reference's figures in every metric", () => visit(TUTORIAL.address, {}, async (page) => {
  for (const [baseline, candidate] of [["v1", "v2"], ["v2", "v3"], ["v3", "v1"]]) {
    await pick(page, baseline, candidate);
    for (const metric of /** @type {(keyof typeof FIGURES)[]} */ (Object.keys(FIGURES))) {
      await page.locator(`input[name=metric][value=${metric}]`).check({ force: true });
      await check(page, TUTORIAL, [FILES[baseline] ?? "", FILES[candidate] ?? ""], metric);
    }
  }
}));

test("pairs of different size show figures per rank", () => visit(STRONG.address, {}, async (page) => {
  for (const [baseline, candidate] of [["np1", "np32"], ["np8", "np2"]]) {
    await pick(page, baseline, candidate);
    assert.match((await page.locator("[data-slot=note]").textContent()) ?? "", /per rank/);
    for (const metric of /** @type {(keyof typeof FIGURES)[]} */ (Object.keys(FIGURES))) {
      await page.locator(`input[name=metric][value=${metric}]`).check({ force: true });
      await check(page, STRONG, [`strong/${baseline}.h5`, `strong/${candidate}.h5`], metric);
    }
  }
}));

test("the change of the tutorial's slow-down is the reference's", () => visit(TUTORIAL.address, {}, async (page) => {
  await pick(page, "v1", "v2");
  const reference = expected("diff.json").find((/** @type {any} */ d) => d.a === "tutorial/baseline.h5" && d.b === "tutorial/candidate.h5" && d.metric === "total");
  const changes = new Map((await tableOf(page)).map(({ region, change }) => [region, change]));
  for (const { name, pct } of reference.rows) {
    const wanted = Math.abs(pct) < 2 ? "same" : `${pct > 0 ? "+" : "−"}${Math.abs(pct).toFixed(1)}% ${pct > 0 ? "slower" : "faster"}`;
    assert.equal(changes.get(name), wanted, name);
  }
  const [wall] = await page.locator("[data-cards] .value").allTextContents();
  const spans = [FILES.v1, FILES.v2].map((file) => expected(`profiles/${file?.replace("/", "__")}.json`).time_span);
  for (const [i, part] of (wall ?? "").split(" → ").entries()) assert.ok(Math.abs((valueOf(part) ?? 0) - spans[i]) <= 5e-3 * spans[i], `${part} is ${spans[i]} s`);
}));

test("swapping exchanges the runs", () => visit(TUTORIAL.address, {}, async (page) => {
  await pick(page, "v1", "v2");
  const before = await tableOf(page);
  await page.getByRole("button", { name: "Swap baseline and candidate" }).click();
  const after = await tableOf(page);
  assert.deepEqual(after.map(({ region, before: b, after: a }) => [region, a, b]), before.map(({ region, before: b, after: a }) => [region, b, a]));
  assert.equal(await page.locator("table.comparison thead [data-slot=baseline]").textContent(), "v2");
  assert.equal(after.find(({ region }) => region === "solve")?.change, "−49.1% faster");
}));

test("rows can be ordered by change, and the address keeps every choice", () => visit(TUTORIAL.address, {}, async (page) => {
  await pick(page, "v2", "v3");
  await page.locator("input[name=metric][value=own]").check({ force: true });
  await page.locator("input[name=order][value=change]").check({ force: true });
  const table = await tableOf(page);
  const sizes = table.map(({ before, after }) => Math.abs((valueOf(after) ?? 0) - (valueOf(before) ?? 0)));
  for (const [i, size] of sizes.entries()) if (i > 0) assert.ok(size <= (sizes[i - 1] ?? 0) + 1e-6, `row ${i} changed more than the one before`);
  const { searchParams } = new URL(page.url());
  assert.deepEqual(Object.fromEntries(searchParams), { baseline: "v2", candidate: "v3", metric: "own", order: "change" });
  await page.reload();
  assert.deepEqual(await tableOf(page), table);
  assert.ok(await page.locator("input[name=order][value=change]").isChecked());
}));
