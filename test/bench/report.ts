/**
 * Summarizes measurements, and renders them as tables.
 */
import type { Round } from "./measures.ts";
import type { Bounds, Row, Unit } from "./row.ts";

/** The rounds of one figure. */
export interface Spread {
  median: number;
  min: number;
  max: number;
  rounds: number[];
}

/** The results of all rounds of one measure. */
export interface Measurements {
  figure: Spread;
  /** Microseconds of CPU time per request. */
  programCpu?: Spread;
  postgresCpu?: Spread;
  p50Milliseconds?: Spread;
  p99Milliseconds?: Spread;
  generatorBusy?: Spread;
}

export type Verdict = "goal" | "must" | "missed";

interface Assessment extends Bounds {
  verdict: Verdict;
}

export interface Comparison {
  reference: string;
  measurements: Measurements;
  /** The row's figure divided by the reference's figure, per round. */
  ratio: Spread;
  assessment?: Assessment;
}

export interface RowResult {
  id: string;
  what: string;
  unit: Unit;
  measurements: Measurements;
  assessment?: Assessment;
  comparisons: Comparison[];
}

export function spreadOf(rounds: number[]): Spread {
  const sorted = rounds.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)!, rounds };
}

export function summarizeRounds(rounds: Round[]): Measurements {
  const spread = (name: keyof Measurements, of: (round: Round) => number | undefined) => {
    const figures = rounds.map(of).filter((figure) => figure !== undefined);
    return figures.length === 0 ? {} : { [name]: spreadOf(figures) };
  };
  return {
    figure: spreadOf(rounds.map(({ figure }) => figure)),
    ...spread("programCpu", ({ cpu }) => cpu?.program),
    ...spread("postgresCpu", ({ cpu }) => cpu?.postgres),
    ...spread("p50Milliseconds", ({ latency }) => latency?.p50Milliseconds),
    ...spread("p99Milliseconds", ({ latency }) => latency?.p99Milliseconds),
    ...spread("generatorBusy", ({ generatorBusy }) => generatorBusy),
  };
}

const lessIsBetter = (unit: Unit) => unit === "µs" || unit === "ms" || unit === "MB";

function assess({ median }: Spread, bounds: Bounds | undefined, unit: Unit): { assessment?: Assessment } {
  if (!bounds) return {};
  const reaches = (bound: number) => (lessIsBetter(unit) ? median <= bound : median >= bound);
  return {
    assessment: { ...bounds, verdict: reaches(bounds.goal) ? "goal" : reaches(bounds.must) ? "must" : "missed" },
  };
}

/** Compares the rounds of a row with its bounds and its references. `rounds` has the row first, then each reference. */
export function compare(
  row: Pick<Row, "id" | "what" | "unit" | "bounds" | "references">,
  rounds: Round[][],
): RowResult {
  const { id, what, unit, bounds, references } = row;
  const [own = [], ...theirs] = rounds;
  const measurements = summarizeRounds(own);
  return {
    id,
    what,
    unit,
    measurements,
    ...assess(measurements.figure, bounds, unit),
    comparisons: references.map(({ name, bounds: ofRatio }, at) => {
      const ratio = spreadOf(own.map(({ figure }, round) => figure / theirs[at]![round]!.figure));
      return { reference: name, measurements: summarizeRounds(theirs[at]!), ratio, ...assess(ratio, ofRatio, unit) };
    }),
  };
}

/** Renders a line for each comparison, and a line for each row that has bounds. */
export function renderRatios(measured: RowResult[]): string {
  const header = ["row", "figure", "min–max", "against", "its own", "ratio", "min–max", "must", "goal", ""];
  const lines = measured.flatMap(({ id, unit, measurements: { figure }, assessment, comparisons }) => {
    const sign = lessIsBetter(unit) ? "≤ " : "";
    const own = [amount(figure.median, unit), `${short(figure.min)}–${short(figure.max)}`];
    const itself = [...own, "–", "", "", ""];
    const alone =
      assessment || comparisons.length === 0 ? [[...itself, ...assessmentCells(assessment, sign, unit)]] : [];
    const beside = comparisons.map(({ reference, measurements, ratio, assessment: ofRatio }) => [
      ...own,
      reference,
      amount(measurements.figure.median, unit),
      ratio.median.toFixed(2),
      `${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)}`,
      ...assessmentCells(ofRatio, sign, "×"),
    ]);
    return [...alone, ...beside].map((line, at) => (at === 0 ? [id, ...line] : ["", "", "", ...line.slice(2)]));
  });
  return renderTable([header, ...lines]);
}

function assessmentCells(assessment: Assessment | undefined, sign: string, unit: string): string[] {
  if (!assessment) return ["", "", ""];
  const bound = (figure: number) => `${sign}${unit === "×" ? figure.toFixed(2) : `${figure} ${unit}`}`;
  return [bound(assessment.must), bound(assessment.goal), { goal: "✓✓", must: "✓", missed: "✗" }[assessment.verdict]];
}

/** Renders CPU time and latency per request; empty if nothing is known. */
export function renderCosts(measured: RowResult[]): string {
  const header = ["row", "program", "CPU, µs", "PostgreSQL CPU, µs", "p50, ms", "p99, ms"];
  const lines = measured.flatMap(({ id, measurements, comparisons }) =>
    [
      { who: "itself", measurements },
      ...comparisons.map(({ reference, measurements: theirs }) => ({ who: reference, measurements: theirs })),
    ]
      .map(
        ({ who, measurements: of }) =>
          [who, of.programCpu, of.postgresCpu, of.p50Milliseconds, of.p99Milliseconds] as const,
      )
      .filter(([, ...spreads]) => spreads.some(Boolean))
      .map(([who, ...spreads], at) => [at === 0 ? id : "", who, ...spreads.map((of) => (of ? short(of.median) : ""))]),
  );
  return lines.length === 0 ? "" : renderTable([header, ...lines]);
}

/** The share of a core from which the load generator may limit a figure. */
export const busyLimit = 0.85;

/** Names the figures that the load generator may have limited. */
export function findGeneratorLimits(measured: RowResult[]): string[] {
  return measured.flatMap(({ id, measurements, comparisons }) =>
    [
      { who: id, measurements },
      ...comparisons.map(({ reference, measurements: theirs }) => ({
        who: `${id}, ${reference}`,
        measurements: theirs,
      })),
    ]
      .filter(({ measurements: { generatorBusy } }) => generatorBusy && generatorBusy.median > busyLimit)
      .map(({ who }) => who),
  );
}

export function renderTable(lines: string[][]): string {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Formats three significant digits, or all digits before the point. */
const short = (figure: number) => figure.toFixed(Math.abs(figure) >= 99.95 ? 0 : Math.abs(figure) >= 9.995 ? 1 : 2);
const amount = (figure: number, unit: Unit) => `${short(figure)} ${unit}`;
