import { createHmac, timingSafeEqual } from "node:crypto";
import { failFields } from "../../errors.ts";

/** The sort key of an item. The next page starts after it. */
export type Position = string[];

/** Makes and reads the cursors of list operations. */
export interface Cursors {
  /** Makes an opaque cursor for the page after `position` of that list. */
  seal(list: string, position: Position): string;
  /**
   * Reads the position in a cursor that `seal` made for the same list. `field` is the name of the parameter for the error.
   *
   * @throws validation_error for any other text
   */
  open(list: string, cursor: string, field?: string): Position;
}

/**
 * Makes cursors of a readable position and a keyed hash over it and the list's name, which includes the team. A cursor
 * that was invented, changed, or made for another list is refused. A cursor that was signed with the old secret key is
 * still accepted.
 */
export function createCursors(secretKey: string, oldSecretKey?: string): Cursors {
  const keys = oldSecretKey === undefined ? [secretKey] : [secretKey, oldSecretKey];
  const sign = (key: string, list: string, payload: string) => {
    const hash = createHmac("sha256", key).update(`cursor\n${list}\n${payload}`).digest().subarray(0, 16);
    return `${payload}.${hash.toString("base64url")}`;
  };
  return {
    seal: (list, position) => sign(secretKey, list, Buffer.from(JSON.stringify(position)).toString("base64url")),
    open(list, cursor, field = "cursor") {
      const [payload = ""] = cursor.split(".", 1);
      // The comparison is of the texts, because different texts can decode to the same bytes.
      const given = Buffer.from(cursor);
      const isValid = keys.some((key) => {
        const expected = Buffer.from(sign(key, list, payload));
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      if (!isValid) failFields([field], "is not a nextCursor of this list");
      return JSON.parse(Buffer.from(payload, "base64url").toString());
    },
  };
}
