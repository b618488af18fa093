/**
 * What was measured, as tables for people and as JSON.
 */
import type { Round } from "./measures.ts";
import type { Bounds, Row, Unit } from "./rows.ts";

/** Several rounds of one figure. */
export interface Spread {
  median: number;
  least: number;
  most: number;
  rounds: number[];
}

/** What all rounds of one measure gave. */
export interface Taken {
  figure: Spread;
  /** Microseconds of CPU time for one request. */
  programCpu?: Spread;
  postgresCpu?: Spread;
  p50Milliseconds?: Spread;
  p99Milliseconds?: Spread;
  generatorBusy?: Spread;
}

export type Verdict = "goal" | "must" | "missed";

interface Judged extends Bounds {
  verdict: Verdict;
}

export interface Compared {
  reference: string;
  taken: Taken;
  /** The subject's figure over the reference's, round by round. */
  ratio: Spread;
  judged?: Judged;
}

export interface Measured {
  id: string;
  what: string;
  unit: Unit;
  taken: Taken;
  judged?: Judged;
  compared: Compared[];
}

export function spreadOf(rounds: number[]): Spread {
  const sorted = rounds.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
  return { median, least: sorted[0]!, most: sorted.at(-1)!, rounds };
}

export function takenOf(rounds: Round[]): Taken {
  const spread = (name: keyof Taken, of: (round: Round) => number | undefined) => {
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

function judge({ median }: Spread, bounds: Bounds | undefined, unit: Unit): { judged?: Judged } {
  if (!bounds) return {};
  const reaches = (bound: number) => (lessIsBetter(unit) ? median <= bound : median >= bound);
  return { judged: { ...bounds, verdict: reaches(bounds.goal) ? "goal" : reaches(bounds.must) ? "must" : "missed" } };
}

/** Judges a row's rounds, by themselves and beside those of its references; all stand in the order they were taken in. */
export function compare(row: Pick<Row, "id" | "what" | "unit" | "bounds" | "references">, rounds: Round[][]): Measured {
  const { id, what, unit, bounds, references } = row;
  const [own = [], ...theirs] = rounds;
  const taken = takenOf(own);
  return {
    ...{ id, what, unit, taken },
    ...judge(taken.figure, bounds, unit),
    compared: references.map(({ name, bounds: ofRatio }, at) => {
      const ratio = spreadOf(own.map(({ figure }, round) => figure / theirs[at]![round]!.figure));
      return { reference: name, taken: takenOf(theirs[at]!), ratio, ...judge(ratio, ofRatio, unit) };
    }),
  };
}

/** A line for each comparison, and one for each row that is judged by itself. */
export function renderRatios(measured: Measured[]): string {
  const header = ["row", "figure", "least–most", "against", "its own", "ratio", "least–most", "must", "goal", ""];
  const lines = measured.flatMap(({ id, unit, taken: { figure }, judged, compared }) => {
    const sign = lessIsBetter(unit) ? "≤ " : "";
    const own = [amount(figure.median, unit), `${short(figure.least)}–${short(figure.most)}`];
    const itself = [...own, "–", "", "", ""];
    const alone = judged || compared.length === 0 ? [[...itself, ...judgement(judged, sign, unit)]] : [];
    const beside = compared.map(({ reference, taken, ratio, judged: ofRatio }) => [
      ...own,
      reference,
      amount(taken.figure.median, unit),
      ratio.median.toFixed(2),
      `${ratio.least.toFixed(2)}–${ratio.most.toFixed(2)}`,
      ...judgement(ofRatio, sign, "×"),
    ]);
    return [...alone, ...beside].map((line, at) => (at === 0 ? [id, ...line] : ["", "", "", ...line.slice(2)]));
  });
  return renderTable([header, ...lines]);
}

function judgement(judged: Judged | undefined, sign: string, unit: string): string[] {
  if (!judged) return ["", "", ""];
  const bound = (figure: number) => `${sign}${unit === "×" ? figure.toFixed(2) : `${figure} ${unit}`}`;
  return [bound(judged.must), bound(judged.goal), { goal: "✓✓", must: "✓", missed: "✗" }[judged.verdict]];
}

/** What a request took of whom; empty where nothing of it is known. */
export function renderCosts(measured: Measured[]): string {
  const header = ["row", "who", "its CPU, µs", "PostgreSQL's, µs", "p50, ms", "p99, ms"];
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

/** From how much of a core on the load generator may be what was measured. */
const busyLimit = 0.85;

/** Whose figures are rather the load generator's. */
export function findGeneratorLimits(measured: Measured[]): string[] {
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

/** Three digits, or all before the point. */
const short = (figure: number) => figure.toFixed(Math.abs(figure) >= 99.95 ? 0 : Math.abs(figure) >= 9.995 ? 1 : 2);
const amount = (figure: number, unit: Unit) => `${short(figure)} ${unit}`;
