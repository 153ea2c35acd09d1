/** Which rows of a tree are visible: rows are in pre-order, each knows the index of its parent. */

/**
 * @param {(number | null)[]} parents index of each row's parent
 * @param {Set<number>} collapsed rows whose children are folded away
 * @returns {boolean[]}
 */
export function unfolded(parents, collapsed) {
  /** @type {boolean[]} */
  const visible = [];
  parents.forEach((parent, row) => {
    visible[row] = parent === null || (visible[parent] === true && !collapsed.has(parent));
  });
  return visible;
}

/**
 * The rows to open so that `row` is visible.
 * @param {(number | null)[]} parents
 * @param {number} row
 */
export function ancestors(parents, row) {
  /** @type {number[]} */
  const above = [];
  for (let at = parents[row]; at !== null && at !== undefined && above.length < parents.length; at = parents[at]) {
    above.push(at);
  }
  return above;
}
