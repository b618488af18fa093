import { Failure } from "../failures.ts";
import type { Row } from "../output/answers.ts";
import type { SourceRow } from "./rows.ts";

/** How many rows a dry run shows. */
const shownRows = 10;

/**
 * What the first rows of a file are made into, for who wants to see it before it is done; of a row that fails, why. All
 * have the same fields, those that they lack as null.
 */
export async function firstRows(
  rows: AsyncIterable<SourceRow>,
  make: (row: SourceRow) => Row,
  fields: readonly string[],
): Promise<Row[]> {
  const shown: Row[] = [];
  for await (const row of rows) {
    const { error = null, ...value } = attempt(row, make);
    shown.push({ row: row.number, ...Object.fromEntries(fields.map((name) => [name, value[name] ?? null])), error });
    if (shown.length === shownRows) break;
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

/** Sends the first row's request with a client that only shows it. */
export async function showFirst(
  rows: AsyncIterable<SourceRow>,
  send: (row: SourceRow) => Promise<unknown>,
): Promise<void> {
  for await (const row of rows) await send(row);
}
