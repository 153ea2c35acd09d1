/** The sites that the tests build and look at, and what is known of their pages. */

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** Everything that the tests write. */
export const OUT = `${ROOT}target/site-tests/`;
/** The program under test. */
export const PROGRAM = process.env.SCOPE_PROFILER ?? `${ROOT}target/debug/scope-profiler`;

/** @typedef {{ name: string, manifest: string, base: string, folder: string }} Site */

/** @type {(name: string, manifest: string, base: string) => Site} */
const site = (name, manifest, base) => ({ name, manifest: ROOT + manifest, base, folder: `${OUT}${name}/` });

export const SITES = {
  example: site("example", "example-catalog/manifest.yaml", "/solver-profiles"),
  features: site("features", "tests/data/corpus/features.yml", "/features"),
  scaling: site("scaling", "tests/data/corpus/scaling.yml", "/studies"),
  nights: site("nights", "tests/site/nights/manifest.yml", "/nights"),
  /** The catalogue within a Starlight project of its own; one of its profiles is cut short. */
  own: site("own", "tests/site/own/manifest.yml", "/docs"),
};

/** Files below a folder, as paths relative to it. @param {string} folder @param {string} ending */
export function filesBelow(folder, ending) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(ending)).sort();
}

/** Addresses of a site's pages, base path included. @param {Site} site */
export function pagesOf({ base, folder }) {
  return filesBelow(`${folder}dist/`, "index.html").map((file) => `${base}/${file.slice(0, -"index.html".length)}`);
}

/** @typedef {{ address: string, kind: "overview" | "case" | "compare" | "run", data: any }} Page */

/** Pages of the catalogue with their data. @param {Site} site @returns {Page[]} */
export function cataloguePages({ base, folder }) {
  const content = `${folder}src/content/docs/`;
  const overview = { address: `${base}/catalogue/`, kind: /** @type {const} */ ("overview"), data: readJson(`${folder}public/catalogue/index.json`) };
  const pages = filesBelow(content, ".data.json").map((file) => {
    const data = readJson(content + file);
    return { address: `${base}/${file.slice(0, -".data.json".length)}/`, kind: data.kind, data };
  });
  return [overview, ...pages];
}

export const allPages = () => Object.values(SITES).flatMap(cataloguePages);

/** The page at an address of the catalogue: `page(SITES.example, "scaling/strong")`. @param {Site} site @param {string} path */
export function pageAt(site, path) {
  const address = `${site.base}/catalogue/${path ? `${path}/` : ""}`;
  const page = cataloguePages(site).find((candidate) => candidate.address === address);
  if (!page) throw new Error(`the site ${site.name} has no page ${address}`);
  return page;
}

/** @param {string} file */
export function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Reference figures of the corpus. @param {string} file */
export const expected = (file) => readJson(`${ROOT}tests/data/expected/${file}`);
