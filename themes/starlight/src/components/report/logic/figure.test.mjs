import assert from "node:assert/strict";
import { test } from "node:test";
import { filterFigure, highlightFigure, regionOfPoint, themeLayout } from "./figure.mjs";

const only = (...names) => ({ keeps: (name) => names.includes(name), maxDepth: null });
const all = (maxDepth) => ({ keeps: () => true, maxDepth });

const bars = {
  data: [
    { type: "bar", x: ["a", "b&lt;"], y: [1, 2], marker: { color: ["red", "blue"] }, meta: { regions: [0, 1] } },
    { type: "bar", x: ["b&lt;"], y: [3], meta: { regions: [1] } },
  ],
  layout: {
    xaxis: { type: "category", categoryarray: ["b&lt;", "a"] },
    meta: { regions: ["a", "b<"], region_axis: "x", labels: ["a", "b&lt;"] },
  },
};
const timeline = {
  data: [
    { type: "bar", y: ["a", "a"], x: [1, 2], base: [0, 5], meta: { region: 0, depths: [0, 2] } },
    { type: "bar", y: ["b"], x: [1], base: [0], meta: { region: 1, depths: [null] } },
    { type: "scatter", x: [0], y: [1] },
  ],
  layout: {
    height: 900, yaxis: { categoryarray: ["a", "b"] },
    meta: { regions: ["a", "b"], region_axis: "y", labels: ["a", "b"], lanes: { axis: "y", px: 26, frame_px: 150, min_px: 170 } },
  },
};

test("marks of other regions are dropped together with their category", () => {
  const { data, layout } = filterFigure(bars, only("a"));
  assert.deepEqual(data[0].x, ["a"]);
  assert.deepEqual(data[0].y, [1]);
  assert.deepEqual(data[0].marker.color, ["red"]);
  assert.deepEqual(data[0].meta.regions, [0]);
  assert.deepEqual(data[1].y, []);
  assert.deepEqual(layout.xaxis.categoryarray, ["a"]);
  assert.deepEqual(bars.data[0].x, ["a", "b&lt;"]);
  assert.deepEqual(bars.layout.xaxis.categoryarray, ["b&lt;", "a"]);
});

test("whole traces go, decoration stays, the height follows the lanes", () => {
  const { data, layout } = filterFigure(timeline, only("b"));
  assert.deepEqual(data.map((t) => t.type), ["bar", "scatter"]);
  assert.deepEqual(layout.yaxis.categoryarray, ["b"]);
  assert.equal(layout.height, 176);
});

test("calls deeper than the limit are dropped, an unknown depth stays", () => {
  const { data } = filterFigure(timeline, all(1));
  assert.deepEqual(data[0].base, [0]);
  assert.deepEqual(data[0].meta.depths, [0]);
  assert.deepEqual(data[1].base, [0]);
  assert.deepEqual(filterFigure(timeline, all(null)).data, timeline.data);
});

test("columns of a heatmap are filtered in every row", () => {
  const cells = {
    data: [{ type: "heatmap", x: ["a", "b"], y: ["rank 0", "rank 1"], z: [[1, 2], [3, null]], meta: { regions: [0, 1] } }],
    layout: { xaxis: { categoryarray: ["a", "b"] }, meta: { regions: ["a", "b"], region_axis: "x", labels: ["a", "b"] } },
  };
  const [trace] = filterFigure(cells, only("b")).data;
  assert.deepEqual(trace.z, [[2], [null]]);
  assert.deepEqual(trace.x, ["b"]);
  assert.deepEqual(trace.y, ["rank 0", "rank 1"]);
});

test("a figure of another program is left as it is", () => {
  const figure = { data: [{ type: "bar", y: [1] }], layout: {} };
  assert.deepEqual(filterFigure(figure, only()).data, figure.data);
  assert.equal(highlightFigure(figure, "a"), figure);
});

test("highlighting fades the other marks", () => {
  assert.deepEqual(highlightFigure(timeline, "b").data.map((t) => t.opacity), [0.25, 1, undefined]);
  assert.deepEqual(highlightFigure(bars, "b<").data[0].marker.opacity, [0.25, 1]);
  assert.equal(highlightFigure(bars, "gone"), bars);
});

test("a chosen axis type replaces range and ticks of the other", () => {
  const colours = { text: "t", grid: "g", line: "l", surface: "s", font: "f" };
  const layout = { xaxis: { tickvals: [1, 2], title: { text: "ranks" } }, yaxis: { range: [0, 5] } };
  const log = themeLayout(layout, colours, { y: "log" });
  assert.equal(log.yaxis.type, "log");
  assert.equal(log.yaxis.range, undefined);
  assert.deepEqual(log.xaxis.tickvals, [1, 2]);
  assert.equal(log.xaxis.gridcolor, "g");
  assert.deepEqual(themeLayout(layout, colours, { y: "linear" }).yaxis.range, [0, 5]);
});

test("a clicked mark knows its region", () => {
  assert.equal(regionOfPoint(bars.layout, { data: bars.data[0], pointNumber: 1 }), "b<");
  assert.equal(regionOfPoint(timeline.layout, { data: timeline.data[1], pointNumber: 0 }), "b");
  assert.equal(regionOfPoint(timeline.layout, { data: timeline.data[2], pointNumber: 0 }), null);
  assert.equal(regionOfPoint(bars.layout, { data: { meta: { regions: [0, 1] } }, pointNumber: [3, 1] }), "b<");
});
