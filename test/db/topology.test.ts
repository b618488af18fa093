import { afterAll, beforeAll, expect, test } from "vitest";
import { ConfigError } from "../../server/config-error.ts";
import { referenceTables, tablesOfTeams } from "../../server/db/cluster/distribute.ts";
import type { Database } from "../../server/db/database.ts";
import { isViolationOf } from "../../server/db/faults.ts";
import { migrate, readSchemaStatus } from "../../server/process/migrate.ts";
import { createBlankDatabase, createDatabase } from "../support/database.ts";

let database: Database;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.close());

const query = <Row>(statement: string) => database.orm.em.fork().execute<Row[]>(statement);

/** Tables that are local to the coordinator, because their rows have no team when they are written, or never. */
const localTables = ["callback", "inbound_part", "installation"];

test("every table is distributed by team, replicated on every node, or listed as local to the coordinator", async () => {
  const all = await query<{ name: string }>(`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'mikro_orm%'
  `);

  const placed = [...tablesOfTeams(database.orm), ...referenceTables, ...localTables];

  expect(placed.toSorted()).toEqual(all.map(({ name }) => name).toSorted());
  expect(tablesOfTeams(database.orm)).toContain("simulated_text");
});

test("a unique index of a distributed table includes the team, because no node sees all rows", async () => {
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

test("a foreign key of a distributed table stays within its team or refers to a replicated table", async () => {
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

test("a database without Citus is refused and stays unchanged", async () => {
  const blank = await createBlankDatabase();
  try {
    const asCluster = { ...blank, address: { ...blank.address, topology: "citus" as const } };

    await expect(migrate(asCluster)).rejects.toThrow(ConfigError);

    expect(await readSchemaStatus(blank)).toMatchObject({ executed: [], queueInstalled: false });
  } finally {
    await blank.close();
  }
});

test("a violation of a shard's index counts as a violation of the table's index", () => {
  const refusal = (index: string) => ({
    code: "23505",
    message: `duplicate key value violates unique constraint "${index}"\n - detail: Key (name)=("team_key_1") already exists.`,
  });

  expect(isViolationOf(refusal("team_name_unique_102008"), "team_name_unique")).toBe(true);
  expect(isViolationOf(refusal("team_pkey_102008"), "team_name_unique")).toBe(false);
  expect(isViolationOf(refusal("team_name_unique_102008"), "team_key")).toBe(false);
});
