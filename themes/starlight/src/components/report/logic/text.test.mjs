import assert from "node:assert/strict";
import { test } from "node:test";
import { changePct, duration, factor, signedDuration } from "./text.mjs";

test("durations choose their unit after rounding", () => {
  const cases = [
    [0, "0 s"], [1e-9, "1 ns"], [680e-6, "680 µs"], [0.00099951, "1 ms"], [0.99951, "0.9995 s"], [0.999951, "1 s"], [0.9994, "999 ms"],
    [1.23456, "1.235 s"], [999.96, "1,000 s"], [1234567, "1,234,567 s"], [0.083367, "83.4 ms"], [null, "-"],
  ];
  for (const [seconds, text] of cases) assert.equal(duration(seconds), text);
});

test("signs are always shown, but for zero", () => {
  assert.equal(signedDuration(0.0803), "+80.3 ms");
  assert.equal(signedDuration(-0.002), "\u22122 ms");
  assert.equal(signedDuration(0), "0 s");
  assert.equal(changePct(12.54), "+12.5%");
  assert.equal(changePct(-3), "\u22123.0%");
  assert.equal(changePct(-0.04), "0.0%");
});

test("a factor says which way", () => {
  assert.equal(factor(2, 1), "2.00× faster");
  assert.equal(factor(1, 1.5), "1.50× slower");
});
