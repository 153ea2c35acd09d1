/** Chart panels as a reader meets them: opened, looked at, switched. */

/** @typedef {import("./browser.mjs").BrowserPage} BrowserPage */
/** @typedef {import("playwright-core").Locator} Locator */

/** What Plotly draws for the types of traces that the figures have. */
const MARKS = /** @type {Record<string, string>} */ ({
  bar: ".barlayer .point path", scatter: ".scatterlayer .js-line, .scatterlayer .point", heatmap: ".heatmaplayer image",
});

/** @param {BrowserPage} page @param {string} id */
export const panelOf = (page, id) => page.locator(`details.chart[id="${id}"]`);

/** The types of traces with something to draw. @param {{ data: any[] }} figure */
export function typesOf({ data }) {
  const hasValues = (/** @type {any} */ trace) => trace.z?.length > 0 || [trace.x, trace.y].every((v) => v?.some?.((/** @type {unknown} */ x) => x !== null));
  return [...new Set(data.filter(hasValues).map((trace) => trace.type ?? "scatter"))];
}

/**
 * @typedef {object} Seen
 * @property {Record<string, number>} marks number of marks that have an extent, by type of trace
 * @property {string[]} ticks texts of both axes
 * @property {string} text what stands in the panel, without the drawing
 * @property {string[][]} rows of the table beside the drawing
 * @property {string | null} problem
 */

/** Opens a panel, brings it into view, and tells what is there once it is drawn. @param {Locator} panel @returns {Promise<Seen>} */
export const seePanel = (panel) => panel.evaluate(async (element, selectors) => {
  const details = /** @type {HTMLDetailsElement} */ (element);
  details.open = true;
  details.scrollIntoView();
  const plot = /** @type {Element} */ (details.querySelector("[data-plot]"));
  const problem = /** @type {HTMLElement} */ (details.querySelector("[data-problem]"));
  const isDone = () => plot.querySelector(".main-svg .xtick, .main-svg .ytick, .main-svg .annotation") || !problem.hidden;
  for (const end = performance.now() + 60_000; !isDone() && performance.now() < end; ) await new Promise((resolve) => setTimeout(resolve, 20));
  const hasExtent = (/** @type {Element} */ mark) => {
    const { width, height } = mark.getBoundingClientRect();
    return width > 0 || height > 0;
  };
  const texts = (/** @type {string} */ selector) => [...details.querySelectorAll(selector)].map((found) => found.textContent ?? "");
  return {
    marks: Object.fromEntries(Object.entries(selectors).map(([type, selector]) => [type, [...plot.querySelectorAll(selector)].filter(hasExtent).length])),
    ticks: texts(".xtick text, .ytick text"),
    text: texts(":scope > summary, :scope > p:not([hidden])").join("\n"),
    rows: [...details.querySelectorAll("details.figures tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent ?? "")),
    problem: problem.hidden ? null : problem.textContent,
  };
}, MARKS);

/**
 * Waits until the drawing fulfils a condition.
 * @template T
 * @param {Locator} panel
 * @param {(plot: any, argument: T) => boolean} condition
 * @param {T} argument
 */
export async function untilDrawn(panel, condition, argument) {
  const plot = await panel.locator("[data-plot]").elementHandle();
  await panel.page().waitForFunction(
    ([element, source, given]) => new Function(`return (${source})`)()(element, given), [plot, String(condition), argument],
  );
}
