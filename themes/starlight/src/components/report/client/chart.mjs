/** Draws one chart panel with Plotly, which is loaded with the first chart. */

import { filterFigure, highlightFigure, regionOfPoint, themeLayout } from "../logic/figure.mjs";
import { offerRow } from "./offer-row.mjs";
import { keeps, state, update } from "./state.mjs";

/** @typedef {import("../logic/figure.mjs").Figure} Figure */

/** @type {Map<string, Promise<Figure>>} */
const loaded = new Map();

/** @param {string} src @returns {Promise<Figure>} */
function figureOf(src) {
  const known = loaded.get(src);
  if (known) return known;
  const promise = fetch(src).then((answer) => {
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`.trim());
    return answer.json();
  });
  promise.catch(() => loaded.delete(src));
  loaded.set(src, promise);
  return promise;
}

/** What a reader sees instead of a chart that cannot be drawn. @param {unknown} error */
export function problemText(error) {
  const reason = error instanceof Error ? error.message : String(error);
  return `The chart could not be drawn (${reason}). Its figures are in the table below.`;
}

/** What the panel's controls ask for. @param {HTMLElement} panel */
function choiceOf(panel) {
  const variants = JSON.parse(panel.dataset.variants ?? "[]");
  const pressed = panel.querySelector('[data-variant][aria-pressed="true"]')?.getAttribute("data-variant");
  const variant = pressed === undefined || pressed === null ? null : variants[Number(pressed)];
  const alternate = /** @type {HTMLInputElement | null} */ (panel.querySelector("input[data-alternate]"));
  const src = alternate?.checked ? panel.dataset.alternate : (variant?.src ?? panel.dataset.chart);
  /** @type {Record<string, string>} */
  const axes = {};
  for (const label of /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll("[data-axis]"))) {
    const select = /** @type {HTMLSelectElement} */ (label.querySelector("select"));
    if (!label.hidden) axes[label.dataset.axis ?? ""] = select.value;
  }
  return { src: src ?? "", axes };
}

/** The page's colours, as Plotly takes them. @param {HTMLElement} plot */
function coloursOf(plot) {
  const style = getComputedStyle(plot);
  return {
    text: style.color, grid: style.borderBlockStartColor, line: style.outlineColor, surface: style.backgroundColor,
    font: style.fontFamily,
  };
}

/** Draws or redraws the panel's chart. @param {HTMLDetailsElement} panel */
export async function drawChart(panel) {
  const plot = /** @type {any} */ (panel.querySelector("[data-plot]"));
  const { src, axes } = choiceOf(panel);
  const [figure, { default: Plotly }] = await Promise.all([figureOf(src), import("plotly.js-cartesian-dist-min")]);
  const isFirst = !plot.layout;
  if (isFirst) activate(panel, figure);
  if (choiceOf(panel).src !== src) return;
  const { data, layout } = highlightFigure(filterFigure(figure, { keeps, maxDepth: state.maxDepth }), state.highlight);
  const themed = themeLayout(layout, coloursOf(plot), isFirst ? {} : axes);
  plot.style.minHeight = `${themed.height ?? 420}px`;
  await Plotly.react(plot, data, { ...themed, uirevision: `${src} ${JSON.stringify(axes)}` }, {
    displaylogo: false, responsive: true, scrollZoom: false,
    modeBarButtons: [["toImage", "zoom2d", "pan2d", "resetScale2d"]],
  });
  if (isFirst) plot.on("plotly_click", (/** @type {any} */ event) => pickPoint(plot.layout, event));
}

/** @param {any} layout @param {any} event */
function pickPoint(layout, event) {
  const name = event.points[0] && regionOfPoint(layout, event.points[0]);
  if (!name) return;
  update({ highlight: name });
  offerRow(name);
}

/** Switches the panel's controls on. @param {HTMLDetailsElement} panel @param {Figure} figure */
function activate(panel, figure) {
  const redraw = () => panel.dispatchEvent(new Event("redraw"));
  const fieldset = /** @type {HTMLFieldSetElement} */ (panel.querySelector("fieldset"));
  fieldset.disabled = false;
  const logAxes = figure.layout.meta?.log_axes ?? [];
  for (const label of /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll("[data-axis]"))) {
    const axis = label.dataset.axis ?? "";
    label.hidden = !logAxes.includes(axis);
    /** @type {HTMLSelectElement} */ (label.querySelector("select")).value = figure.layout[`${axis}axis`]?.type === "log" ? "log" : "linear";
  }
  const controls = /** @type {HTMLElement[]} */ ([...fieldset.querySelectorAll(":scope > :not(legend)")]);
  fieldset.hidden = controls.every((control) => control.hidden);
  fieldset.addEventListener("change", () => {
    nameFile(panel);
    redraw();
  });
  const buttons = panel.querySelectorAll("[data-variant]");
  for (const button of buttons) {
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      nameFile(panel);
      redraw();
    });
  }
}

/** Lets the download follow what is drawn. @param {HTMLDetailsElement} panel */
function nameFile(panel) {
  const link = /** @type {HTMLAnchorElement | null} */ (panel.querySelector("[data-file]"));
  if (link) link.href = choiceOf(panel).src;
}
