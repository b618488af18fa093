import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { executing, isNamed } from "../../server/db/driver/execution.ts";
import { clusterForm } from "../../server/db/driver/one-team.ts";
import { rows } from "../../server/db/rows.ts";

const cluster = new Kysely<unknown>({
  plugins: [clusterForm],
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const team = "01a20d6b-c224-7480-902e-f07104e2d8fa";

const items = [
  { teamId: team, key: "b", count: 1 },
  { teamId: team, key: "a", count: 2 },
];

const given = (some = items) => rows("a", some, { teamId: "uuid", key: "text", count: "int" });

describe("an insert of items becomes an insert of values", () => {
  test("with the columns and parameters in the expressions of each row", () => {
    const inserted = sql`
      insert into thing as t (team_id, name, twice, kind, rank)
      select team_id, coalesce(key, 'count'), 2 * a.count, ${"new"}, count::bigint from ${given()}
      on conflict (team_id, name) do update set twice = t.twice + ${3}::int returning name`;

    const { sql: text, parameters } = inserted.compile(cluster);

    expect(text.replaceAll(/\s+/g, " ")).toBe(
      "insert into thing as t (team_id, name, twice, kind, rank) values " +
        "($1::uuid, coalesce($2::text, 'count'), 2 * $3::int, $4, $5::int::bigint), " +
        "($6::uuid, coalesce($7::text, 'count'), 2 * $8::int, $9, $10::int::bigint) " +
        "on conflict (team_id, name) do update set twice = t.twice + $11::int returning name",
    );
    expect(parameters).toEqual([team, "b", 1, "new", 1, team, "a", 2, "new", 2, 3]);
  });

  test("in the order of the statement", () => {
    const { parameters } =
      sql`insert into thing (team_id, name, n) select * from ${given()} order by team_id, key`.compile(cluster);

    expect(parameters).toEqual([team, "a", 2, team, "b", 1]);
  });

  test("with the position of each item", () => {
    const named = rows("a", items, { key: "text" }, "ord");

    const { sql: text } = sql`insert into thing (team_id, n, name) select ${team}, 5 + ord, key from ${named}`.compile(
      cluster,
    );

    expect(text).toBe("insert into thing (team_id, n, name) values ($1, 5 + 1, $2::text), ($3, 5 + 2, $4::text)");
  });

  test("that is prepared only for few numbers of rows", () => {
    const isPrepared = (count: number) => {
      const some = Array.from({ length: count }, () => items[0]!);
      const inserted = sql`insert into thing (team_id, name, n) select * from ${given(some)}`;
      return isNamed(inserted.compile(cluster.withPlugin(executing("prepared"))).query);
    };

    expect([1, 2, 3, 4, 63, 64].filter(isPrepared)).toEqual([1, 2, 4, 64]);
  });
});

test.each([
  ["a subquery", sql`insert into thing (team_id, n) select team_id, (select 1) from ${given()}`],
  ["a join", sql`insert into thing (team_id, n) select a.team_id, n from ${given()} join other o on o.n = a.count`],
  [
    "a list that is too long",
    sql`insert into thing (team_id, name, n) select * from ${given(Array(3_000).fill(items[0]))}`,
  ],
])("an insert with %s selects the items", (_, inserted) => {
  expect(inserted.compile(cluster).sql).toContain("unnest");
});
