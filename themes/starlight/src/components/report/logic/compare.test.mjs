import assert from "node:assert/strict";
import { test } from "node:test";
import { change, changeText, compareView, largestChanges, treeOrder, valueOf } from "./compare.mjs";

/** A comparison of two runs of regions with the given own times; null: the run has no such row. */
function comparison(rows, { ranks = [1, 1], wall = [1, 1] } = {}) {
  const run = (side) => ({
    label: side === 0 ? "A" : "B", href: null, group: null, ranks: ranks[side], wall_s: wall[side],
    values: rows.map((r) => (r.own[side] === null ? null : [r.own[side], r.own[side], r.own[side], r.calls ?? 1, r.on?.[side] ?? ranks[side]])),
    order: rows.map((_, i) => i).filter((i) => rows[i].own[side] !== null),
  });
  return {
    regions: rows.map((r) => ({ name: r.name, path: r.path ?? [r.name], depth: (r.path ?? [r.name]).length - 1 })),
    runs: [run(0), run(1)],
    default: { baseline: 0, candidate: 1 },
  };
}

test("a change below two percent is none", () => {
  assert.equal(change(100, 101.9).kind, "same");
  assert.equal(change(100, 102).kind, "slower");
  assert.equal(change(50, 48).kind, "faster");
  assert.equal(change(10, 12, true).kind, "more");
  assert.equal(change(10, 8, true).kind, "fewer");
});

test("missing sides and zeros", () => {
  assert.equal(change(null, null).kind, "none");
  assert.equal(change(2, null).kind, "gone");
  assert.equal(change(null, 1).kind, "new");
  assert.equal(change(0, 0.8).kind, "new");
  assert.equal(change(0, 0).kind, "same");
  assert.equal(change(null, 0).kind, "new");
  assert.equal(change(0, null).kind, "gone");
  assert.deepEqual(
    [[null, null], [2, null], [null, 1], [1, 1.5], [0, 0], [100, 98.5]].map(([a, b]) => changeText(change(a, b))),
    ["-", "gone", "new", "+50.0% slower", "same", "same"],
  );
});

test("largest changes: 0.5 % of all own time and 2 % of the row, a missing side is 0", () => {
  const c = comparison([
    { name: "a", own: [100, 101.9] },
    { name: "b", own: [50, 51] },
    { name: "c", own: [0.1, 0.5] },
    { name: "d", own: [null, 1] },
    { name: "e", own: [2, null] },
    { name: "f", own: [1, 1.7] },
    { name: "g", own: [0, 0.8] },
  ]);
  const { faster, slower } = largestChanges(c, c.runs[0], c.runs[1]);
  const names = (list) => list.map((x) => c.regions[x.row].name);
  assert.deepEqual(names(slower), ["b", "d", "g"]);
  assert.deepEqual(names(faster), ["e"]);
  const view = compareView(c, { baseline: 0, candidate: 1, metric: "own", order: "tree" });
  assert.deepEqual(view.slower.map((x) => x.text), ["+1 s (+2.0%)", "+1 s (new)", "+800 ms (from 0)"]);
  assert.deepEqual(view.faster.map((x) => [x.text, x.bar_pct]), [["\u22122 s (gone)", 100]]);
});

test("no more than five changes per direction", () => {
  const c = comparison(Array.from({ length: 9 }, (_, i) => ({ name: `r${i}`, own: [10, 20 + i] })));
  assert.deepEqual(largestChanges(c, c.runs[0], c.runs[1]).slower.map((x) => x.row), [8, 7, 6, 5, 4]);
});

test("different rank counts: total and own per rank that ran the region", () => {
  const c = comparison(
    [
      { name: "session", own: [90, 180], on: [1, 2] },
      { name: "B", own: [40, 40], on: [1, 1], calls: 6 },
    ],
    { ranks: [1, 2] },
  );
  const [a, b] = c.runs;
  assert.equal(valueOf(b, 0, "total", true), 90);
  assert.equal(valueOf(b, 1, "own", true), 40);
  assert.equal(valueOf(b, 1, "calls", true), 6);
  assert.equal(valueOf(b, 0, "avg", true), 180);
  assert.equal(valueOf(a, 0, "total", false), 90);
  const view = compareView(c, { baseline: 0, candidate: 1, metric: "total", order: "tree" });
  assert.deepEqual(view.rows.map((r) => r.change), ["same", "same"]);
  assert.match(view.note, /per rank/);
});

test("a missing own time is the total", () => {
  const c = comparison([{ name: "a", own: [1, 1] }]);
  c.runs[0].values[0] = [3, null, 3, 1, 1];
  assert.equal(valueOf(c.runs[0], 0, "own", false), 3);
});

test("wall time: factor and sign, nothing below two percent, unknown stays unknown", () => {
  const card = (wall) =>
    compareView(comparison([], { wall }), { baseline: 0, candidate: 1, metric: "total", order: "tree" }).cards[0];
  assert.deepEqual(card([2, 1]), { label: "Wall time", value: "2 s → 1 s", detail: "\u221250.0% · 2.00× faster", tone: "good" });
  assert.equal(card([1, 1.54]).detail, "+54.0% · 1.54× slower");
  assert.equal(card([1, 1]).detail, "same");
  assert.equal(card([1, 1.0199]).tone, "");
  assert.equal(card([null, 1]).value, "- → 1 s");
});

test("tree order: the baseline's, then the candidate's below their parents", () => {
  const c = comparison([
    { name: "S", path: ["S"], own: [1, 1] },
    { name: "a", path: ["S", "a"], own: [1, 1] },
    { name: "b", path: ["S", "b"], own: [1, 1] },
    { name: "new", path: ["S", "a", "new"], own: [null, 1] },
    { name: "loose", path: [], own: [null, 1] },
    { name: "last", path: ["S", "last"], own: [null, 1] },
  ]);
  assert.deepEqual(treeOrder(c, c.runs[0], c.runs[1]), [0, 1, 3, 2, 5, 4]);
});

test("names that read like paths do not become paths", () => {
  const c = comparison([
    { name: "S", path: ["S"], own: [1, 1] },
    { name: "x", path: ["S", "x"], own: [1, 1] },
    { name: "x > y", path: ["S", "x > y"], own: [null, 1] },
  ]);
  assert.deepEqual(treeOrder(c, c.runs[0], c.runs[1]), [0, 1, 2]);
});

test("largest change first, without indent", () => {
  const c = comparison([
    { name: "S", path: ["S"], own: [10, 10] },
    { name: "a", path: ["S", "a"], own: [1, 4] },
  ]);
  const { rows } = compareView(c, { baseline: 0, candidate: 1, metric: "total", order: "change" });
  assert.deepEqual(rows.map((r) => [r.region, r.depth, r.before, r.after, r.title]), [
    ["a", 0, "1 s", "4 s", "+3 s (+300.0%) · 4.00× slower"],
    ["S", 0, "10 s", "10 s", ""],
  ]);
});
