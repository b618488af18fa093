/**
 * Limits a page in bytes, and reads columns without their large values.
 */
import { type RawBuilder, sql } from "kysely";

/** How many rows are completed at a time. */
const rowsPerStep = 16;

interface Within<Row> {
  maxBytes: number;
  isPartial(row: Row): boolean;
  readWhole(ids: string[]): Promise<Row[]>;
}

/** Completes the first rows that fit into `maxBytes` of JSON together, and at least one row. */
export async function takeWithin<Row extends { id: string }>(
  rows: Row[],
  { maxBytes, isPartial, readWhole }: Within<Row>,
): Promise<Row[]> {
  const taken: Row[] = [];
  let bytes = 0;
  for (let start = 0; start < rows.length; start += rowsPerStep) {
    const step = rows.slice(start, start + rowsPerStep);
    const ids = step.filter(isPartial).map(({ id }) => id);
    const wholeRows = new Map((ids.length > 0 ? await readWhole(ids) : []).map((row) => [row.id, row]));
    for (const row of step.map((each) => wholeRows.get(each.id) ?? each)) {
      bytes += jsonBytes(row);
      if (bytes > maxBytes && taken.length > 0) return taken;
      taken.push(row);
    }
  }
  return taken;
}

/** The size of a value as JSON. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** SQL for a text column, or null if it has more bytes. It does not read a text that is stored out of line (TOAST). */
export const ifShort = (column: string, bytes: number): RawBuilder<string> => {
  const value = sql.ref(column);
  return sql`case when octet_length(${value}) <= ${sql.lit(bytes)} then ${value} end`;
};

/**
 * SQL for a column of any other type, or null if it has more bytes. A compressed value is also measured as text, if its
 * compressed size is small.
 */
export const ifSmall = <T>(column: string, bytes: number): RawBuilder<T> => {
  const [value, limit] = [sql.ref(column), sql.lit(bytes)];
  return sql`case when pg_column_size(${value}) <= ${limit}
    and (pg_column_compression(${value}) is null or octet_length(${value}::text) <= ${limit}) then ${value} end`;
};
