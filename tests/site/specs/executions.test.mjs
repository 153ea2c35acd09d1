/** Cases with executions: the table, the pages, the comparison. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "../lib/browser.mjs";
import { SITES, expected, pageAt } from "../lib/sites.mjs";

const { nights } = SITES;
const address = (/** @type {string} */ path) => pageAt(nights, path).address;

test("the case's page lists its executions, newest first, and marks what got slower", async () => {
  await visit(address("poisson"), {}, async (page) => {
    const rows = page.locator("table").first().locator("tbody tr");
    assert.deepEqual(await rows.locator("th a").allTextContents(), ["After", "Before"]);
    assert.match(await rows.first().innerText(), /slower/);
    assert.match(await rows.last().innerText(), /commit: 7777777/);
    await rows.last().locator("th a").click();
    assert.equal(new URL(page.url()).pathname, address("poisson/before"));
    await page.getByRole("link", { name: "Poisson, nightly" }).last().click();
    assert.equal(new URL(page.url()).pathname, address("poisson"));
  });
});

test("the comparison opens on the largest runs of the last two executions", async () => {
  const wall = (/** @type {string} */ night) => expected(`profiles/nightly__${night}__np4.h5.json`).time_span;
  await visit(address("poisson/compare"), {}, async (page) => {
    const chosen = await page.locator(".compare select").evaluateAll((selects) => selects.map((s) => /** @type {HTMLSelectElement} */ (s).selectedOptions[0]?.text));
    assert.deepEqual(chosen, ["Before · poisson 4", "After · poisson 4"]);
    const change = 100 * (wall("2026-09-08") / wall("2026-09-07") - 1);
    assert.match(await page.locator("[data-cards]").innerText(), new RegExp(`\\+${change.toFixed(1)}%`));
    assert.match(await page.locator("[data-cards]").innerText(), /precondition/);
  });
});
