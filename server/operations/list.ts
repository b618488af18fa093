/**
 * The lists with pages: where a page begins and ends, in rows and in bytes, and the cursor of the next one.
 */
import { contractDocument } from "../contract/document.ts";
import type { EntityManager, Queries } from "../db/orm.ts";
import { takeWithin } from "../db/sql/large-rows.ts";
import { readSnapshot } from "../db/sql/snapshot.ts";
import { type Given, type Parameter, type Query, statement } from "../db/sql/statement.ts";
import type { Scope } from "./scope.ts";

/** The parameters of a request for one page of a list. */
export interface PageRequest {
  per_page: number;
  cursor?: string | undefined;
}

export interface Page<Row, Position = unknown> {
  rows: Row[];
  hasMore: boolean;
  nextCursor: string | null;
  /** The position of `nextCursor`. Absent at the end of the list. */
  end?: Position;
}

/** The maximum number of rows that a page reads: the contract's largest page, and one row that shows there are more. */
export const maxPageRows = 101;

const { pageBytes } = contractDocument["x-limits"];

/** The rows that a search found, and the position that it looked up to; undefined at the end of the list. */
export interface Found<Row, Position> {
  rows: Row[];
  end: Position | undefined;
}

/** Reads up to `limit` rows after a position, in the list's order. A search may give up earlier, even without any row. */
type ReadRows<Row, Position> = (
  em: EntityManager,
  after: Position | undefined,
  limit: number,
) => Promise<Row[] | Found<Row, Position>>;

/** A list of a team. A cursor is valid for its name, its filter and the team. */
export interface List<Row, Name extends keyof Row> {
  name: string;
  /** All that selects the rows, as text. */
  filter?: string;
  /** The properties that the rows are in order of. Their values are the position of a row. */
  order: readonly Name[];
  read: ReadRows<Row, Pick<Row, Name>>;
}

/** A list whose rows can be large. `read` leaves large contents out: a hundred such rows must fit into a page. */
export interface LargeList<Row, Name extends keyof Row> extends List<Row, Name> {
  /** Whether a row lacks some of its contents. */
  isPartial(row: Row): boolean;
  /** Reads complete rows by their ids, in any order. */
  readWhole(em: EntityManager, ids: string[]): Promise<Row[]>;
}

type ListScope = Pick<Scope, "em" | "teamId" | "cursors">;

/**
 * Reads one page of a list. `fill` turns its first rows into items: at least one, and as many as fit into a page. By
 * default every row is an item.
 *
 * @throws validation_error for a cursor of another list
 */
export async function list<Row, Name extends keyof Row & string, Item = Row>(
  { em, teamId, cursors }: ListScope,
  { per_page: size, cursor }: PageRequest,
  { name, filter, order, read }: List<Row, Name>,
  fill?: (rows: Row[]) => Promise<Item[]>,
): Promise<Page<Item, Pick<Row, Name>>> {
  const fullName = filter === undefined ? `${name}/${teamId}` : `${name}/${teamId}/${filter}`;
  const position = cursor === undefined ? undefined : cursors.open(fullName, cursor);
  const after = position && Object.fromEntries(order.map((each, index) => [each, position[index] ?? ""]));
  const result = await read(em, after as Pick<Row, Name> | undefined, size + 1);
  const found = Array.isArray(result) ? { rows: result, end: undefined } : result;
  const rows = found.rows.slice(0, size);
  const items = fill ? await fill(rows) : (rows as unknown as Item[]);
  const end = found.rows.length > items.length ? rows[items.length - 1] : found.end;
  if (!end) return { rows: items, hasMore: false, nextCursor: null };
  const sealed = order.map((each) => String(end[each]));
  return { rows: items, hasMore: true, nextCursor: cursors.seal(fullName, sealed), end };
}

/**
 * Reads one page of a list whose rows can be large. The page ends early when its rows exceed the contract's size of a
 * page. Few rows are large, so a page is first read without their contents. If it has such rows, it is read again in a
 * snapshot. Their contents then follow some rows at a time, until the page is full.
 *
 * @throws validation_error for a cursor of another list
 */
export async function listLarge<Row extends { id: string }, Name extends keyof Row & string>(
  scope: ListScope,
  request: PageRequest,
  large: LargeList<Row, Name>,
): Promise<Page<Row, Pick<Row, Name>>> {
  const page = await list(scope, request, large);
  if (!page.rows.some(large.isPartial)) return page;
  const { em, teamId, cursors } = scope;
  return readSnapshot(em, (snapshot) => {
    const readWhole = (ids: string[]) => large.readWhole(snapshot, ids);
    const within = { maxBytes: pageBytes, isPartial: large.isPartial, readWhole };
    return list({ em: snapshot, teamId, cursors }, request, large, (rows) => takeWithin(rows, within));
  });
}

/** Stands for a page while the statements of a list are built: how many rows, and the position before them. */
export interface GivenPage<Position> {
  limit: Parameter<number>;
  after: Given<Position> | undefined;
}

/** Makes the two statements of a list, which a run chooses from: its first page, and a page after a position. */
export function readPages<Values extends object, Position extends object, Row>(
  build: (given: Given<Values>, db: Queries, page: GivenPage<Position>) => Query<Row>,
): (values: Values) => (em: EntityManager, after: Position | undefined, limit: number) => Promise<Row[]> {
  type First = Values & { limit: number };
  const readFirst = statement((given: Given<First>, db) => build(given, db, { limit: given.limit, after: undefined }));
  const readNext = statement((given: Given<First & Position>, db) =>
    build(given, db, { limit: given.limit, after: given }),
  );
  return (values) => (em, after, limit) =>
    after ? readNext(em, { ...values, ...after, limit }) : readFirst(em, { ...values, limit });
}
