import assert from "node:assert/strict";
import { test } from "node:test";
import { depthText, matches, parseTerms, selector, topText } from "./filter.mjs";

const regions = [
  { name: "session", seconds: 9, depth: 0 },
  { name: "Solve", seconds: 5, depth: 1 },
  { name: "solve_inner", seconds: 4, depth: 2 },
  { name: "output", seconds: 1, depth: null },
];
const shown = (choice) =>
  regions.map((r) => r.name).filter(selector(regions, { text: "", top: null, maxDepth: null, ...choice }));

test("terms are substrings without case, any of them matches", () => {
  assert.deepEqual(shown({ text: "solve" }), ["Solve", "solve_inner"]);
  assert.deepEqual(shown({ text: " OUT , inner" }), ["solve_inner", "output"]);
  assert.deepEqual(shown({ text: " , ^" }), ["session", "Solve", "solve_inner", "output"]);
  assert.equal(matches(parseTerms("a|b("), "x"), false);
});

test("a caret ties a term to the start", () => {
  assert.deepEqual(shown({ text: "^s" }), ["session", "Solve", "solve_inner"]);
  assert.deepEqual(shown({ text: "^inner" }), []);
});

test("top and depth limit, an unknown depth stays", () => {
  assert.deepEqual(shown({ top: 2 }), ["session", "Solve"]);
  assert.deepEqual(shown({ maxDepth: 0 }), ["session", "output"]);
  assert.equal(selector(regions, { text: "", top: 1, maxDepth: 0 })("never timed"), true);
});

test("sliders say what they do", () => {
  assert.equal(topText(null, 4), "all 4");
  assert.equal(topText(2, 4), "top 2 of 4");
  assert.equal(depthText(null), "all levels");
  assert.equal(depthText(0), "top level only");
  assert.equal(depthText(2), "2 levels of children");
});
