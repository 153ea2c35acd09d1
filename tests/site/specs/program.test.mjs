/** What the program does about runs it cannot read, and in projects that are not its own. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { visit } from "../lib/browser.mjs";
import { PROGRAM, ROOT, SITES, filesBelow, pageAt, pagesOf } from "../lib/sites.mjs";

const { own } = SITES;
const folder = mkdtempSync(join(tmpdir(), "site-tests-"));
after(() => rmSync(folder, { recursive: true }));

/** @param {string[]} args */
const program = (...args) => spawnSync(PROGRAM, ["site", own.manifest, "-o", folder, ...args], { encoding: "utf8" });

test("with --strict a run that cannot be read stops everything", () => {
  const { status, stdout, stderr } = program("--strict");
  assert.equal(status, 2, stderr);
  assert.equal(stdout, "");
  assert.match(stderr, /truncated\.h5/);
  assert.deepEqual(readdirSync(folder), []);
});

test("without, it is a warning that names the file", () => {
  const { status, stderr } = program();
  assert.equal(status, 0, stderr);
  assert.match(stderr, /^warning: .*truncated\.h5/m);
  assert.ok(existsSync(join(folder, "src/content/docs/catalogue/index.mdx")));
});

test("of a project of its own only the generated folders are written", () => {
  const project = `${ROOT}tests/site/own/project/`;
  const kept = filesBelow(project, "").filter((file) => /\.\w+$/.test(file));
  for (const file of kept) assert.equal(readFileSync(own.folder + file, "utf8"), readFileSync(project + file, "utf8"), file);
  const generated = /^(src\/content\/docs\/catalogue|src\/components\/report|public\/catalogue)\//;
  const made = /^(dist|node_modules|\.astro)(\/|$)|^build\.log$/;
  const files = filesBelow(own.folder, "").filter((file) => /\.\w+$/.test(file) && !made.test(file) && !generated.test(file));
  assert.deepEqual(files.filter((file) => !kept.includes(file)), []);
});

test("the project keeps its own pages beside the catalogue", () => visit("/docs/guide/", {}, async (page) => {
  assert.ok(pagesOf(own).includes("/docs/catalogue/broken/v1-0/"));
  const entries = (await page.locator("nav.sidebar a").allTextContents()).map((text) => text.trim());
  assert.deepEqual(entries, ["Guide", "Overview", "A broken run", "Nothing to read"]);
  await page.locator("main").getByRole("link", { name: "catalogue" }).click();
  await page.getByRole("link", { name: "A broken run" }).first().waitFor();
}));

test("a run that cannot be read is a marked row with its reason, and a page", () => visit(pageAt(own, "broken").address, {}, async (page) => {
  const row = page.locator("main table").first().locator("tbody tr", { hasText: "cut short" });
  assert.ok(await row.locator(".badge", { hasText: "unreadable" }).isVisible());
  assert.match((await row.locator(".problem").textContent()) ?? "", /\w{4,}/);
  assert.equal(await page.locator("main table").first().locator(".problem").count(), 1);
  assert.deepEqual(await page.locator("[data-pick=baseline] option").allTextContents(), ["v1.0", "v2.0"], "readable runs are compared");
  await row.getByRole("link").click();
  await page.waitForURL("**/broken/cut-short/");
  assert.match((await page.locator(".run-meta").textContent()) ?? "", /truncated\.h5/);
  await page.getByRole("link", { name: "A broken run" }).first().waitFor();
}));

test("a case of which nothing can be read still has its page", () => visit(pageAt(own, "all-broken").address, {}, async (page) => {
  assert.equal(await page.locator("main table tbody tr .problem").count(), 1);
  assert.equal(await page.locator("[data-compare], details.chart").count(), 0);
}));
