import fc from "fast-check";
import { expect, test } from "vitest";
import type { EntityManager } from "../../server/db/orm.ts";
import { createCursors } from "../../server/db/sql/cursor.ts";
import { ApiError } from "../../server/errors.ts";
import { list } from "../../server/operations/list.ts";

const cursors = createCursors("a secret of the tests, 32 characters");
const position = fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 3 });
const name = fc.string({ unit: "grapheme", maxLength: 40 });

function refusalOf(open: () => unknown): ApiError {
  try {
    open();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("The cursor was taken.");
}

function expectRefused(open: () => unknown): void {
  const { code, status, details } = refusalOf(open);
  expect({ code, status }).toEqual({ code: "validation_error", status: 422 });
  expect(details).toMatchObject([{ field: "cursor", code: "validation_error" }]);
}

test("a cursor returns its position in its own list", () => {
  fc.assert(
    fc.property(name, position, (list, given) => {
      const cursor = cursors.seal(list, given);
      expect(cursors.open(list, cursor)).toEqual(given);
      expect(cursor).toMatch(/^[\w.-]+$/);
    }),
  );
});

test("a cursor of another list, or of another secret, is refused", () => {
  const others = createCursors("another secret of the tests, 32 chars");
  fc.assert(
    fc.property(name, name, position, (list, other, given) => {
      if (list !== other) expectRefused(() => cursors.open(other, cursors.seal(list, given)));
      expectRefused(() => cursors.open(list, others.seal(list, given)));
    }),
  );
});

test("a cursor with any character changed, added or removed is refused", () => {
  const change = fc.record({
    at: fc.nat(),
    removed: fc.integer({ min: 0, max: 2 }),
    added: fc.string({ unit: fc.constantFrom(..."ABab01-_.=+/ %é\0"), maxLength: 2 }),
  });
  fc.assert(
    fc.property(position, change, (given, { at, removed, added }) => {
      const cursor = cursors.seal("list", given);
      const index = at % (cursor.length + 1);
      const changed = cursor.slice(0, index) + added + cursor.slice(index + removed);
      if (changed !== cursor) expectRefused(() => cursors.open("list", changed));
    }),
    { numRuns: 500 },
  );
});

test("a text that was never a cursor is refused", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => expectRefused(() => cursors.open("list", text))),
    { examples: [[""], ["."], ["."], ["W10."], ["null"], ["W10.AAAAAAAAAAAAAAAAAAAAAA"]] },
  );
});

const scope = { em: {} as EntityManager, teamId: "team", cursors };

/** A list of ids. */
const listOf = (fetch: (after: { id: string } | undefined, limit: number) => Promise<{ id: string }[]>) => ({
  name: "list",
  order: ["id"] as const,
  read: (_: EntityManager, after: { id: string } | undefined, limit: number) => fetch(after, limit),
});

test("pages of any size return a list once, in order, and mark its end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 15 }), async (length, size) => {
      const all = Array.from({ length }, (_, index) => String(index).padStart(3, "0"));
      const fetched: number[] = [];
      const rows = listOf(async (after, limit) => {
        fetched.push(limit);
        return all
          .filter((row) => after === undefined || row > after.id)
          .slice(0, limit)
          .map((id) => ({ id }));
      });

      const seen: string[][] = [];
      let cursor: string | undefined;
      do {
        const page = await list(scope, { per_page: size, cursor }, rows);
        seen.push(page.rows.map(({ id }) => id));
        expect(page.hasMore).toBe(page.nextCursor !== null);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);

      expect(seen.flat()).toEqual(all);
      // Every page but the last is full, and only an empty list has an empty page.
      expect(seen.map((rows) => rows.length)).toEqual(
        length === 0
          ? [0]
          : Array.from({ length: Math.ceil(length / size) }, (_, i) => Math.min(size, length - i * size)),
      );
      expect(fetched.every((limit) => limit <= size + 1)).toBe(true);
    }),
  );
});

test("an invalid cursor is refused before the database is queried", async () => {
  const rows = listOf(() => Promise.reject(new Error("It was fetched.")));
  const page = list(scope, { per_page: 15, cursor: "x" }, rows);
  await expect(page).rejects.toMatchObject({ code: "validation_error" });
});
