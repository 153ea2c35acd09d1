/** Names and labels are text: no markup of theirs becomes part of a page, and they are shown as they are. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "../lib/browser.mjs";
import { panelOf, seePanel } from "../lib/charts.mjs";
import { SITES, expected, pageAt } from "../lib/sites.mjs";

const CASE = pageAt(SITES.features, "odd-ends/hostile");
const RUN = pageAt(SITES.features, "odd-ends/hostile/title-script-alert-l-script-q");
const TITLE = "Hostile </title><script>alert(1)</script> `case` {x} | 解析";
const LABEL = '</title><script>alert("l")</script> & "q" 😀';
const NAMES = Object.keys(expected("profiles/features__hostile-names.h5.json").regions).filter((name) => name !== "");

/** Elements that only markup within a name could have made. */
const intruders = () => [...document.querySelectorAll("img[src=x], main b, main script:not([type]):not([src]), a[href^='javascript:'], [onerror]")]
  .map((element) => element.outerHTML.slice(0, 200)).filter((html) => html.includes("alert") || html.startsWith("<b") || html.startsWith("<img"));

test("the title of a case is shown letter by letter", () => visit(CASE.address, {}, async (page) => {
  assert.equal(await page.locator("h1").textContent(), TITLE);
  assert.ok((await page.title()).startsWith(TITLE), await page.title());
  assert.deepEqual(await page.locator(".tags li").allTextContents(), ["`tick`", "<tag>"]);
  assert.match(await page.locator("main").innerText(), /Ends with a brace } and a backtick ` and <b>tags<\/b>/);
  assert.equal(await page.locator("main th a bdi").first().textContent(), LABEL);
  assert.deepEqual(await page.evaluate(intruders), []);
}));

test("the sidebar and the overview show it too", () => visit(pageAt(SITES.features, "").address, {}, async (page) => {
  assert.equal(await page.locator("nav.sidebar a", { hasText: "Hostile" }).textContent().then((text) => text?.trim()), TITLE);
  assert.equal(await page.locator("table.overview a", { hasText: "Hostile" }).textContent(), TITLE);
  assert.deepEqual(await page.evaluate(intruders), []);
}));

test("every region's name is shown letter by letter", () => visit(RUN.address, {}, async (page) => {
  const names = await page.locator("[data-region-table] tr[data-row] [data-fold] bdi").allTextContents();
  assert.deepEqual([...new Set(names)].sort(), [...NAMES].sort());
  assert.ok((await page.locator("h1").textContent())?.endsWith(LABEL));
  assert.deepEqual(await page.evaluate(intruders), []);
}));

test("unfolded rows and drawn charts show names as text", () => visit(RUN.address, {}, async (page) => {
  await page.locator("[data-fold]").evaluateAll((buttons) => buttons.forEach((button) => button.click()));
  assert.equal(await page.locator("tr.unfolded").count(), RUN.data.regions.rows.length);
  for (const { id } of RUN.data.charts.panels) {
    const { ticks } = await seePanel(panelOf(page, id));
    if (id === "chart-region-durations") assert.ok(ticks.some((tick) => tick.includes("<img src=x")), ticks.join(" ¦ "));
  }
  assert.deepEqual(await page.evaluate(intruders), []);
}));

test("names work in the filter, the highlight and the address", () => visit(RUN.address, {}, async (page) => {
  const name = "</script><script>alert(1)</script>";
  await page.locator("[data-text]").fill("<script>");
  await page.waitForFunction(() => document.querySelector("[data-count]")?.textContent?.startsWith("1 of"));
  await page.locator("[data-fold]:visible", { hasText: name }).click();
  assert.equal(await page.locator("[data-name]").textContent(), name);
  assert.equal(new URL(page.url()).searchParams.get("highlight"), name);
  await page.reload();
  assert.equal(await page.locator("[data-name]").textContent(), name);
  assert.equal(await page.locator("[data-text]").inputValue(), "<script>");
  assert.deepEqual(await page.evaluate(intruders), []);
}));

test("an address cannot bring in markup", () => visit(`${RUN.address}?filter=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&highlight=%3Cb%3E&top=-1&depth=9e9#%3Cimg%20src=x%3E%E0%A4%A`, {}, async (page) => {
  assert.equal(await page.locator("[data-text]").inputValue(), "<img src=x onerror=alert(1)>");
  assert.deepEqual(await page.evaluate(intruders), []);
}));
