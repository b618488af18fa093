/**
 * Summarizes measurements, and renders them as tables.
 */
import type { Round } from "./measures.ts";
import type { Bounds, Row, Unit } from "./rows.ts";

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

interface Judgement extends Bounds {
  verdict: Verdict;
}

export interface Comparison {
  reference: string;
  taken: Measurements;
  /** The row's figure divided by the reference's figure, per round. */
  ratio: Spread;
  judged?: Judgement;
}

export interface RowResult {
  id: string;
  what: string;
  unit: Unit;
  taken: Measurements;
  judged?: Judgement;
  compared: Comparison[];
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

const lessIsBetter = (unit: Unit) => unit === "ms" || unit === "MB";

function judge({ median }: Spread, bounds: Bounds | undefined, unit: Unit): { judged?: Judgement } {
  if (!bounds) return {};
  const reaches = (bound: number) => (lessIsBetter(unit) ? median <= bound : median >= bound);
  return { judged: { ...bounds, verdict: reaches(bounds.goal) ? "goal" : reaches(bounds.must) ? "must" : "missed" } };
}

/** Judges the rounds of a row against its bounds and its references. `rounds` has the row first, then each reference. */
export function compare(
  row: Pick<Row, "id" | "what" | "unit" | "bounds" | "references">,
  rounds: Round[][],
): RowResult {
  const { id, what, unit, bounds, references } = row;
  const [own = [], ...theirs] = rounds;
  const taken = summarizeRounds(own);
  return {
    ...{ id, what, unit, taken },
    ...judge(taken.figure, bounds, unit),
    compared: references.map(({ name, bounds: ofRatio }, at) => {
      const ratio = spreadOf(own.map(({ figure }, round) => figure / theirs[at]![round]!.figure));
      return { reference: name, taken: summarizeRounds(theirs[at]!), ratio, ...judge(ratio, ofRatio, unit) };
    }),
  };
}

/** Renders a line for each comparison, and a line for each row with bounds of its own. */
export function renderRatios(measured: RowResult[]): string {
  const header = ["row", "figure", "least–most", "against", "its own", "ratio", "least–most", "must", "goal", ""];
  const lines = measured.flatMap(({ id, unit, taken: { figure }, judged, compared }) => {
    const sign = lessIsBetter(unit) ? "≤ " : "";
    const own = [amount(figure.median, unit), `${short(figure.min)}–${short(figure.max)}`];
    const itself = [...own, "–", "", "", ""];
    const alone = judged || compared.length === 0 ? [[...itself, ...judgementCells(judged, sign, unit)]] : [];
    const beside = compared.map(({ reference, taken, ratio, judged: ofRatio }) => [
      ...own,
      reference,
      amount(taken.figure.median, unit),
      ratio.median.toFixed(2),
      `${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)}`,
      ...judgementCells(ofRatio, sign, "×"),
    ]);
    return [...alone, ...beside].map((line, at) => (at === 0 ? [id, ...line] : ["", "", "", ...line.slice(2)]));
  });
  return renderTable([header, ...lines]);
}

function judgementCells(judged: Judgement | undefined, sign: string, unit: string): string[] {
  if (!judged) return ["", "", ""];
  const bound = (figure: number) => `${sign}${unit === "×" ? figure.toFixed(2) : `${figure} ${unit}`}`;
  return [bound(judged.must), bound(judged.goal), { goal: "✓✓", must: "✓", missed: "✗" }[judged.verdict]];
}

/** Renders CPU time and latency per request; empty if nothing is known. */
export function renderCosts(measured: RowResult[]): string {
  const header = ["row", "program", "CPU, µs", "PostgreSQL CPU, µs", "p50, ms", "p99, ms"];
  const lines = measured.flatMap(({ id, taken, compared }) =>
    [{ who: "itself", taken }, ...compared.map(({ reference, taken: theirs }) => ({ who: reference, taken: theirs }))]
      .map(
        ({ who, taken: of }) => [who, of.programCpu, of.postgresCpu, of.p50Milliseconds, of.p99Milliseconds] as const,
      )
      .filter(([, ...spreads]) => spreads.some(Boolean))
      .map(([who, ...spreads], at) => [at === 0 ? id : "", who, ...spreads.map((of) => (of ? short(of.median) : ""))]),
  );
  return lines.length === 0 ? "" : renderTable([header, ...lines]);
}

/** The share of a core from which the load generator may limit a figure. */
const busyLimit = 0.85;

/** Names the figures that the load generator may have limited. */
export function findGeneratorLimits(measured: RowResult[]): string[] {
  return measured.flatMap(({ id, taken, compared }) =>
    [
      { who: id, taken },
      ...compared.map(({ reference, taken: theirs }) => ({ who: `${id}, ${reference}`, taken: theirs })),
    ]
      .filter(({ taken: { generatorBusy } }) => generatorBusy && generatorBusy.median > busyLimit)
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
