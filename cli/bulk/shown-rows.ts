import { Failure } from "../failures.ts";
import type { SourceRow } from "./rows.ts";

/** How many rows a dry run shows. */
const shownRows = 10;

/** What the first rows of a file are made into, for who wants to see it before it is done; of a row that fails, why. */
export async function firstRows<Value extends Record<string, unknown>>(
  rows: AsyncIterable<SourceRow>,
  make: (row: SourceRow) => Value,
): Promise<{ row: number; value: Value | { error: string } }[]> {
  const shown: { row: number; value: Value | { error: string } }[] = [];
  for await (const row of rows) {
    shown.push({ row: row.number, value: row.problem === undefined ? attempt(row, make) : { error: row.problem } });
    if (shown.length === shownRows) break;
  }
  return shown;
}

function attempt<Value>(row: SourceRow, make: (row: SourceRow) => Value): Value | { error: string } {
  try {
    return make(row);
  } catch (error) {
    if (error instanceof Failure) return { error: error.message };
    throw error;
  }
}
