/**
 * Quantities as text, for figures that are computed in the browser. The rules are those of the program:
 * the unit is chosen after rounding, minus is U+2212, and nothing reads `-0.0%`.
 */

const MINUS = "\u2212";

/**
 * A number with `digits` significant digits, without exponent or trailing zeros.
 * @param {number} value
 * @param {number} digits
 */
function significant(value, digits) {
  if (value === 0) return "0";
  const rounded = Number(value.toPrecision(digits));
  const places = Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(rounded))));
  const text = rounded.toFixed(Math.min(places, 20));
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/**
 * A duration in seconds: 3 significant digits in ns, µs and ms below 1 s, 4 digits in s below 1000,
 * thousands-separated above; `-` when unknown.
 * @param {number | null} seconds
 */
export function duration(seconds) {
  if (seconds === null || !Number.isFinite(seconds)) return "-";
  if (seconds === 0) return "0 s";
  const sign = seconds < 0 ? MINUS : "";
  const size = Math.abs(seconds);
  const units = /** @type {const} */ ([["ns", 1e9, 3], ["µs", 1e6, 3], ["ms", 1e3, 3], ["s", 1, 4]]);
  for (const [unit, factor, digits] of units) {
    const text = significant(size * factor, digits);
    if (Number(text) < 1000) return `${sign}${text} ${unit}`;
  }
  return `${sign}${thousands(size)} s`;
}

/**
 * A duration that always shows its sign, but for 0.
 * @param {number} seconds
 */
export function signedDuration(seconds) {
  return seconds > 0 ? `+${duration(seconds)}` : duration(seconds);
}

/**
 * A whole number with commas between groups of three digits.
 * @param {number} value
 */
export function thousands(value) {
  return Math.round(value).toString().replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * A change in percent with sign and one decimal: `+12.5%`, `−3.0%`, `0.0%`.
 * @param {number} pct
 */
export function changePct(pct) {
  const text = Math.abs(pct).toFixed(1);
  if (Number(text) === 0) return "0.0%";
  return `${pct < 0 ? MINUS : "+"}${text}%`;
}

/**
 * How many times faster or slower: `1.54× slower`.
 * @param {number} before
 * @param {number} after both greater than 0
 */
export function factor(before, after) {
  const ratio = Math.max(before, after) / Math.min(before, after);
  return `${ratio.toFixed(2)}× ${after < before ? "faster" : "slower"}`;
}
