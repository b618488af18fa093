import { Failure } from "../failures.ts";
import type { SourceRow } from "../files/row.ts";
import type { Io } from "../io.ts";
import { formatOf, type OutputOptions, writeResult } from "../output/output.ts";
import { plain, writePlain } from "../output/plain-text.ts";
import type { Row } from "../output/results.ts";

/** The maximum number of rows that an examination shows. */
const maxShownRows = 10;
const maxShownProblems = 20;

/** What a run would do with the rows of a file. */
export interface Examination {
  rows: number;
  /** The number of rows that cannot be processed. */
  failed: number;
  /** The first of these rows, and the reasons. */
  problems: { row: number; code: string; message: string }[];
}

/**
 * Reads all rows of a file without processing them.
 *
 * @param read Converts a row to its request. @throws Failure if the row cannot be processed
 * @param note Is called with each converted row.
 */
export async function examineRows<Value>(
  rows: AsyncIterable<SourceRow>,
  read: (row: SourceRow) => Value,
  note: (value: Value, row: SourceRow) => void,
): Promise<Examination> {
  const result: Examination = { rows: 0, failed: 0, problems: [] };
  for await (const row of rows) {
    result.rows += 1;
    const problem = attempt(row, read, note);
    if (!problem) continue;
    result.failed += 1;
    if (result.problems.length < maxShownProblems) result.problems.push({ row: row.number, ...problem });
  }
  return result;
}

function attempt<Value>(
  row: SourceRow,
  read: (row: SourceRow) => Value,
  note: (value: Value, row: SourceRow) => void,
): { code: string; message: string } | undefined {
  if (row.problem !== undefined) return { code: "invalid_row", message: row.problem };
  try {
    note(read(row), row);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return { code: error.refusal.code ?? "", message: error.message };
    throw error;
  }
}

/** Collects the first requests for people to see. All have the same fields, and missing values are null. */
export function createPreview(fields: readonly string[]): { rows: Row[]; add(row: number, value: Row): void } {
  const rows: Row[] = [];
  return {
    rows,
    add(row, value) {
      if (rows.length < maxShownRows)
        rows.push({ row, ...Object.fromEntries(fields.map((name) => [name, value[name] ?? null])) });
    },
  };
}

/**
 * Writes what `--dry-run` has found: one result with the counts, the problems and the first requests. A table has them one
 * below the other.
 *
 * @throws Failure (partlyFailed) if rows would fail
 */
export async function writeExamination(
  io: Io,
  options: OutputOptions,
  { problems, ...counts }: Examination & Row,
  preview: Row[],
): Promise<void> {
  if (formatOf(io, options) === "table") {
    await writeResult(io, options, counts, { id: "rows" });
    for (const table of [preview, problems]) {
      if (table.length === 0) continue;
      writePlain(io, "\n");
      await writeResult(io, options, table, { id: "row" });
    }
  } else await writeResult(io, options, { ...counts, problems, preview }, { id: "rows" });
  const { rows, failed } = counts;
  if (failed > 0) throw new Failure("partlyFailed", `${failed} of ${rows} rows would fail.`);
}

/** Describes the rows that cannot be processed, for people. */
export function describeProblems({ failed, problems }: Examination): string[] {
  const shown = problems.slice(0, 5).map(({ row, message }) => `  row ${row}: ${plain(message)}`);
  if (failed === 0) return [];
  return [
    `${failed.toLocaleString("en")} ${failed === 1 ? "row" : "rows"} cannot be sent:`,
    ...shown,
    ...(failed > shown.length ? ["  …"] : []),
  ];
}
