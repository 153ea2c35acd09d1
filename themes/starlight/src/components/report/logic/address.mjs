/**
 * Address of a data file below the site's base path.
 * @param {string} base `import.meta.env.BASE_URL`
 * @param {string} url starts with `/`
 */
export function dataAddress(base, url) {
  return base.replace(/\/$/, "") + url;
}

/**
 * Id of the first table row of each region.
 * @param {{ id: string, region: string }[]} rows
 */
export function firstRows(rows) {
  /** @type {Map<string, string>} */
  const ids = new Map();
  for (const row of rows) if (!ids.has(row.region)) ids.set(row.region, row.id);
  return ids;
}

/** Languages by file extension, for the highlighting of source snippets. */
const LANGUAGES = /** @type {Record<string, string>} */ ({
  py: "python", c: "c", h: "c", cc: "cpp", cpp: "cpp", cxx: "cpp", hpp: "cpp", f: "fortran-fixed-form", f90: "fortran-free-form",
  jl: "julia", m: "matlab", rs: "rust", sh: "bash",
});

/**
 * Language of a source file; plain text when the extension says nothing.
 * @param {string} file
 */
export function languageOf(file) {
  return LANGUAGES[file.split(".").at(-1)?.toLowerCase() ?? ""] ?? "text";
}
