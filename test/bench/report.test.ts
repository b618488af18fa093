import { expect, test } from "vitest";
import { evennessOf } from "./fresh.ts";
import { choose, readOptions } from "./options.ts";
import { quantileOf } from "./quantile.ts";
import { compare, findGeneratorLimits, renderCosts, renderRatios, spreadOf } from "./report.ts";
import type { Bounds, Unit } from "./row.ts";

const measure = async () => ({ figure: 0 });
const rounds = (...figures: number[]) => figures.map((figure) => ({ figure }));
const rowOf = (unit: Unit, bounds?: Bounds, ofRatio?: Bounds) => ({
  id: "row",
  what: "something",
  unit,
  ...(bounds && { bounds }),
  references: [{ name: "reference", measure, ...(ofRatio && { bounds: ofRatio }) }],
});

test("a spread has the median: the middle value, or the mean of the two middle values", () => {
  expect(spreadOf([9, 1, 2])).toEqual({ median: 2, min: 1, max: 9, rounds: [9, 1, 2] });
  expect(spreadOf([4, 1, 2, 9]).median).toBe(3);
});

test("a quantile is the figure that exceeds the given part of all figures", () => {
  const figures = Array.from({ length: 100 }, (_, at) => 100 - at);

  expect([0.5, 0.99, 1].map((part) => quantileOf(figures, part))).toEqual([51, 100, 100]);
  expect(quantileOf([], 0.5)).toBe(0);
});

test("ratios compare rounds one by one, not their medians", () => {
  const [comparison] = compare(rowOf("/s"), [rounds(10, 40, 20), rounds(20, 20, 40)]).comparisons;

  expect(comparison?.ratio).toMatchObject({ rounds: [0.5, 2, 0.5], median: 0.5 });
});

test.each<[Unit, number, string]>([
  ["/s", 2, "goal"],
  ["/s", 1.99, "must"],
  ["/s", 1, "must"],
  ["/s", 0.99, "missed"],
  ["ms", 0.99, "missed"],
  ["MB", 0.5, "goal"],
])("with the unit %s, a ratio of %d has the verdict %s", (unit, figure, verdict) => {
  const bounds = unit === "/s" ? { must: 1, goal: 2 } : { must: 0.9, goal: 0.6 };

  const measured = compare(rowOf(unit, undefined, bounds), [rounds(figure), rounds(1)]);

  expect(measured.comparisons[0]?.assessment?.verdict).toBe(verdict);
  expect(measured.assessment).toBeUndefined();
});

test("a figure with a limit has its own line, and a ratio without bounds is only shown", () => {
  const measured = compare(rowOf("ms", { must: 500, goal: 50 }), [rounds(123.4, 120, 130), rounds(100, 100, 100)]);

  const [, alone, beside] = renderRatios([measured]).split("\n");
  expect(alone?.split(/ {2,}/)).toEqual(["row", "123 ms", "120–130", "–", "≤ 500 ms", "≤ 50 ms", "✓"]);
  expect(beside?.trim().split(/ {2,}/)).toEqual(["reference", "100 ms", "1.23", "1.20–1.30"]);
});

test("known costs of a request are shown for the row and for its references", () => {
  const cpu = { program: 150.4, postgres: 9.87 };
  const known = { figure: 1, cpu, latency: { p50Milliseconds: 1.5, p99Milliseconds: 20 } };
  const measured = compare(rowOf("/s"), [[known], rounds(1)]);

  const [, ...lines] = renderCosts([measured]).split("\n");
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([["row", "itself", "150", "9.87", "1.50", "20.0"]]);
  expect(renderCosts([compare(rowOf("/s"), [rounds(1), rounds(1)])])).toBe("");
});

test("figures that are limited by the load generator are named", () => {
  const busy = [{ figure: 1, generatorBusy: 0.97 }];
  const idle = [{ figure: 1, generatorBusy: 0.4 }];

  expect(findGeneratorLimits([compare(rowOf("/s"), [idle, busy])])).toEqual(["row, reference"]);
});

test("an option takes precedence over --quick, and --quick over the defaults", () => {
  expect(readOptions(["send", "--quick", "--rounds", "2"])).toMatchObject({
    names: ["send"],
    rounds: 2,
    seconds: 0.1,
    plots: ".data",
    size: { contacts: 100, threads: 50, messages: 200 },
  });
  expect(readOptions(["--growth", "--contacts", "1000000"])).toMatchObject({
    rounds: 3,
    output: ".data/growth.json",
    plots: "docs/performance",
    size: { contacts: 20_000 },
    growthLimits: { contacts: 1_000_000, messages: 1_000_000 },
  });
});

test.each([
  ["--rounds", "none"],
  ["--seconds", "0"],
  ["--growth", "--against", "."],
  ["--wrk", "--against", "."],
  ["--wrk", "--growth"],
])("the bench refuses %s %s", (...argv) => {
  expect(() => readOptions(argv)).toThrow(argv[0]);
});

test("rows are selected by name, and unknown names are refused", () => {
  const all = [{ id: "send" }, { id: "verify" }];

  expect(choose(all, [], "row")).toEqual(all);
  expect(choose(all, ["verify"], "row")).toEqual([{ id: "verify" }]);
  expect(() => choose(all, ["send", "nothing"], "row")).toThrow("There is no row nothing; --help lists them.");
});

test("the evenness of a rate is its slowest five ticks over the median, without the first ten", () => {
  const even = new Array<number>(120).fill(100);
  expect(evennessOf(even)).toBe(1);
  expect(evennessOf(even.with(3, 0))).toBe(1);
  expect(evennessOf(even.with(60, 50))).toBe(0.9);
  expect(evennessOf(even.fill(20, 60, 65))).toBe(0.2);
});
