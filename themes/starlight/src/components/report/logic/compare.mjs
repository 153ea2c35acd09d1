/**
 * Comparing two runs of a case: every figure and text of "What changed" and "Durations". The same code makes
 * the page at build time and follows the pickers in the browser.
 *
 * When the two runs differ in their number of ranks, total and own are per rank: divided by the number of
 * ranks that ran the row. Mean per call and number of calls never are.
 */

import { changePct, duration, factor, signedDuration, thousands } from "./text.mjs";

/**
 * @typedef {import("../types").Comparison} Comparison
 * @typedef {Comparison["runs"][number]} Run
 * @typedef {"total" | "own" | "avg" | "calls"} Metric
 * @typedef {"none" | "new" | "gone" | "same" | "faster" | "slower" | "more" | "fewer"} Kind
 * @typedef {{ kind: Kind, pct: number | null, size: number }} Change `size` is |candidate - baseline|
 */

export const METRICS = /** @type {const} */ ({ total: "total", own: "own", avg: "avg/call", calls: "calls" });
export const ORDERS = /** @type {const} */ ({ tree: "call tree", change: "largest change" });

/** Changes below this many percent count as none. */
const SAME_PCT = 2;
/** A change is listed from this share of the baseline's whole own time ... */
const FLOOR_OF_ALL = 0.005;
/** ... and this share of the row's own. */
const FLOOR_OF_ROW = 0.02;
/** Changes listed per direction. */
const LISTED = 5;

/**
 * @param {Run} run
 * @param {number} row index into `regions`
 * @param {Metric} metric
 * @param {boolean} perRank
 * @returns {number | null} seconds or calls; null where the run has no such row or no time for it
 */
export function valueOf(run, row, metric, perRank) {
  const values = run.values[row];
  if (!values) return null;
  const [total, own, avg, calls, ranks] = values;
  if (metric === "calls") return calls;
  if (metric === "avg") return avg;
  const seconds = metric === "own" ? (own ?? total) : total;
  return seconds === null || !perRank ? seconds : seconds / Math.max(1, ranks);
}

/**
 * What became of one figure.
 * @param {number | null} before
 * @param {number | null} after
 * @param {boolean} [isCount] counts are more or fewer, not slower or faster
 * @returns {Change}
 */
export function change(before, after, isCount = false) {
  const size = Math.abs((after ?? 0) - (before ?? 0));
  if (before === null && after === null) return { kind: "none", pct: null, size };
  if (after === null) return { kind: "gone", pct: null, size };
  if (size === 0 && before !== null) return { kind: "same", pct: 0, size };
  if (!before) return { kind: "new", pct: null, size };
  const pct = (100 * (after - before)) / before;
  if (Math.abs(pct) < SAME_PCT) return { kind: "same", pct, size };
  if (isCount) return { kind: pct < 0 ? "fewer" : "more", pct, size };
  return { kind: pct < 0 ? "faster" : "slower", pct, size };
}

/** @param {Kind} kind @returns {import("../types").Tone} */
export function toneOf(kind) {
  if (kind === "faster") return "good";
  return kind === "slower" ? "bad" : "";
}

/**
 * Text of a change: `+96.3% slower`, `same`, `new`, `gone`, `-`.
 * @param {Change} c
 */
export function changeText({ kind, pct }) {
  if (kind === "none") return "-";
  return pct === null || kind === "same" ? kind : `${changePct(pct)} ${kind}`;
}

/**
 * Rows that either run has: the baseline's own order; rows of the candidate alone after the last row below
 * their parent, at the end if they have none.
 * @param {Comparison} comparison
 * @param {Run} baseline
 * @param {Run} candidate
 * @returns {number[]} indices into `regions`
 */
export function treeOrder(comparison, baseline, candidate) {
  const rows = [...baseline.order];
  const present = new Set(rows);
  for (const row of candidate.order) {
    if (present.has(row)) continue;
    present.add(row);
    rows.splice(placeOf(comparison, rows, comparison.regions[row].path), 0, row);
  }
  return rows;
}

/** @param {Comparison} comparison @param {number[]} rows @param {string[]} path */
function placeOf(comparison, rows, path) {
  const parent = path.slice(0, -1);
  if (parent.length === 0) return rows.length;
  const below = (/** @type {number} */ row) => parent.every((name, i) => comparison.regions[row].path[i] === name);
  return rows.findLastIndex(below) + 1 || rows.length;
}

/**
 * The largest changes of own time, where they matter: at least 0.5 % of the baseline's own time over all rows
 * and 2 % of the row's. A missing side counts as 0.
 * @param {Comparison} comparison
 * @param {Run} baseline
 * @param {Run} candidate
 */
export function largestChanges(comparison, baseline, candidate) {
  const perRank = baseline.ranks !== candidate.ranks;
  const all = treeOrder(comparison, baseline, candidate).map((row) => {
    const before = valueOf(baseline, row, "own", perRank) ?? 0;
    const after = valueOf(candidate, row, "own", perRank) ?? 0;
    return { row, before, after, delta: after - before, isNew: !baseline.values[row], isGone: !candidate.values[row] };
  });
  const floor = FLOOR_OF_ALL * all.reduce((sum, c) => sum + c.before, 0);
  const kept = all
    .filter((c) => c.delta !== 0 && Math.abs(c.delta) >= floor)
    .filter((c) => c.before === 0 || Math.abs(c.delta) >= FLOOR_OF_ROW * c.before)
    .sort((a, b) => Math.abs(b.delta) - Math.abs(a.delta));
  return {
    faster: kept.filter((c) => c.delta < 0).slice(0, LISTED),
    slower: kept.filter((c) => c.delta > 0).slice(0, LISTED),
  };
}

/** @param {Metric} metric @param {number | null} value */
function valueText(metric, value) {
  if (metric !== "calls" || value === null) return duration(value);
  return thousands(value);
}

/**
 * @typedef {{ label: string, value: string, detail: string, tone: import("../types").Tone }} Card
 * @typedef {{ region: string, context: string, text: string, bar_pct: number }} Item
 * @typedef {{ row: number, region: string, depth: number, before: string, after: string, change: string,
 *   title: string, tone: import("../types").Tone }} Row
 */

/** @param {Run} baseline @param {Run} candidate @returns {Card} */
function wallCard(baseline, candidate) {
  const { wall_s: before } = baseline;
  const { wall_s: after } = candidate;
  const value = `${duration(before)} → ${duration(after)}`;
  if (before === null || after === null || before <= 0 || after <= 0) {
    return { label: "Wall time", value, detail: "unknown for one of the runs", tone: "" };
  }
  const { kind, pct } = change(before, after);
  const detail = kind === "same" || pct === null ? kind : `${changePct(pct)} · ${factor(before, after)}`;
  return { label: "Wall time", value, detail, tone: toneOf(kind) };
}

/** @param {string} label @param {Item | undefined} item @param {import("../types").Tone} tone @returns {Card} */
function changeCard(label, item, tone) {
  return item ? { label, value: item.region, detail: `own time ${item.text}`, tone } : { label, value: "none", detail: "", tone: "" };
}

/**
 * Everything that is shown for one pair of runs, as text.
 * @param {Comparison} comparison
 * @param {{ baseline: number, candidate: number, metric: Metric, order: keyof typeof ORDERS }} choice
 */
export function compareView(comparison, { baseline: b, candidate: c, metric, order }) {
  const baseline = comparison.runs[b];
  const candidate = comparison.runs[c];
  const perRank = baseline.ranks !== candidate.ranks;
  const { faster, slower } = changeLists(comparison, baseline, candidate);
  return {
    baseline: baseline.label,
    candidate: candidate.label,
    cards: [
      wallCard(baseline, candidate),
      changeCard("Largest improvement", faster[0], "good"),
      changeCard("Largest regression", slower[0], "bad"),
    ],
    faster,
    slower,
    rows: tableRows(comparison, baseline, candidate, metric, order),
    note: perRank
      ? `Total and own time are per rank, because ${baseline.label} ran on ${baseline.ranks} and ${candidate.label} on ${candidate.ranks} ranks: each is divided by the number of ranks that ran the region.`
      : "",
  };
}

/** @param {Comparison} comparison @param {Run} baseline @param {Run} candidate */
function changeLists(comparison, baseline, candidate) {
  const lists = largestChanges(comparison, baseline, candidate);
  const largest = Math.max(0, ...[...lists.faster, ...lists.slower].map((x) => Math.abs(x.delta)));
  const item = (/** @type {typeof lists.faster[number]} */ x) => {
    const { name, path } = comparison.regions[x.row];
    const note = x.isNew ? "new" : x.isGone ? "gone" : x.before > 0 ? changePct((100 * x.delta) / x.before) : "from 0";
    return {
      region: name,
      context: path.slice(1, -1).join(" › "),
      text: `${signedDuration(x.delta)} (${note})`,
      bar_pct: (100 * Math.abs(x.delta)) / largest,
    };
  };
  return { faster: lists.faster.map(item), slower: lists.slower.map(item) };
}

/**
 * @param {Comparison} comparison @param {Run} baseline @param {Run} candidate @param {Metric} metric
 * @param {keyof typeof ORDERS} order @returns {Row[]}
 */
function tableRows(comparison, baseline, candidate, metric, order) {
  const perRank = baseline.ranks !== candidate.ranks;
  const rows = treeOrder(comparison, baseline, candidate).map((row) => {
    const before = valueOf(baseline, row, metric, perRank);
    const after = valueOf(candidate, row, metric, perRank);
    const changed = change(before, after, metric === "calls");
    const { name, depth } = comparison.regions[row];
    return {
      row, region: name, depth: order === "tree" ? depth : 0, size: changed.size,
      before: valueText(metric, before), after: valueText(metric, after), change: changeText(changed),
      title: changeTitle(metric, before, after), tone: toneOf(changed.kind),
    };
  });
  return order === "tree" ? rows : rows.sort((a, b) => b.size - a.size);
}

/** @param {Metric} metric @param {number | null} before @param {number | null} after */
function changeTitle(metric, before, after) {
  if (!before || !after || before === after) return "";
  const pct = changePct((100 * (after - before)) / before);
  if (metric === "calls") return `${after > before ? "+" : "\u2212"}${thousands(Math.abs(after - before))} (${pct})`;
  const size = `${signedDuration(after - before)} (${pct})`;
  return change(before, after).kind === "same" ? size : `${size} · ${factor(before, after)}`;
}
