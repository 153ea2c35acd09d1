/** Pages fit the window, on a phone as on a wide screen, in both colour schemes, and are accessible. */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { forEach, visit } from "../lib/browser.mjs";
import { seePanel } from "../lib/charts.mjs";
import { SITES, allPages, pageAt } from "../lib/sites.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const PHONE = { width: 380, height: 800 };
const WIDE = { width: 1600, height: 1000 };

/** How far the page is wider than its window, and what sticks out. */
const overflow = () => {
  const page = /** @type {Element} */ (document.scrollingElement);
  const tooWide = page.scrollWidth - innerWidth;
  const boxes = tooWide > 0 ? [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll")) : [];
  return { tooWide, by: boxes.slice(0, 5).map((e) => `${e.tagName}.${e.className}`) };
};

/** Opens everything that folds. @param {import("../lib/browser.mjs").BrowserPage} page */
const openAll = (page) => page.evaluate(() => document.querySelectorAll("main details").forEach((d) => d.setAttribute("open", "")));

for (const [name, size] of Object.entries({ phone: PHONE, wide: WIDE })) {
  test(`no page is wider than a ${name} window, folded or unfolded`, async () => {
    await forEach(allPages(), ({ address }) => address, ({ address }) => visit(address, size, async (page) => {
      assert.deepEqual(await page.evaluate(overflow), { tooWide: 0, by: [] }, "as it opens");
      await openAll(page);
      assert.deepEqual(await page.evaluate(overflow), { tooWide: 0, by: [] }, "unfolded");
    }));
  });
}

const TYPICAL = [
  pageAt(SITES.example, ""), pageAt(SITES.example, "versions/solver-versions"), pageAt(SITES.example, "versions/solver-versions/v2"),
  pageAt(SITES.scaling, "scaling/strong"), pageAt(SITES.scaling, "scaling/strong/np32"),
  pageAt(SITES.features, "odd-ends/hostile"), pageAt(SITES.features, "odd-ends/hostile/title-script-alert-l-script-q"),
  pageAt(SITES.features, "counters/likwid"), pageAt(SITES.features, "counters/line-profile"), pageAt(SITES.features, "recursion/fib-6"),
  pageAt(SITES.own, "broken"), pageAt(SITES.own, "broken/cut-short"), pageAt(SITES.own, "all-broken"),
];

/**
 * Violations that keep people from using the page, or its main part.
 * @param {import("../lib/browser.mjs").BrowserPage} page
 * @param {string} [part]
 */
async function violations(page, part = "html") {
  await page.addScriptTag({ path: AXE });
  const { violations: found } = await page.evaluate(
    (selector) => /** @type {any} */ (globalThis).axe.run(selector, { resultTypes: ["violations"] }), part,
  );
  return found.filter((/** @type {any} */ v) => ["serious", "critical"].includes(v.impact)).map((/** @type {any} */ v) => ({
    rule: v.id, help: v.help, count: v.nodes.length, first: v.nodes[0].html.slice(0, 300), why: v.nodes[0].failureSummary,
  }));
}

for (const scheme of /** @type {const} */ (["light", "dark"])) {
  for (const [name, size] of Object.entries({ phone: PHONE, wide: WIDE })) {
    test(`pages are accessible: ${scheme}, ${name}`, async () => {
      await forEach(TYPICAL, ({ address }) => address, ({ address }) => visit(address, { ...size, scheme }, async (page) => {
        await page.locator("main details.chart[open] .main-svg").first().waitFor({ timeout: 5000 }).catch(() => {});
        // What Starlight puts around the pages of a project of its own is not the catalogue's.
        assert.deepEqual(await violations(page, address.startsWith(SITES.own.base) ? "main" : "html"), []);
      }));
    });
  }
}

test("an unfolded run page is accessible", () => visit(pageAt(SITES.scaling, "scaling/strong/np4").address, {}, async (page) => {
  await openAll(page);
  await page.locator("[data-fold]").evaluateAll((buttons) => buttons.forEach((button) => button.click()));
  await seePanel(page.locator("details.chart").first());
  assert.deepEqual(await violations(page), []);
}));
