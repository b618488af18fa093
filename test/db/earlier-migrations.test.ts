import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { openOrm } from "../../server/db/orm.ts";
import { migrate, readSchemaStatus } from "../../server/process/migrate.ts";
import { createDatabase } from "../support/database.ts";
import { dumpRows } from "../support/dump.ts";
import { buildBusinessNumber } from "../support/factories.ts";

const initial = "20261123180000-initial";

/** The migrations that created the same schema before. */
const earlier = [
  "20261121000000-initial",
  "20261121100000-contacts",
  "20261121110000-callbacks",
  "20261121110500-webhooks",
  "20261121120000-otp",
  "20261122000000-room-for-answers",
  "20261122200000-full-pages-of-keys",
  "20261123130000-callback-signatures",
  "20261123140000-crowded-names",
  "20261123150000-released-numbers",
  "20261123150100-api-key-details",
  "20261123160000-segments-and-media",
  "20261123170000-callbacks-by-id",
];

let database: Database;

/** The migrations after the initial one, which a database of an earlier version does not have. */
let later: string[];

beforeEach(async () => {
  database = await createDatabase();
  later = (await readSchemaStatus(database)).executed.filter((name) => name > initial);
  await buildBusinessNumber(database.orm.em.fork());
});
afterEach(() => database.close());

/** Replaces the list of executed migrations. The later ones stay in it, because their tables exist. */
async function setExecuted(given: string[]): Promise<void> {
  const names = [...later, ...given];
  const em = database.orm.em.fork();
  await em.execute("truncate mikro_orm_migrations restart identity");
  for (const name of names) await em.execute("insert into mikro_orm_migrations (name) values (?)", [name]);
}

/** The rows of the service, and all relations, except the list of migrations. The queue updates its own timestamps. */
async function readContents() {
  const em = database.orm.em.fork();
  const rows = (await dumpRows(em)).filter(
    ({ table }) => table.startsWith("public.") && table !== "public.mikro_orm_migrations",
  );
  const relations = await em.execute(
    "select oid, relname, relfilenode from pg_class where relname not like 'mikro_orm%' order by oid",
  );
  return { rows, relations };
}

test("a database with all earlier migrations is migrated, and only the list of migrations changes", async () => {
  await setExecuted(earlier);
  const before = await readContents();
  expect((await readSchemaStatus(database)).pending).toEqual([initial]);

  await migrate(database);

  const migrated = { executed: [...later, ...earlier, initial], pending: [], queueInstalled: true };
  expect(await readSchemaStatus(database)).toEqual(migrated);
  expect(await readContents()).toEqual(before);

  await migrate(database);
  expect(await readSchemaStatus(database)).toEqual(migrated);
});

test("of processes that start at the same time, one records the initial migration", async () => {
  await setExecuted(earlier);
  const orms = await Promise.all([1, 2].map(() => openOrm(database.address)));
  const processes = [database, ...orms.map((orm) => ({ ...database, orm }))];

  await Promise.all(processes.map(migrate));

  expect((await readSchemaStatus(database)).executed).toEqual([...later, ...earlier, initial]);
  for (const orm of orms) await orm.close();
});

test.each([
  ["the first", earlier.slice(0, 1)],
  ["all except the last", earlier.slice(0, -1)],
  ["all except one in the middle", earlier.toSpliced(6, 1)],
])("a database with %s of the earlier migrations is refused, and does not change", async (_, executed) => {
  await setExecuted(executed);
  const before = await readContents();

  await expect(migrate(database)).rejects.toThrow(
    `The database has ${executed.length} of the 13 migrations that ${initial} replaced. ` +
      "Start the earlier version aac811a once, and then this version: see Upgrade in docs/operating.md.",
  );

  expect(await readContents()).toEqual(before);
  expect(await readSchemaStatus(database)).toMatchObject({ executed: [...later, ...executed], pending: [initial] });
});

test("a migration of another version in the list is left alone", async () => {
  await setExecuted([...earlier, initial, "29990101000000-of-a-later-version"]);

  await migrate(database);

  expect(await readSchemaStatus(database)).toMatchObject({
    executed: [...later, ...earlier, initial, "29990101000000-of-a-later-version"],
    pending: [],
  });
});
