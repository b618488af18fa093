import { join } from "node:path";
import { MikroORM } from "@mikro-orm/postgresql";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { type Orm, ormConfig } from "../../server/db/orm.ts";
import { migrate, readSchemaStatus } from "../../server/process/migrate.ts";
import { createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildTeam } from "../support/factories.ts";

const name = "29990101000000-number-types-concurrently";
const index = "number_types";
const path = join(import.meta.dirname, "..", "support", "migrations");

let database: Database;
/** Two processes of a version with a single migration: a team may have one number of each type. */
let later: Database[];

beforeEach(async () => {
  database = await createDatabase();
  const open = async () => {
    const config = ormConfig(database.address);
    const orm = (await MikroORM.init({ ...config, migrations: { ...config.migrations, path } })) as unknown as Orm;
    return { ...database, orm, close: () => orm.close() };
  };
  later = [await open(), await open()];
});

afterEach(async () => {
  for (const { close } of [...later, database]) await close();
});

const em = () => database.orm.em.fork();

const readIndex = () =>
  em().execute(`select indisvalid as valid from pg_index where indexrelid = to_regclass('${index}')`);

test("an index that a crash left incomplete is rebuilt at the next start", async () => {
  const team = await buildTeam(em());
  const [{ id }] = [await buildBusinessNumber(em(), { team }), await buildBusinessNumber(em(), { team })];
  await expect(migrate(later[0]!)).rejects.toThrow(/could not create unique index/);
  expect(await readIndex()).toEqual([{ valid: false }]);
  expect((await readSchemaStatus(later[0]!)).pending).toEqual([name]);

  await em().execute("update business_number set type = 'mobile' where id = ?", [id]);
  await migrate(later[0]!);

  expect(await readIndex()).toEqual([{ valid: true }]);
  expect((await readSchemaStatus(later[0]!)).pending).toEqual([]);
});

test("while an index is built, rows can be written and another process waits to migrate", async () => {
  await buildBusinessNumber(em());
  const writer = em();
  await writer.begin();
  await writer.execute("update business_number set type = type");
  const building =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'create unique index concurrently%'";

  const migrated = Promise.all(later.map(migrate));
  await vi.waitFor(async () => expect(await em().execute(building)).toHaveLength(1));
  await buildBusinessNumber(em());
  await writer.commit();
  await migrated;

  expect(await readIndex()).toEqual([{ valid: true }]);
});
