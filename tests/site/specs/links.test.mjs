/** Every link of every page leads somewhere, below the site's own base path, and no page has an error. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { forEach, visit } from "../lib/browser.mjs";
import { SITES, cataloguePages, pagesOf } from "../lib/sites.mjs";

/** Addresses of other hosts that the manifests name. */
const OUTSIDE = new Map([["scaling", ["https://example.org/job", "https://example.org/solver"]]]);

/** @typedef {{ ids: Set<string>, links: string[] }} Crawled */

/** What a page refers to, with absolute addresses, and the places that others can refer to. */
const references = () => ({
  ids: [...document.querySelectorAll("[id]")].map((element) => element.id),
  links: [...document.querySelectorAll("[href], [src], [data-chart], [data-alternate], [data-variants]")].flatMap((element) => {
    const variants = JSON.parse(element.getAttribute("data-variants") ?? "[]").map((/** @type {any} */ v) => v.src);
    const named = ["href", "src", "data-chart", "data-alternate"].map((name) => element.getAttribute(name));
    return [...named, ...variants].filter((link) => link !== null && link !== "").map((link) => new URL(link, document.baseURI).href);
  }),
});

for (const site of Object.values(SITES)) {
  test(`every page of ${site.name} loads without an error, and its links lead somewhere`, async () => {
    const addresses = pagesOf(site);
    const catalogue = cataloguePages(site).map((page) => page.address);
    assert.deepEqual(catalogue.filter((address) => !addresses.includes(address)), [], "a page per file of data");

    /** @type {Map<string, Crawled>} */
    const crawled = new Map();
    let origin = "";
    await forEach([...addresses, `${site.base}/404.html`], String, (address) => visit(address, {}, async (page) => {
      origin = new URL(page.url()).origin;
      if (address === `${site.base}/`) await page.waitForURL((url) => site.name === "own" || url.pathname === `${site.base}/catalogue/`);
      const { ids, links } = await page.evaluate(references);
      crawled.set(address, { ids: new Set(ids), links });
    }));

    const outside = [...crawled.values()].flatMap(({ links }) => links).filter((link) => !link.startsWith(origin));
    assert.deepEqual([...new Set(outside)].sort(), OUTSIDE.get(site.name) ?? [], "links to other hosts");

    /** @type {Map<string, Promise<number>>} */
    const answers = new Map();
    const statusOf = (/** @type {string} */ address) => {
      const known = answers.get(address) ?? fetch(address).then((answer) => answer.body?.cancel().then(() => answer.status) ?? answer.status);
      answers.set(address, known);
      return known;
    };
    await forEach([...crawled], ([address]) => address, async ([address, { links }]) => {
      /** @type {string[]} */
      const broken = [];
      for (const link of links) {
        if (!link.startsWith(origin)) continue;
        const { href, pathname, hash } = new URL(link);
        if (!pathname.startsWith(`${site.base}/`)) broken.push(`${link} is outside of ${site.base}/`);
        else if ((await statusOf(href.slice(0, href.length - hash.length))) !== 200) broken.push(`${link} is not there`);
        const target = crawled.get(pathname);
        if (hash.length > 1 && target && !target.ids.has(decodeURIComponent(hash.slice(1)))) broken.push(`${link} has no such place`);
      }
      assert.deepEqual(broken, []);
    });
  });
}
