import assert from "node:assert/strict";
import { test } from "node:test";
import { nextDirection, sortedPositions } from "./sort.mjs";
import { ancestors, unfolded } from "./tree.mjs";
import { trendPoints } from "./trend.mjs";

test("a header goes through ascending and descending back to the order of the table", () => {
  const clicks = ["none"];
  for (let i = 0; i < 3; i++) clicks.push(nextDirection(clicks[i]));
  assert.deepEqual(clicks, ["none", "ascending", "descending", "none"]);
});

test("numbers by size, texts naturally, missing last, equals in place", () => {
  assert.deepEqual(sortedPositions([10, 9, null, 9], "ascending"), [1, 3, 0, 2]);
  assert.deepEqual(sortedPositions([10, 9, null, 9], "descending"), [0, 1, 3, 2]);
  assert.deepEqual(sortedPositions(["np10", "np2", "np1"], "ascending"), [2, 1, 0]);
  assert.deepEqual(sortedPositions([3, 1], "none"), [0, 1]);
});

test("a folded row hides everything below it", () => {
  const parents = [null, 0, 1, 0, null];
  assert.deepEqual(unfolded(parents, new Set()), [true, true, true, true, true]);
  assert.deepEqual(unfolded(parents, new Set([1])), [true, true, false, true, true]);
  assert.deepEqual(unfolded(parents, new Set([0])), [true, false, false, false, true]);
  assert.deepEqual(ancestors(parents, 2), [1, 0]);
  assert.deepEqual(ancestors(parents, 4), []);
});

test("a trend spans its box, equal durations run through the middle", () => {
  assert.equal(trendPoints([1, 3, 2]), "0,22 50,2 100,12");
  assert.equal(trendPoints([5, 5]), "0,12 100,12");
});
