/** Charts: each one can be opened and shows marks; its controls, the colour scheme and its table work. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { forEach, visit } from "../lib/browser.mjs";
import { panelOf, seePanel, typesOf, untilDrawn } from "../lib/charts.mjs";
import { SITES, cataloguePages, pageAt, readJson } from "../lib/sites.mjs";

/** @param {import("../lib/sites.mjs").Site} site @param {string} src */
const figureOf = ({ folder }, src) => readJson(`${folder}public${decodeURIComponent(src)}`);

/** Checks one panel against its data. @param {import("../lib/charts.mjs").Seen} seen @param {any} data @param {any} figure */
function checkPanel(seen, data, figure) {
  assert.equal(seen.problem, null, data.id);
  const types = typesOf(figure);
  assert.notEqual(types.length, 0, `${data.id}: nothing to draw`);
  for (const type of types) assert.ok((seen.marks[type] ?? 0) > 0, `${data.id}: no mark of type ${type}`);
  assert.notEqual(seen.ticks.length, 0, `${data.id}: axes without a text`);
  for (const text of [data.title, data.summary, data.description, ...data.notes]) {
    assert.ok(seen.text.includes(text), `${data.id} does not say: ${text}`);
  }
  assert.deepEqual(seen.rows, data.table.rows, `${data.id}: the table beside the chart`);
}

for (const site of Object.values(SITES)) {
  test(`every chart of ${site.name} shows marks and has its table`, async () => {
    const pages = cataloguePages(site).filter(({ data }) => data.charts?.panels.length > 0);
    await forEach(pages, ({ address }) => address, ({ address, data: { charts } }) => visit(address, {}, async (page) => {
      for (const panel of charts.panels) checkPanel(await seePanel(panelOf(page, panel.id)), panel, figureOf(site, panel.src));
      assert.equal(await page.locator("details.chart").count(), charts.panels.length);
    }));
  });
}

const STRONG = pageAt(SITES.scaling, "scaling/strong");
const DURATIONS = "chart-region-durations";

test("all charts open and close with one click", () => visit(STRONG.address, {}, async (page) => {
  const open = page.locator("details.chart[open]");
  await page.getByRole("button", { name: "Expand all charts" }).click();
  assert.equal(await open.count(), STRONG.data.charts.panels.length);
  await page.getByRole("button", { name: "Collapse all charts" }).click();
  assert.equal(await open.count(), 0);
}));

test("an axis can be made logarithmic and linear again", () => visit(STRONG.address, {}, async (page) => {
  const panel = panelOf(page, DURATIONS);
  const before = await seePanel(panel);
  const axis = panel.locator("[data-axis=y] select");
  assert.equal(await axis.inputValue(), "linear");
  await axis.selectOption("log");
  await untilDrawn(panel, (plot) => plot.layout.yaxis.type === "log", null);
  const after = await seePanel(panel);
  assert.notDeepEqual(after.ticks, before.ticks);
  assert.equal(after.marks.bar, before.marks.bar);
  await axis.selectOption("linear");
  await untilDrawn(panel, (plot) => plot.layout.yaxis.type !== "log", null);
  assert.deepEqual((await seePanel(panel)).ticks, before.ticks);
}));

test("the data sets of a scaling chart can be switched", () => visit(STRONG.address, {}, async (page) => {
  const data = STRONG.data.charts.panels.find((/** @type {any} */ { id }) => id === "chart-speedup");
  assert.ok(data.variants.length > 1);
  const panel = panelOf(page, data.id);
  await seePanel(panel);
  for (const { label, src } of [...data.variants].reverse()) {
    const figure = figureOf(SITES.scaling, src);
    const button = panel.getByRole("button", { name: label, exact: true });
    await button.click();
    assert.equal(await button.getAttribute("aria-pressed"), "true");
    assert.equal(await panel.locator("[data-variant][aria-pressed=true]").count(), 1);
    await untilDrawn(panel, (plot, title) => plot.querySelector(".xtitle")?.textContent === title, figure.layout.xaxis.title.text);
    const file = panel.locator("[data-file]");
    assert.equal(await file.getAttribute("href"), SITES.scaling.base + src);
  }
}));

test("durations can be divided by children", () => visit(pageAt(SITES.example, "scaling/strong/np4").address, {}, async (page) => {
  const panel = panelOf(page, DURATIONS);
  const whole = await seePanel(panel);
  const box = panel.getByRole("checkbox", { name: "Divided by direct children" });
  await box.check();
  await untilDrawn(panel, (plot) => plot.layout.barmode === "stack", null);
  assert.ok(((await seePanel(panel)).marks.bar ?? 0) > (whole.marks.bar ?? 0));
  await box.uncheck();
  await untilDrawn(panel, (plot) => plot.layout.barmode !== "stack", null);
  assert.deepEqual((await seePanel(panel)).marks, whole.marks);
}));

test("charts follow the colour scheme", () => visit(STRONG.address, { fresh: true }, async (page) => {
  const panel = panelOf(page, DURATIONS);
  await seePanel(panel);
  const colour = () => panel.locator(".ytick text").first().evaluate((text) => getComputedStyle(text).fill);
  const light = await colour();
  await page.locator("starlight-theme-select select").first().selectOption("dark");
  await untilDrawn(panel, (plot, before) => getComputedStyle(plot.querySelector(".ytick text")).fill !== before, light);
  await page.locator("starlight-theme-select select").first().selectOption("light");
  await untilDrawn(panel, (plot, before) => getComputedStyle(plot.querySelector(".ytick text")).fill === before, light);
}));

test("a link to a chart opens it", () => visit(`${STRONG.address}#chart-rank-heatmap`, {}, async (page) => {
  await panelOf(page, "chart-rank-heatmap").locator(".heatmaplayer image").waitFor();
}));

test("a chart whose figure cannot be loaded says so and leaves its table", () => visit(pageAt(SITES.scaling, "").address, { fresh: true }, async (page) => {
  await page.route("**/*.plot.json", (route) => route.fulfill({ contentType: "application/json", body: "{" }));
  await page.goto(STRONG.address);
  const { problem, rows } = await seePanel(panelOf(page, DURATIONS));
  assert.match(problem ?? "", /could not be drawn .* table below/);
  assert.notEqual(rows.length, 0);
}));
