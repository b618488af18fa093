/**
 * What was measured, as a table for people and as JSON.
 */
import type { Row } from "./rows.ts";

/** Several rounds of one figure. */
export interface Spread {
  median: number;
  least: number;
  most: number;
  rounds: number[];
}

export interface Compared {
  reference: string;
  perSecond: Spread;
  /** The subject's figure over the reference's, round by round. */
  ratio: Spread;
  must: number;
  goal: number;
  verdict: "goal" | "must" | "missed";
}

export interface Measured {
  id: string;
  what: string;
  perSecond: Spread;
  compared: Compared[];
}

export function spreadOf(rounds: number[]): Spread {
  const sorted = rounds.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
  return { median, least: sorted[0]!, most: sorted.at(-1)!, rounds };
}

/** Compares a row's rounds with those of its references; all stand in the order in which they were taken. */
export function compare({ id, what, references }: Row, own: number[], theirs: number[][]): Measured {
  return {
    id,
    what,
    perSecond: spreadOf(own),
    compared: references.map(({ name, must, goal }, at) => {
      const rounds = theirs[at]!;
      const ratio = spreadOf(own.map((figure, round) => figure / rounds[round]!));
      const verdict = ratio.median >= goal ? "goal" : ratio.median >= must ? "must" : "missed";
      return { reference: name, perSecond: spreadOf(rounds), ratio, must, goal, verdict };
    }),
  };
}

const header = ["row", "requests/s", "against", "its own/s", "ratio", "least–most", "must", "goal", ""];

export function renderTable(measured: Measured[]): string {
  const lines = measured.flatMap(({ id, perSecond, compared }) =>
    compared.map(({ reference, perSecond: theirs, ratio, must, goal, verdict }, at) => [
      at === 0 ? id : "",
      at === 0 ? whole(perSecond.median) : "",
      reference,
      whole(theirs.median),
      fixed(ratio.median),
      `${fixed(ratio.least)}–${fixed(ratio.most)}`,
      fixed(must),
      fixed(goal),
      { goal: "✓✓", must: "✓", missed: "✗" }[verdict],
    ]),
  );
  const all = [header, ...lines];
  const widths = header.map((_, column) => Math.max(...all.map((line) => line[column]!.length)));
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const whole = (figure: number) => figure.toFixed(0);
const fixed = (figure: number) => figure.toFixed(2);
