/**
 * Plotly figures of this catalogue: what the page's filter, its highlighted region and its colour scheme
 * make of a figure as it was loaded. Nothing here changes the loaded figure.
 *
 * `layout.meta` names the regions; `trace.meta.region` gives a whole trace to one of them,
 * `trace.meta.regions` each mark to one. A trace with neither is decoration and always shown.
 */

/**
 * @typedef {{ data: any[], layout: any }} Figure
 * @typedef {{ keeps: (name: string) => boolean, maxDepth: number | null }} Selection
 */

const FADED = 0.25;
const PER_MARK = ["x", "y", "base", "customdata", "text"];

/**
 * The figure without the marks of regions that are not selected.
 * @param {Figure} figure
 * @param {Selection} selection
 * @returns {Figure}
 */
export function filterFigure(figure, { keeps, maxDepth }) {
  const { layout } = figure;
  const meta = layout.meta ?? {};
  const kept = (meta.regions ?? []).map(keeps);
  const data = figure.data
    .filter((trace) => trace.meta?.region === undefined || kept[trace.meta.region])
    .map((trace) => filterMarks(trace, kept, maxDepth));
  return { data, layout: filterAxis(layout, meta, kept) };
}

/** @param {any} trace @param {boolean[]} kept @param {number | null} maxDepth */
function filterMarks(trace, kept, maxDepth) {
  const { regions, depths } = trace.meta ?? {};
  if (!regions && !(depths && maxDepth !== null)) return trace;
  const shallow = (/** @type {number} */ i) =>
    !depths || maxDepth === null || depths[i] === null || depths[i] <= maxDepth;
  const keep = (/** @type {unknown} */ _, /** @type {number} */ i) => (!regions || kept[regions[i]]) && shallow(i);
  return trace.type === "heatmap" ? pickColumns(trace, keep) : pickMarks(trace, keep);
}

/** @param {any} trace @param {(_: unknown, i: number) => boolean} keep */
function pickMarks(trace, keep) {
  const picked = { ...trace, meta: { ...trace.meta } };
  for (const key of PER_MARK) pickArray(picked, key, keep);
  pickArray(picked.meta, "regions", keep);
  pickArray(picked.meta, "depths", keep);
  if (!trace.marker) return picked;
  picked.marker = { ...trace.marker };
  pickArray(picked.marker, "color", keep);
  if (trace.marker.pattern) {
    picked.marker.pattern = { ...trace.marker.pattern };
    pickArray(picked.marker.pattern, "shape", keep);
  }
  return picked;
}

/** @param {any} trace @param {(_: unknown, i: number) => boolean} keep */
function pickColumns(trace, keep) {
  const picked = { ...trace, x: trace.x.filter(keep), meta: { ...trace.meta } };
  pickArray(picked.meta, "regions", keep);
  for (const key of ["z", "text", "customdata"]) {
    if (Array.isArray(trace[key])) picked[key] = trace[key].map((/** @type {unknown[]} */ row) => (Array.isArray(row) ? row.filter(keep) : row));
  }
  return picked;
}

/** @param {any} owner @param {string} key @param {(_: unknown, i: number) => boolean} keep */
function pickArray(owner, key, keep) {
  if (Array.isArray(owner[key])) owner[key] = owner[key].filter(keep);
}

/** @param {any} layout @param {any} meta @param {boolean[]} kept */
function filterAxis(layout, meta, kept) {
  if (!meta.region_axis) return { ...layout };
  const key = `${meta.region_axis}axis`;
  const dropped = new Set((meta.labels ?? []).filter((/** @type {string} */ _, /** @type {number} */ i) => !kept[i]));
  const categories = (layout[key].categoryarray ?? []).filter((/** @type {string} */ c) => !dropped.has(c));
  const filtered = { ...layout, [key]: { ...layout[key], categoryarray: categories } };
  if (meta.lanes?.axis === meta.region_axis) {
    const { px, frame_px, min_px } = meta.lanes;
    filtered.height = Math.max(min_px, frame_px + px * categories.length);
  }
  return filtered;
}

/**
 * The figure with all marks but the region's faded.
 * @param {Figure} figure
 * @param {string | null} name
 * @returns {Figure}
 */
export function highlightFigure(figure, name) {
  const index = (figure.layout.meta?.regions ?? []).indexOf(name);
  if (index < 0) return figure;
  const data = figure.data.map((trace) => {
    const { region, regions } = trace.meta ?? {};
    if (region !== undefined) return { ...trace, opacity: region === index ? 1 : FADED };
    if (!regions || trace.type === "heatmap") return trace;
    const opacity = regions.map((/** @type {number} */ r) => (r === index ? 1 : FADED));
    return { ...trace, marker: { ...trace.marker, opacity } };
  });
  return { data, layout: figure.layout };
}

/**
 * The layout in the page's colours.
 * @param {any} layout
 * @param {{ text: string, grid: string, line: string, surface: string, font: string }} colours
 * @param {Record<string, string>} axisTypes `linear` or `log` for axes the reader has chosen
 */
export function themeLayout(layout, colours, axisTypes) {
  const axis = (/** @type {string} */ name) => ({
    ...layout[`${name}axis`],
    gridcolor: colours.grid, zerolinecolor: colours.line, linecolor: colours.line, tickcolor: colours.line,
    ...chosenType(layout[`${name}axis`], axisTypes[name]),
  });
  return {
    ...layout,
    font: { ...layout.font, color: colours.text, family: colours.font },
    hoverlabel: { ...layout.hoverlabel, bgcolor: colours.surface, bordercolor: colours.line, font: { color: colours.text, family: colours.font } },
    xaxis: axis("x"), yaxis: axis("y"),
  };
}

/** A fixed range is in the units of the axis' first type, so a new type starts from the data. */
function chosenType(/** @type {any} */ axis, /** @type {string | undefined} */ type) {
  if (!type || type === (axis?.type ?? "linear")) return {};
  return { type, range: undefined, rangemode: undefined, autorange: true, tickmode: "auto", tickvals: undefined, ticktext: undefined };
}

/**
 * Name of the region that a clicked point belongs to.
 * @param {any} layout
 * @param {any} point of Plotly's click event
 * @returns {string | null}
 */
export function regionOfPoint(layout, point) {
  const names = layout.meta?.regions ?? [];
  const { region, regions } = point.data.meta ?? {};
  if (region !== undefined) return names[region] ?? null;
  if (!regions) return null;
  const mark = Array.isArray(point.pointNumber) ? point.pointNumber[1] : point.pointNumber;
  return names[regions[mark]] ?? null;
}
