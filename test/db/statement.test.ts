import { sql } from "kysely";
import { expect, test } from "vitest";
import { rows } from "../../server/db/sql/rows.ts";
import { type Given, statement } from "../../server/db/sql/statement.ts";
import { useApp } from "../support/app.ts";
import { recordStatements } from "../support/statements.ts";

const app = useApp();

test("a template has the values of each run, also as the rows of a list", async () => {
  const add = statement<{ items: { name: string; size: number }[]; more: number }, { name: string; sum: number }>(
    ({ items, more }) => sql`
      select a.name, a.size + ${more}::int as sum
      from ${rows("a", items, { name: "text", size: ["int", ({ size }) => size] })}
    `,
  );

  const found = [
    await add(app.em(), { items: [{ name: "one", size: 1 }], more: 10 }),
    await add(app.em(), { items: [], more: 20 }),
    await add(app.em(), {
      items: [
        { name: "two", size: 2 },
        { name: "three", size: 3 },
      ],
      more: 30,
    }),
  ];

  expect(found).toEqual([
    [{ name: "one", sum: 11 }],
    [],
    [
      { name: "two", sum: 32 },
      { name: "three", sum: 33 },
    ],
  ]);
});

test("a typed query has the values of each run, and rows with the properties of the entities", async () => {
  const { team } = await app.signIn();
  const read = statement(({ id }: Given<{ id: string }>, db) =>
    db.selectFrom("Team").select(["id", "createdAt"]).where("id", "=", id),
  );

  expect(await read(app.em(), { id: team.id })).toEqual([{ id: team.id, createdAt: team.createdAt }]);
  expect(await read(app.em(), { id: crypto.randomUUID() })).toEqual([]);
});

test("a statement without result returns no rows in a transaction, and has run at the commit", async () => {
  const change = statement<{ name: string }, { name: string }>(
    ({ name }) => sql`select set_config('messaging.test', ${name}::text, true) as name`,
    { withoutResult: true },
  );

  await app.em().transactional(async (tx) => {
    expect(await change(tx, { name: "set" })).toEqual([]);
    const { rows: found } = await sql<{ name: string }>`select current_setting('messaging.test') as name`.execute(
      tx.getKysely(),
    );
    expect(found).toEqual([{ name: "set" }]);
  });
});

test("a constant of a statement is part of its text, and never a parameter", async () => {
  const wrong = statement(({ id }: Given<{ id: string }>, db) =>
    db.selectFrom("Team").select("id").where("id", "=", id).where("name", "=", "constant"),
  );

  const sent = recordStatements(() => expect(wrong(app.em(), { id: "any" })).rejects.toThrow("use sql.lit"));
  expect(await sent).toEqual([]);
});
