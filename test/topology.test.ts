import { afterAll, beforeAll, expect, test } from "vitest";
import { ConfigError } from "../server/config.ts";
import type { Database } from "../server/db/database.ts";
import { referenceTables, tablesOfTeams } from "../server/db/distribute.ts";
import { isViolationOf } from "../server/db/faults.ts";
import { migrate, readSchemaStatus } from "../server/migrate.ts";
import { createBlankDatabase, createDatabase } from "./support/database.ts";

let database: Database;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.close());

const query = <Row>(statement: string) => database.orm.em.fork().execute<Row[]>(statement);

/** Those that stay on the coordinator: what they keep is of no team when it is written. */
const localTables = ["callback"];

test("every table is distributed by its team, or on every node, or one of those that stay on the coordinator", async () => {
  const all = await query<{ name: string }>(`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'mikro_orm%'
  `);

  const placed = [...tablesOfTeams(database.orm), ...referenceTables, ...localTables];

  expect(placed.toSorted()).toEqual(all.map(({ name }) => name).toSorted());
});

test("what is unique in a distributed table is so within a team, as no node sees all of it", async () => {
  const indexes = await query<{ table: string; name: string; columns: string[] }>(`
    select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name,
      array(select attname::text from pg_attribute where attrelid = i.indrelid and attnum = any (i.indkey)) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace
  `);
  const distributed = indexes.filter(({ table }) => tablesOfTeams(database.orm).includes(table));

  expect(distributed.length).toBeGreaterThan(tablesOfTeams(database.orm).length);
  expect(distributed.filter(({ columns }) => !columns.includes("team_id"))).toEqual([]);
});

test("foreign keys lead from team to the same team or to what is on every node, never from there to a team's", async () => {
  const keys = await query<{ source: string; target: string; definition: string }>(`
    select conrelid::regclass::text as source, confrelid::regclass::text as target,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
  `);
  const ofTeams = tablesOfTeams(database.orm);
  const isPossible = ({ source, target, definition }: (typeof keys)[number]) =>
    referenceTables.includes(target)
      ? [...referenceTables, ...ofTeams].includes(source)
      : ofTeams.includes(source) && /^FOREIGN KEY \(team_id, .*REFERENCES \w+\(team_id, /.test(definition);

  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => !isPossible(key))).toEqual([]);
});

test("a database without Citus is told so, and left as it is", async () => {
  const blank = await createBlankDatabase();
  try {
    const asCluster = { ...blank, address: { ...blank.address, topology: "citus" as const } };

    await expect(migrate(asCluster)).rejects.toThrow(ConfigError);

    expect(await readSchemaStatus(blank)).toMatchObject({ executed: [], queueInstalled: false });
  } finally {
    await blank.close();
  }
});

test("a refusal of another node, which names an index of a shard, is one of the table's index", () => {
  const refusal = (index: string) => ({
    code: "23505",
    message: `duplicate key value violates unique constraint "${index}"\n - detail: Key (name)=("team_key_1") already exists.`,
  });

  expect(isViolationOf(refusal("team_name_unique_102008"), "team_name_unique")).toBe(true);
  expect(isViolationOf(refusal("team_pkey_102008"), "team_name_unique")).toBe(false);
  expect(isViolationOf(refusal("team_name_unique_102008"), "team_key")).toBe(false);
});
