import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { defaultLimits, noLimits } from "../../server/db/driver/time-limits.ts";
import { openOrm } from "../../server/db/orm.ts";
import { bootstrap } from "../../server/keys/bootstrap.ts";
import { migrate, readSchemaStatus, withSchemaLock } from "../../server/process/migrate.ts";
import { createBlankDatabase, createDatabase } from "../support/database.ts";

let database: Database;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.close());

const query = <Row>(statement: string, { orm } = database) => orm.em.fork().execute<Row[]>(statement);

/** A blank database with as many pools on it as a test has processes. */
async function openBlank(processes: number): Promise<{ all: Database[]; close(): Promise<void> }> {
  const blank = await createBlankDatabase();
  const orms = await Promise.all(Array.from({ length: processes - 1 }, () => openOrm(blank.address)));
  const all = [blank, ...orms.map((orm) => ({ ...blank, orm, close: () => orm.close() }))];
  return {
    all,
    async close() {
      for (const { close } of all.toReversed()) await close();
    },
  };
}

test("after the migrations, the schema has no differences from the entities", async () => {
  expect(await database.orm.schema.getUpdateSchemaSQL()).toBe("");
});

test("the migrations create exactly what the entities describe, including indexes and checks", async () => {
  // The difference above compares names of indexes and checks, not their definitions.
  const described = await createBlankDatabase();
  try {
    // Entities cannot say which extensions and functions their indexes need.
    const extensions = await query<{ extname: string }>("select extname from pg_extension where extname <> 'plpgsql'");
    for (const { extname } of extensions) await query(`create extension "${extname}"`, described);
    const functions = await query<{ definition: string }>(`
      select pg_get_functiondef(p.oid) as definition from pg_proc p
      where pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    `);
    for (const { definition } of functions) await query(definition, described);
    await described.orm.schema.create();
    expect(await readDefinitions(database)).toEqual(await readDefinitions(described));
  } finally {
    await described.close();
  }
});

/** Every column, index and constraint of the service's tables, in SQL. */
function readDefinitions(where: Database): Promise<{ definition: string }[]> {
  return query(
    `
    with t as (
      select oid, relname from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'mikro_orm%'
    )
    select format('%s %s %s %s default %s', relname, attname, format_type(atttypid, atttypmod),
      case when attnotnull then 'not null' end, pg_get_expr(adbin, adrelid)) as definition
    from t join pg_attribute a on attrelid = t.oid and attnum > 0 left join pg_attrdef on adrelid = t.oid and adnum = attnum
    union all select pg_get_indexdef(indexrelid) from t join pg_index on indrelid = t.oid
    union all select format('%s %s %s', relname, conname, pg_get_constraintdef(c.oid))
      from t join pg_constraint c on conrelid = t.oid
    order by 1
    `,
    where,
  );
}

test("only the table of rate buckets is unlogged", async () => {
  const unlogged = await query<{ relname: string }>(
    "select relname from pg_class where relkind = 'r' and relpersistence = 'u' and relnamespace = 'public'::regnamespace",
  );
  expect(unlogged).toEqual([{ relname: "rate_bucket" }]);
});

/** Tables that are read before the team is known. Their values are unique across teams. */
const acrossTeams = ["api_key", "callback"];

test("the primary key of every team-owned table starts with the team", async () => {
  const owned = await query<{ table: string; first: string }>(`
    select c.relname as table, a.attname as first from pg_class c
    join pg_attribute t on t.attrelid = c.oid and t.attname = 'team_id'
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    order by 1
  `);
  expect(owned.map(({ table }) => table)).toContain("message");
  expect(owned.filter(({ first }) => first !== "team_id").map(({ table }) => table)).toEqual(acrossTeams);
});

test("a foreign key to a team-owned table includes the team, and has no delete or null action", async () => {
  const keys = await query<{ name: string; target: string; columns: string[]; deletes: string }>(`
    select k.conname as name, k.confrelid::regclass::text as target, k.confdeltype as deletes,
      array(select attname::text from pg_attribute where attrelid = k.conrelid and attnum = any (k.conkey)) as columns
    from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace
  `);
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter(({ columns }) => !columns.includes("team_id"))).toEqual([]);
  expect(keys.filter(({ deletes }) => !["a", "r"].includes(deletes))).toEqual([]);
});

/** Indexes for work on all teams, for values that are unique across teams, and for keys that contain the team. */
const indexesAcrossTeams = [
  "api_key_key_hash_unique",
  "api_key_pkey",
  "approval_decided_index",
  "approval_expiry_index",
  "audit_event_age_index",
  "business_number_phone_number_unique",
  "callback_pkey",
  "callback_signature_index",
  "carrier_copy_due_index",
  "contact_merge_age_index",
  "contact_search_index",
  "erasure_due_index",
  "idempotency_key_age_index",
  "media_due_index",
  "message_media_index",
  "message_simulated_index",
  "message_unsettled_index",
  "otp_age_index",
  "otp_simulated_index",
  "otp_unsettled_index",
  "pending_message_canceled_index",
  "pending_message_due_index",
  "pending_message_next_index",
  "webhook_delivery_age_index",
  "webhook_target_due_index",
];

test("every index of a team-owned table starts with the team, except indexes for all teams", async () => {
  const indexes = await query<{ name: string }>(`
    select i.indexrelid::regclass::text as name from pg_index i
    join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
    join pg_attribute t on t.attrelid = c.oid and t.attname = 'team_id'
    where i.indkey[0] <> t.attnum order by 1
  `);
  expect(indexes.map(({ name }) => name)).toEqual(indexesAcrossTeams);
});

test("every timestamp has microseconds and a time zone", async () => {
  const others = await query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name not like 'mikro_orm%' and data_type ~ '^(timestamp|date|time)'
      and (data_type <> 'timestamp with time zone' or datetime_precision <> 6)
  `);
  expect(others).toEqual([]);
});

test("a blank database lists the missing migrations, and migrating twice changes nothing the second time", async () => {
  const { all, close } = await openBlank(1);
  const [blank] = all;
  try {
    const before = await readSchemaStatus(blank!);
    expect(before).toMatchObject({ executed: [], queueInstalled: false });
    expect(before.pending).not.toEqual([]);

    await migrate(blank!);
    const migrated = await readSchemaStatus(blank!);
    expect(migrated).toEqual({ executed: before.pending, pending: [], queueInstalled: true });

    await migrate(blank!);
    expect(await readSchemaStatus(blank!)).toEqual(migrated);
    expect(await blank!.orm.schema.getUpdateSchemaSQL()).toBe("");
  } finally {
    await close();
  }
});

test("a queue with other settings than this version is updated, and other queues are not", async () => {
  const { all, close } = await openBlank(1);
  const [blank] = all;
  const read = () =>
    query<{ name: string }>("select name, retry_limit, updated_on from pgboss.queue order by name", blank);
  try {
    await migrate(blank!);
    const before = await read();
    await query("update pgboss.queue set retry_limit = 1 where name = 'callbacks.status'", blank);

    await migrate(blank!);
    const after = await read();
    const touched = { name: "callbacks.status", retry_limit: 12, updated_on: expect.anything() };
    expect(after).toEqual(before.map((queue) => (queue.name === touched.name ? touched : queue)));
  } finally {
    await close();
  }
});

test("processes that start on a blank database at once all succeed, and only one creates the first team", async () => {
  const { all, close } = await openBlank(3);
  try {
    const bootstrapped = await Promise.all(
      all.map(async (each) => {
        await migrate(each);
        return withSchemaLock(each.orm, (em) => bootstrap(em, undefined, { isSimulated: true }));
      }),
    );

    expect(bootstrapped.filter(Boolean)).toMatchObject([{ team: "default" }]);
    for (const each of all) {
      const { executed, pending, queueInstalled } = await readSchemaStatus(each);
      expect({ pending, queueInstalled }).toEqual({ pending: [], queueInstalled: true });
      expect(new Set(executed).size).toBe(executed.length);
    }
    expect(await query("select name from team", all[0])).toEqual([{ name: "default" }]);
  } finally {
    await close();
  }
});

test("a start waits for a lock on the list of migrations, however long that takes", async () => {
  const lock = 100;
  const orm = await openOrm(database.address, 2, { ...defaultLimits, lock });
  onTestFinished(() => orm.close());
  const holder = database.orm.em.fork();
  await holder.begin();
  await holder.execute("lock table mikro_orm_migrations in access exclusive mode");
  const waitsForLong = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and clock_timestamp() - query_start > interval '${3 * lock} ms'`;

  const migrated = migrate({ ...database, orm, close: () => orm.close() });
  await Promise.race([migrated, vi.waitFor(async () => expect(await query(waitsForLong)).toHaveLength(1))]);
  await holder.commit();

  await migrated;
});

test("a connection without time limits waits for locks however long that takes", async () => {
  const orm = await openOrm(database.address, 1, noLimits);
  onTestFinished(() => orm.close());

  expect(await orm.em.fork().execute("show lock_timeout")).toEqual([{ lock_timeout: "0" }]);
});
