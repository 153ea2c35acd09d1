/** Order of table rows by a column. */

/** @typedef {"ascending" | "descending" | "none"} Direction `none`: the order the table came in */

/**
 * What a click on the column's header asks for next.
 * @param {Direction} now
 * @returns {Direction}
 */
export function nextDirection(now) {
  if (now === "none") return "ascending";
  return now === "ascending" ? "descending" : "none";
}

/**
 * Numbers by size, texts in natural order (`np2` before `np10`); a missing value is last in both directions.
 * @param {string | number | null} a
 * @param {string | number | null} b
 * @param {Direction} direction
 */
export function compareValues(a, b, direction) {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const sign = direction === "descending" ? -1 : 1;
  if (typeof a === "number" && typeof b === "number") return sign * (a - b);
  return sign * String(a).localeCompare(String(b), "en", { numeric: true });
}

/**
 * Positions in sorted order; equal values keep their order.
 * @param {(string | number | null)[]} values
 * @param {Direction} direction
 */
export function sortedPositions(values, direction) {
  const positions = values.map((_, i) => i);
  if (direction === "none") return positions;
  return positions.sort((i, j) => compareValues(values[i], values[j], direction));
}
