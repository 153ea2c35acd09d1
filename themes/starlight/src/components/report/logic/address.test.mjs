import assert from "node:assert/strict";
import { test } from "node:test";
import { dataAddress, firstRows, languageOf } from "./address.mjs";

test("data lies below the base path", () => {
  assert.equal(dataAddress("/", "/catalogue/a.json"), "/catalogue/a.json");
  assert.equal(dataAddress("/studies", "/catalogue/a.json"), "/studies/catalogue/a.json");
  assert.equal(dataAddress("/a/b/", "/catalogue/a.json"), "/a/b/catalogue/a.json");
});

test("a region leads to its first row, whatever its name", () => {
  const rows = firstRows([{ id: "r0", region: "__proto__" }, { id: "r1", region: "a" }, { id: "r2", region: "a" }]);
  assert.deepEqual([rows.get("__proto__"), rows.get("a"), rows.get("b")], ["r0", "r1", undefined]);
});

test("languages of snippets", () => {
  assert.equal(languageOf("/src/solver.PY"), "python");
  assert.equal(languageOf("Makefile"), "text");
});
