/**
 * Which regions a page shows: those whose name matches the text, among the `top` with the most time,
 * nested no deeper than `maxDepth`.
 */

/**
 * @typedef {{ name: string, seconds: number, depth: number | null }} Region
 * @typedef {{ text: string, top: number | null, maxDepth: number | null }} Choice `null`: no limit
 */

/**
 * The terms of a filter text: comma-separated, without case; `^` ties a term to the start of a name.
 * @param {string} text
 * @returns {{ text: string, start: boolean }[]}
 */
export function parseTerms(text) {
  return text
    .split(",")
    .map((term) => term.trim().toLowerCase())
    .map((term) => (term.startsWith("^") ? { text: term.slice(1), start: true } : { text: term, start: false }))
    .filter((term) => term.text !== "");
}

/**
 * Whether any of the terms matches; without terms every name does.
 * @param {{ text: string, start: boolean }[]} terms
 * @param {string} name
 */
export function matches(terms, name) {
  const lower = name.toLowerCase();
  return terms.length === 0 || terms.some((t) => (t.start ? lower.startsWith(t.text) : lower.includes(t.text)));
}

/**
 * A test for names. Names that are not among `regions` (no time is known of them) are judged by the text alone.
 * @param {Region[]} regions largest first
 * @param {Choice} choice
 * @returns {(name: string) => boolean}
 */
export function selector(regions, { text, top, maxDepth }) {
  const terms = parseTerms(text);
  const dropped = new Set(
    regions
      .filter((r, i) => (top !== null && i >= top) || (maxDepth !== null && r.depth !== null && r.depth > maxDepth))
      .map((r) => r.name),
  );
  return (name) => !dropped.has(name) && matches(terms, name);
}

/**
 * Text of the depth slider.
 * @param {number | null} maxDepth
 */
export function depthText(maxDepth) {
  if (maxDepth === null) return "all levels";
  if (maxDepth === 0) return "top level only";
  return maxDepth === 1 ? "1 level of children" : `${maxDepth} levels of children`;
}

/**
 * Text of the regions slider.
 * @param {number | null} top
 * @param {number} count
 */
export function topText(top, count) {
  return top === null ? `all ${count}` : `top ${top} of ${count}`;
}
