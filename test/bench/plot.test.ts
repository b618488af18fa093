import { expect, test } from "vitest";
import { type GrowthResult, plotOf, stepsTo } from "./growth.ts";
import { type Panel, type Point, renderPlot, scaleOf } from "./plot.ts";
import { spreadOf } from "./report.ts";

const linear = { label: "requests/s", log: false };
const logarithmic = { label: "contacts", log: true };

const pointsOf = (...places: [number, number][]) => places.map(([x, y]): Point => ({ x, y, min: y, max: y }));
const plotWith = (series: Point[][], y = linear) => {
  const panel: Panel = { x: logarithmic, y, series };
  return renderPlot({ title: "A < B & C", names: series.map((_, at) => `series ${at}`), panels: [panel], columns: 2 });
};
const linesOf = (svg: string) => [...svg.matchAll(/<polyline class="series" points="([^"]*)"/g)].map(([, at]) => at);

test("a linear axis begins at 0 and ends with a round number above all values", () => {
  const { ticks, position } = scaleOf(linear, [30, 97], 100, 0);

  expect(ticks).toEqual([0, 50, 100]);
  expect([0, 50, 100].map(position)).toEqual([100, 50, 0]);
});

test("equal factors are equal distances on a logarithmic axis", () => {
  const { ticks, position, contains } = scaleOf(logarithmic, [1_000, 1_000_000], 0, 300);

  expect(ticks).toEqual([1_000, 10_000, 100_000, 1_000_000]);
  expect(ticks.map((tick) => Math.round(position(tick)))).toEqual([0, 100, 200, 300]);
  expect([0, 0.1].map(contains)).toEqual([false, true]);
});

test("a short logarithmic axis has labels between powers of ten", () => {
  expect(scaleOf(logarithmic, [3, 40], 0, 1).ticks).toEqual([2, 5, 10, 20, 50]);
});

test("an axis with a single value places that value", () => {
  expect(Number.isFinite(scaleOf(logarithmic, [7], 0, 1).position(7))).toBe(true);
  expect(scaleOf(linear, [0], 0, 1).position(0)).toBe(0);
});

test("a plot is well-formed and names its axes, its series and itself", () => {
  const svg = plotWith([pointsOf([1_000, 5], [10_000, 6]), pointsOf([1_000, 1], [10_000, 2])]);

  for (const text of ["contacts (log)", "requests/s", "series 0", "series 1", "A &lt; B &amp; C"]) {
    expect(svg).toContain(`>${text}</text>`);
  }
  expect(svg).toContain("@media (prefers-color-scheme: dark)");
  expect(svg.match(/<g[ >]/g)?.length).toBe(svg.match(/<\/g>/g)?.length);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
});

test("greater figures are higher and further to the right, and equal figures share a position", () => {
  const [first = "", second] = linesOf(plotWith([pointsOf([1, 1], [10, 3]), pointsOf([1, 1], [10, 3])]));

  expect(second).toBe(first);
  const [[left, low], [right, high]] = first.split(" ").map((at) => at.split(",").map(Number)) as [number[], number[]];
  expect(right).toBeGreaterThan(left!);
  expect(high).toBeLessThan(low!);
});

test("values outside of an axis are left out", () => {
  const [line] = linesOf(plotWith([pointsOf([1, 0], [10, 3], [100, 4])], { label: "ms", log: true }));

  expect(line?.split(" ")).toHaveLength(2);
});

test("steps grow by their factors and end with the greatest value", () => {
  expect(stepsTo(100_000, 1_000, [10])).toEqual([1_000, 10_000, 100_000]);
  expect(stepsTo(200, 1, [2, 2.5, 2])).toEqual([1, 2, 5, 10, 20, 50, 100, 200]);
  expect(stepsTo(1, 1, [10])).toEqual([1]);
  expect(stepsTo(5_000, 1_000, [10])).toEqual([1_000, 5_000]);
});

test("a curve has a panel for each measured figure", () => {
  const spread = spreadOf([1, 2, 4]);
  const grown = (measurements: object): GrowthResult => ({
    id: "curve",
    title: "A curve",
    axis: logarithmic,
    showsRate: false,
    operations: [{ name: "a send", points: [{ x: 10, measurements: { figure: spread, ...measurements } }] }],
  });

  const { panels } = plotOf(grown({ p50Milliseconds: spread }));
  expect(panels.map(({ y }) => y.label)).toEqual(["median latency, ms"]);
  expect(panels[0]?.series).toEqual([[{ x: 10, y: 2, min: 1, max: 4 }]]);
  expect(plotOf({ ...grown({ programCpu: spread, postgresCpu: spread }), showsRate: true }).panels).toHaveLength(3);
});
