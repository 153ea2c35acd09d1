/** Geometry of the small line of call durations in a table row. */

export const WIDTH = 100;
export const HEIGHT = 24;

/**
 * Points of a polyline, each duration scaled between the smallest and the largest; a line of equal durations
 * runs through the middle.
 * @param {number[]} durations at least two
 */
export function trendPoints(durations) {
  const low = Math.min(...durations);
  const span = Math.max(...durations) - low;
  return durations
    .map((d, i) => {
      const x = (i / (durations.length - 1)) * WIDTH;
      const y = span > 0 ? HEIGHT - 2 - ((d - low) / span) * (HEIGHT - 4) : HEIGHT / 2;
      return `${round(x)},${round(y)}`;
    })
    .join(" ");
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
