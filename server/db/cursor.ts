import { createHmac, timingSafeEqual } from "node:crypto";
import { failFields } from "../errors.ts";

/** The sort key of an item: what the next page starts after. */
export type Position = string[];

/** Makes and reads the cursors of lists. */
export interface Cursors {
  /** An opaque cursor for the page after `position` of that list. */
  seal(list: string, position: Position): string;
  /**
   * The position in a cursor that `seal` made for the same list.
   *
   * @throws validation_error for any other text
   */
  open(list: string, cursor: string): Position;
}

/**
 * Cursors carry their position in the open and a keyed hash over it and the list's name, which includes the team: a
 * cursor that was made up, changed, or made for another list is refused. A cursor that was signed with the old secret key
 * is still read.
 */
export function createCursors(secretKey: string, oldSecretKey?: string): Cursors {
  const keys = oldSecretKey === undefined ? [secretKey] : [secretKey, oldSecretKey];
  const sign = (key: string, list: string, payload: string) => {
    const hash = createHmac("sha256", key).update(`cursor\n${list}\n${payload}`).digest().subarray(0, 16);
    return `${payload}.${hash.toString("base64url")}`;
  };
  return {
    seal: (list, position) => sign(secretKey, list, Buffer.from(JSON.stringify(position)).toString("base64url")),
    open(list, cursor) {
      const [payload = ""] = cursor.split(".", 1);
      // The text is compared, because decoding it would forgive changes.
      const given = Buffer.from(cursor);
      const isRight = keys.some((key) => {
        const right = Buffer.from(sign(key, list, payload));
        return given.length === right.length && timingSafeEqual(given, right);
      });
      if (!isRight) failFields(["cursor"], "is not a nextCursor of this list");
      return JSON.parse(Buffer.from(payload, "base64url").toString());
    },
  };
}

/** As many rows as any page fetches: the largest page of the contract, and one that says whether there are more. */
export const mostFetched = 101;

/** Which page of a list is asked for. */
export interface PageRequest {
  per_page: number;
  cursor?: string | undefined;
}

export interface Page<Row> {
  rows: Row[];
  hasMore: boolean;
  nextCursor: string | null;
}

/**
 * One page of a list: `fetch` gives up to `limit` rows after a position, in the list's order. `fill` makes items of the
 * first rows, of at least one and of as many as fit into a page; by default of all.
 *
 * @throws validation_error for a cursor of another list
 */
export async function fetchPage<Row, Item = Row>(
  cursors: Cursors,
  list: string,
  { per_page: size, cursor }: PageRequest,
  fetch: (after: Position | undefined, limit: number) => Promise<Row[]>,
  positionOf: (row: Row) => Position,
  fill?: (rows: Row[]) => Promise<Item[]>,
): Promise<Page<Item>> {
  const fetched = await fetch(cursor === undefined ? undefined : cursors.open(list, cursor), size + 1);
  const rows = fetched.slice(0, size);
  const items = fill ? await fill(rows) : (rows as unknown as Item[]);
  const hasMore = fetched.length > items.length;
  return { rows: items, hasMore, nextCursor: hasMore ? cursors.seal(list, positionOf(rows[items.length - 1]!)) : null };
}
