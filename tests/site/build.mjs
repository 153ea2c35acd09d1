/**
 * Builds the sites of `lib/sites.mjs` with the real program and the real Astro, below `target/site-tests`. They
 * share one installation of the packages; each has a `node_modules` of links to it, because Astro keeps what it
 * remembers of a site in there.
 */

import { spawn } from "node:child_process";
import { cp, mkdir, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { OUT, PROGRAM, ROOT, SITES } from "./lib/sites.mjs";

const THEME = `${ROOT}themes/starlight/`;
const OWN_PROJECT = `${ROOT}tests/site/own/project/`;

/** Runs a program to its end and gives what it wrote. @param {string} cwd @param {string} program @param {string[]} args */
function run(cwd, program, ...args) {
  return /** @type {Promise<string>} */ (new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (text += part));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(text) : reject(new Error(`${program} ${args.join(" ")}: exit ${code}\n${text}`))));
  }));
}

/** Installs the theme's packages, unless they are there from a run before. */
async function install() {
  const wanted = await readFile(`${THEME}package-lock.json`, "utf8");
  const installed = await readFile(`${OUT}installed.json`, "utf8").catch(() => "");
  if (wanted === installed) return;
  await mkdir(OUT, { recursive: true });
  for (const file of ["package.json", "package-lock.json", ".npmrc"]) await cp(THEME + file, OUT + file);
  await run(OUT, "npm", "ci", "--no-fund", "--no-audit");
  await writeFile(`${OUT}installed.json`, wanted);
}

/** @param {string} folder */
async function linkPackages(folder) {
  await mkdir(`${folder}node_modules`);
  for (const entry of await readdir(`${OUT}node_modules`)) {
    const isCache = entry.startsWith(".") && entry !== ".bin";
    if (!isCache) await symlink(`../../node_modules/${entry}`, `${folder}node_modules/${entry}`);
  }
}

/** @param {import("./lib/sites.mjs").Site} site */
async function build({ name, manifest, folder, base }) {
  await rm(folder, { recursive: true, force: true });
  if (name === "own") await cp(OWN_PROJECT, folder, { recursive: true });
  const written = await run(dirname(manifest), PROGRAM, "site", manifest, "-o", folder, "--base", base);
  await linkPackages(folder);
  const built = await run(folder, "npm", "run", "build");
  await writeFile(`${folder}build.log`, written + built);
}

const started = performance.now();
await install();
const installed = performance.now();
await Promise.all(Object.values(SITES).map(build));
const seconds = (/** @type {number} */ from, /** @type {number} */ to) => `${((to - from) / 1000).toFixed(0)} s`;
console.log(`Sites built in ${OUT}: packages ${seconds(started, installed)}, sites ${seconds(installed, performance.now())}`);
