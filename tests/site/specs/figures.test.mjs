/** Every figure is a Plotly figure that Plotly itself takes without a complaint. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { visit } from "../lib/browser.mjs";
import { OUT, SITES, filesBelow, pageAt } from "../lib/sites.mjs";

const PLOTLY = createRequire(OUT).resolve("plotly.js-cartesian-dist-min");

for (const site of Object.values(SITES)) {
  test(`Plotly draws every figure of ${site.name} and finds no fault`, () => visit(pageAt(site, "").address, { fresh: true }, async (page) => {
    const files = filesBelow(`${site.folder}public/catalogue/`, ".plot.json");
    assert.notEqual(files.length, 0);
    await page.addScriptTag({ path: PLOTLY });
    for (const file of files) {
      const text = readFileSync(`${site.folder}public/catalogue/${file}`, "utf8");
      const faults = await page.evaluate(async (json) => {
        const { Plotly } = /** @type {any} */ (globalThis);
        const { data, layout, ...others } = JSON.parse(json);
        const faults = (Plotly.validate(data, layout) ?? []).map((/** @type {any} */ fault) => fault.msg);
        const plot = document.body.appendChild(document.createElement("div"));
        await Plotly.newPlot(plot, data, layout);
        Plotly.purge(plot);
        plot.remove();
        return [...faults, ...Object.keys(others).map((key) => `unknown part ${key}`)];
      }, text);
      assert.deepEqual(faults, [], file);
    }
  }));
}
