/** Without JavaScript a page can be read: tables and texts are there, and what needs scripts says so. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { forEach, visit } from "../lib/browser.mjs";
import { SITES, allPages, pageAt } from "../lib/sites.mjs";

const OFF = { script: false };

/** What stands in place of what needs scripts, as far as it is shown. @param {import("../lib/browser.mjs").BrowserPage} page */
const hints = (page) => page.locator("noscript p").evaluateAll(
  (all) => all.filter((hint) => hint.getBoundingClientRect().width > 0).map((hint) => hint.textContent ?? ""),
);

test("every page has its tables", async () => {
  await forEach(allPages(), ({ address }) => address, ({ address, kind, data }) => visit(address, OFF, async (page) => {
    assert.ok(await page.locator("h1").isVisible());
    if (kind === "overview") assert.equal(await page.locator("table.overview tbody tr").count(), data.cases.length);
    if (kind === "case") assert.equal(await page.locator("main table").first().locator("tbody tr").count(), (data.executions ?? data.runs).rows.length);
    if (kind === "run" && data.regions) assert.equal(await page.locator("table.regions tr[data-row]").count(), data.regions.rows.length);
    assert.equal(await page.locator("main .report [hidden]").evaluateAll((all) => all.filter((e) => e.matches("tr, table, section, li")).length), 0);
  }));
});

test("a run's page says what needs JavaScript, and lists the details of its regions", () => visit(pageAt(SITES.scaling, "scaling/strong/np4").address, OFF, async (page) => {
  const shown = await hints(page);
  assert.ok(shown.includes("Filtering and highlighting need JavaScript."));
  assert.ok(shown.includes("Sorting and unfolding rows need JavaScript; the details of every region are listed below the table."));
  assert.ok(await page.locator("[data-text]").isDisabled());
  await page.locator("[data-details] > summary").click();
  assert.ok(await page.locator("[data-detail=solve] table").first().isVisible());
  const chart = page.locator("#chart-region-durations");
  if ((await chart.getAttribute("open")) === null) await chart.locator("> summary").click();
  assert.ok((await hints(page)).includes("Drawing the chart needs JavaScript; its figures are in the table below."));
  await chart.locator("details.figures > summary").click();
  assert.ok(await chart.locator("table").isVisible());
}));

test("a case's page shows its first comparison", () => visit(pageAt(SITES.example, "versions/solver-versions").address, OFF, async (page) => {
  assert.ok((await hints(page)).some((hint) => /^Comparing other runs needs JavaScript; shown are v1 and v\d\.$/.test(hint)));
  assert.ok(await page.locator("[data-pick=baseline]").isDisabled());
  assert.ok((await page.locator("table.comparison tbody tr").count()) > 3);
}));
