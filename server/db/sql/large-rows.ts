/**
 * Limits pages in bytes, too. Few rows are large, so a page is first read without the contents of large rows. If it has
 * such rows, it is read again in a snapshot. Their contents then follow some rows at a time, until the page is full.
 */
import { type RawBuilder, sql } from "kysely";
import type { EntityManager } from "../orm.ts";
import { type Cursors, fetchPage, type Page, type PageRequest, type Position } from "./cursor.ts";
import { readSnapshot } from "./snapshot.ts";

/** A list whose rows can be large. */
export interface LargeRowList<Row extends { id: string }> {
  /** The name that the cursors are bound to: the list, the team, and every filter of its rows. */
  name: string;
  /**
   * Reads up to `limit` rows after a position, in the list's order, without their large contents. A hundred such rows must
   * fit into `maxBytes`.
   */
  read(em: EntityManager, after: Position | undefined, limit: number): Promise<Row[]>;
  positionOf(row: Row): Position;
  /** Whether a row lacks some of its contents. */
  isPartial(row: Row): boolean;
  /** Reads complete rows by their ids, in any order. */
  readWhole(em: EntityManager, ids: string[]): Promise<Row[]>;
  /** The maximum size of a page as JSON, unless a single row is larger. */
  maxBytes: number;
}

/**
 * Fetches one page of a list whose rows can be large. The page ends early when its rows exceed `maxBytes`.
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
