/**
 * Pages are limited in bytes, too, and few rows are large. So a page is read without the contents of large rows. If it
 * has such rows, it is read once more in a snapshot, and their contents follow few rows at a time, until it is full.
 */
import { type RawBuilder, sql } from "kysely";
import { type Cursors, fetchPage, type Page, type PageRequest, type Position } from "./cursor.ts";
import type { EntityManager } from "./orm.ts";
import { readSnapshot } from "./snapshot.ts";

/** A list whose rows can be large. */
export interface LargeRowList<Row extends { id: string }> {
  /** What the cursors are bound to: the list, the team, and all that selects its rows. */
  name: string;
  /**
   * Up to `limit` rows after a position, in the list's order, without their large contents. A hundred rows without these
   * must fit into `maxBytes`.
   */
  read(em: EntityManager, after: Position | undefined, limit: number): Promise<Row[]>;
  positionOf(row: Row): Position;
  /** Whether a row came without some of its contents. */
  isPartial(row: Row): boolean;
  /** The rows with these ids as a whole, in any order. */
  readWhole(em: EntityManager, ids: string[]): Promise<Row[]>;
  /** How many bytes of JSON a page has at most, unless a single row has more. */
  maxBytes: number;
}

/**
 * One page of a list whose rows can be large. It ends early when its rows pass `maxBytes`.
 *
 * @throws validation_error for a cursor of another list
 */
export async function fetchRows<Row extends { id: string }>(
  { em, cursors }: { em: EntityManager; cursors: Cursors },
  page: PageRequest,
  list: LargeRowList<Row>,
): Promise<Page<Row>> {
  const fetch = (from: EntityManager, fill?: (rows: Row[]) => Promise<Row[]>) =>
    fetchPage(cursors, list.name, page, (after, limit) => list.read(from, after, limit), list.positionOf, fill);
  const fetched = await fetch(em);
  if (!fetched.rows.some(list.isPartial)) return fetched;
  return readSnapshot(em, (tx) =>
    fetch(tx, (rows) => takeWithin(rows, { ...list, readWhole: (ids) => list.readWhole(tx, ids) })),
  );
}

/** How many large rows are read at a time. */
const fewRows = 16;

interface Within<Row> {
  maxBytes: number;
  isPartial(row: Row): boolean;
  readWhole(ids: string[]): Promise<Row[]>;
}

/** The first rows, as a whole, that have `maxBytes` of JSON together, but at least one row. */
export async function takeWithin<Row extends { id: string }>(
  rows: Row[],
  { maxBytes, isPartial, readWhole }: Within<Row>,
): Promise<Row[]> {
  const taken: Row[] = [];
  let bytes = 0;
  for (let start = 0; start < rows.length; start += fewRows) {
    const few = rows.slice(start, start + fewRows);
    const ids = few.filter(isPartial).map(({ id }) => id);
    const whole = new Map((ids.length > 0 ? await readWhole(ids) : []).map((row) => [row.id, row]));
    for (const row of few.map((each) => whole.get(each.id) ?? each)) {
      bytes += jsonBytes(row);
      if (bytes > maxBytes && taken.length > 0) return taken;
      taken.push(row);
    }
  }
  return taken;
}

/** How many bytes a value has as JSON. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** SQL for a text column, or null if it has more bytes. It does not read a text that is stored elsewhere. */
export const ifShort = (column: string, bytes: number): RawBuilder<string> => {
  const value = sql.ref(column);
  return sql`case when octet_length(${value}) <= ${sql.lit(bytes)} then ${value} end`;
};

/**
 * SQL for a column of any other type, or null if it has more bytes. What is stored compressed is measured as text, and
 * only if it is small even so.
 */
export const ifSmall = <T>(column: string, bytes: number): RawBuilder<T> => {
  const [value, limit] = [sql.ref(column), sql.lit(bytes)];
  return sql`case when pg_column_size(${value}) <= ${limit}
    and (pg_column_compression(${value}) is null or octet_length(${value}::text) <= ${limit}) then ${value} end`;
};
