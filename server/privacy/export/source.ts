import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { EntityManager } from "../../db/orm.ts";
import type { Timestamp } from "../../db/timestamp.ts";

/** A record of a source goes on after this one. */
export interface SourcePosition {
  createdAt: Timestamp;
  id: string;
}

/** What a source is asked for. */
export interface SourceRequest {
  em: EntityManager;
  teamId: string;
  phone: string;
  /** The phone, and its hash if the team has erased somebody. */
  names: string[];
  after: SourcePosition | undefined;
  limit: number;
}

/** A record about a phone. */
export interface SourceRecord extends SourcePosition {
  data: object;
}

/** The next records of a source, and where it goes on; undefined at its end. */
export interface SourceRecords {
  records: SourceRecord[];
  next: SourcePosition | undefined;
}

/** Reads up to `limit` records about a phone, the oldest first. A search may give up earlier. */
export type Source = (request: SourceRequest) => Promise<SourceRecords>;

/** SQL for whether a row comes after the position. */
export const isAfter = (after: SourcePosition | undefined, columns: string): RawBuilder<boolean> =>
  after
    ? sql<boolean>`(${sql.raw(columns)}) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`
    : sql<boolean>`true`;

/** Reads the next rows of a query. Their order is that of two columns: a time and an id. */
export const readNext = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { after, limit }: Pick<SourceRequest, "after" | "limit">,
  columns = "created_at, id",
): Promise<Row[]> =>
  query.where(isAfter(after, columns)).orderBy(sql.raw(columns)).limit(limit).execute() as Promise<Row[]>;

/** Makes the records of rows. By default, their other columns are the data. */
export const recordsOf = <Row extends SourcePosition>(
  rows: Row[],
  limit: number,
  present: (row: Row) => object = ({ id, createdAt, ...data }) => data,
): SourceRecords => ({
  records: rows.map((row) => ({ id: row.id, createdAt: row.createdAt, data: present(row) })),
  next: rows.length < limit ? undefined : rows.at(-1),
});
