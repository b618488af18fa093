/** Compares the ratios of a row by two load generators: that of the bench, and wrk. */
import type { Measure } from "./measures.ts";
import { busyLimit, type Measurements, type RowResult, renderTable, type Spread } from "./report.ts";
import type { Row } from "./row.ts";

/** The ratios of both generators should differ at most by this factor. */
const tolerance = 1.15;

/** A row, measured by both generators in alternating rounds. */
export interface RowByBoth {
  own: RowResult;
  wrk: RowResult;
}

/** Divides rows: those that any generator can run, with such references only, and the names of what is left out. */
export function divideByGenerator(rows: Row[]): { chosen: Row[]; skipped: string[] } {
  const runs = ({ measure }: { measure: Measure }) => measure.byAnyGenerator === true;
  const chosen = rows.filter(runs).map((row) => ({ ...row, references: row.references.filter(runs) }));
  const skipped = rows.flatMap((row) =>
    runs(row) ? row.references.filter((each) => !runs(each)).map(({ name }) => `${row.id} against ${name}`) : [row.id],
  );
  return { chosen, skipped };
}

/** Renders a line for each ratio by both generators, and then why ratios differ by more than 15 %. */
export function renderGenerators(measured: RowByBoth[]): string {
  const header = ["row", "bench", "wrk", "against", "bench", "wrk", "ratio, bench", "ratio, wrk", "wrk/bench", ""];
  const all = measured.flatMap((each) => each.own.comparisons.map((_, at) => ({ ...pairOf(each, at), at })));
  const lines = all.map(({ id, own, wrk, reference, ownReference, wrkReference, ownRatio, wrkRatio, at }) => [
    ...(at === 0 ? [id, rateOf(own), rateOf(wrk)] : ["", "", ""]),
    ...[reference, rateOf(ownReference), rateOf(wrkReference), rangeOf(ownRatio), rangeOf(wrkRatio)],
    ...[(wrkRatio.median / ownRatio.median).toFixed(2), isFar(ownRatio, wrkRatio) ? "✗" : "✓"],
  ]);
  const reasons = all.filter(({ ownRatio, wrkRatio }) => isFar(ownRatio, wrkRatio)).map(explain);
  return [renderTable([header, ...lines]), ...reasons].join("\n\n");
}

type Pair = ReturnType<typeof pairOf>;

/** The figures of a row and one of its references by both generators. */
function pairOf({ own, wrk }: RowByBoth, at: number) {
  const [ownOther, wrkOther] = [own.comparisons[at]!, wrk.comparisons[at]!];
  return {
    id: own.id,
    reference: ownOther.reference,
    own: own.measurements,
    wrk: wrk.measurements,
    ownReference: ownOther.measurements,
    wrkReference: wrkOther.measurements,
    ownRatio: ownOther.ratio,
    wrkRatio: wrkOther.ratio,
  };
}

function isFar({ median: a }: Spread, { median: b }: Spread): boolean {
  return Math.max(a, b) / Math.min(a, b) > tolerance;
}

/** Says why the ratios differ, as far as the figures show it. */
function explain({ id, reference, own, wrk, ownReference, wrkReference, ownRatio, wrkRatio }: Pair): string {
  const limited = [
    ...[
      { of: own, by: "the bench", what: id },
      { of: ownReference, by: "the bench", what: reference },
    ],
    ...[
      { of: wrk, by: "wrk", what: id },
      { of: wrkReference, by: "wrk", what: reference },
    ],
  ]
    .filter(({ of }) => (of.generatorBusy?.median ?? 0) > busyLimit)
    .map(
      ({ of, by, what }) => `${by} used ${of.generatorBusy!.median.toFixed(2)} of a core and may have limited ${what}`,
    );
  const overlap =
    ownRatio.min <= wrkRatio.max && wrkRatio.min <= ownRatio.max
      ? ["the ranges of the rounds overlap, so the difference may be noise"]
      : [];
  const costs = `a request costs the bench ${costOf(own)} and wrk ${costOf(wrk)} of the CPU that they share with the servers`;
  return `${id} against ${reference} differs by more than 15 %: ${[...limited, ...overlap, costs].join("; ")}.`;
}

/** The CPU time of the generator per request. */
const costOf = ({ figure, generatorBusy }: Measurements) =>
  `${(((generatorBusy?.median ?? 0) * 1_000_000) / figure.median).toFixed(0)} µs`;
const rateOf = ({ figure }: Measurements) => `${figure.median.toFixed(0)} /s`;
const rangeOf = ({ median, min, max }: Spread) => `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
