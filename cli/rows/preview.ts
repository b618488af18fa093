import { Failure } from "../failures.ts";
import type { Row } from "../output/results.ts";
import type { SourceRow } from "./read.ts";

/** The maximum number of rows that a dry run shows. */
const maxShownRows = 10;

/**
 * Converts the first rows of a file for a dry run. A row that fails has its error. All rows have the same fields, and
 * missing values are null.
 */
export async function previewRows(
  rows: AsyncIterable<SourceRow>,
  make: (row: SourceRow) => Row,
  fields: readonly string[],
): Promise<Row[]> {
  const shown: Row[] = [];
  for await (const row of rows) {
    const { error = null, ...value } = attempt(row, make);
    shown.push({ row: row.number, ...Object.fromEntries(fields.map((name) => [name, value[name] ?? null])), error });
    if (shown.length === maxShownRows) break;
  }
  return shown;
}

function attempt(row: SourceRow, make: (row: SourceRow) => Row): Row {
  if (row.problem !== undefined) return { error: row.problem };
  try {
    return make(row);
  } catch (error) {
    if (error instanceof Failure) return { error: error.message };
    throw error;
  }
}

/** Passes rows to a client with `--curl`, which shows the first request and then throws. */
export async function showFirstRequest(
  rows: AsyncIterable<SourceRow>,
  send: (row: SourceRow) => Promise<unknown>,
): Promise<void> {
  for await (const row of rows) await send(row);
}
