/**
 * A real Chromium that visits the built sites. Every visit is watched: an error on the console or in a script,
 * a warning of Plotly, a file that is not there, or a request to another host fails the test that made it.
 */

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { serve } from "./server.mjs";

/** @typedef {import("playwright-core").Page} BrowserPage */
/**
 * @typedef {object} Options
 * @property {number} [width]
 * @property {number} [height]
 * @property {"light" | "dark"} [scheme]
 * @property {boolean} [script] whether scripts run
 * @property {boolean} [fresh] for visits that leave something behind, as a chosen colour scheme
 */

const FLAGS = [
  "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];
/** Patience with a busy machine; nothing waits for it to pass. */
const PATIENCE_MS = 60_000;

/** @type {import("playwright-core").Browser} */
let browser;
/** A profile of the browser for each kind of visit, so that visits share what the browser keeps of files. */
/** @type {Map<string, Promise<import("playwright-core").BrowserContext>>} */
const contexts = new Map();
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;

before(async () => {
  assert.ok(process.env.CHROMIUM, "the environment variable CHROMIUM names the browser; tests/run sets it");
  server = await serve();
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: FLAGS });
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** Collects what must not happen on a page. @param {BrowserPage} page @returns {string[]} */
function watch(page) {
  /** @type {string[]} */
  const problems = [];
  page.on("pageerror", (error) => problems.push(`script error: ${error.stack ?? error}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${server.origin}/`) && !/^(data|blob):/.test(url)) problems.push(`request to another host: ${url}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  return problems;
}

/** @param {Required<Options>} options */
function contextFor({ width, height, scheme, script, fresh }) {
  const key = JSON.stringify([width, height, scheme, script]);
  const known = fresh ? undefined : contexts.get(key);
  if (known) return known;
  const context = browser.newContext({
    viewport: { width, height }, colorScheme: scheme, javaScriptEnabled: script, baseURL: server.origin,
  });
  if (!fresh) contexts.set(key, context);
  return context;
}

/**
 * Opens a page, runs `body` on it, and checks what was watched meanwhile.
 * @template T
 * @param {string} address base path included
 * @param {Options} options
 * @param {(page: BrowserPage) => Promise<T>} body
 * @returns {Promise<T>}
 */
export async function visit(address, options, body) {
  const { fresh = false, width = 1280, height = 900, scheme = "light", script = true } = options;
  const context = await contextFor({ width, height, scheme, script, fresh });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  try {
    const problems = watch(page);
    const answer = await page.goto(address);
    assert.equal(answer?.status(), 200, address);
    const result = await body(page);
    assert.deepEqual(problems, [], address);
    return result;
  } finally {
    await (fresh ? context.close() : page.close());
  }
}

/**
 * Runs `work` for each item, two at a time; names all items that failed.
 * @template T
 * @param {T[]} items
 * @param {(item: T) => string} nameOf
 * @param {(item: T) => Promise<void>} work
 */
export async function forEach(items, nameOf, work) {
  const queue = [...items];
  /** @type {string[]} */
  const failures = [];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      try {
        await work(item);
      } catch (error) {
        failures.push(`${nameOf(item)}: ${error instanceof Error ? error.message : error}`);
      }
    }
  };
  await Promise.all([worker(), worker()]);
  assert.ok(failures.length === 0, failures.join("\n\n"));
}
