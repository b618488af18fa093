import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "kysely";
import { expect, test } from "vitest";
import { rows } from "../../server/db/sql/rows.ts";

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

interface Item {
  teamId: string;
  attempts: number;
  text: string | null;
}

const items: Item[] = [
  { teamId: "t1", attempts: 1, text: "a" },
  { teamId: "t2", attempts: 2, text: null },
];

test("items become one array per column, named like the properties", () => {
  const relation = rows("a", items, { teamId: "uuid", text: "text", doubled: ["int", ({ attempts }) => attempts * 2] });

  const { sql: text, parameters } = sql`select * from ${relation}`.compile(compiler);

  expect(text).toBe("select * from unnest($1::uuid[], $2::text[], $3::int[]) as a (team_id, text, doubled)");
  expect(parameters).toEqual([
    ["t1", "t2"],
    ["a", null],
    [2, 4],
  ]);
});

test("the position of an item can be a column", () => {
  const { sql: text } = sql`${rows("a", items, { text: "text" }, "ord")}`.compile(compiler);

  expect(text).toBe("unnest($1::text[]) with ordinality as a (text, ord)");
});

test("a column that is missing or of another type does not compile", () => {
  // @ts-expect-error: no property has this name
  rows("a", items, { team: "uuid" });
  // @ts-expect-error: a text is not a number
  rows("a", items, { text: "int" });
  // @ts-expect-error: the function returns a text
  rows("a", items, { count: ["int", ({ text }) => text] });
});
