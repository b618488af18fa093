import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { MikroORM } from "@mikro-orm/postgresql";
import { tablesOfTeams } from "../../../server/db/cluster/distribute.ts";
import type { Database } from "../../../server/db/database.ts";
import { type DatabaseAddress, type Orm, ormConfig } from "../../../server/db/orm.ts";
import { newId } from "../../../server/db/schema/ids.ts";
import { migrate } from "../../../server/process/migrate.ts";
import { createClusterDatabase, openClusterDatabase } from "../../support/citus.ts";
import { createClient } from "../../support/client.ts";
import { buildKey } from "../../support/factories.ts";
import { readAllThreads } from "../check.ts";
import type { ExperimentContext } from "../context.ts";
import { describeSchema } from "../describe-schema.ts";
import type { Experiment } from "../experiment.ts";
import { times } from "../load.ts";
import { settingsOf } from "../team.ts";

/** The contacts of each team, each with a thread of one message. */
const contactCount = 50;

export const n3: Experiment = {
  id: "N3",
  title: "a cluster with data of the initial schema is migrated by two servers at once, one of which is killed",
  passesWhen: "the other server completes the schema, also on every shard, and the data is there and complete",
  on: ["citus"],
  seconds: { full: 600, short: 240 },
  async run(context) {
    const complete = await describeSchema((await context.createDatabase()).orm);
    const rounds = context.size(10, 1);
    const problems: string[] = [];
    const teamIds = times(10, newId);
    for (let round = 0; round < rounds && !context.over.aborted; round++) {
      const database = await createInitial(context, `initial_${round}`);
      const em = () => database.orm.em.fork();
      for (const teamId of teamIds) await writeTeam(database, teamId);

      const settings = settingsOf(database);
      const [killed, kept] = [context.spawnServer(settings), context.spawnServer(settings)];
      await pause(500 + context.random.below(2_500));
      await killed.kill();
      await kept.hasWritten('"started"');

      if ((await describeSchema(database.orm)) !== complete) problems.push("the schema is incomplete");
      problems.push(...(await findUneven(database)));
      for (const id of teamIds) {
        const key = await buildKey(em(), { id } as Parameters<typeof buildKey>[1]);
        const threads = await readAllThreads(createClient(kept.url, key));
        const shown = threads.filter(({ contactName, tags }) => /^Ada \d/.test(contactName) && tags.length === 1);
        if (shown.length !== contactCount)
          problems.push(`${shown.length} of ${contactCount} threads show their contact`);
      }
      await kept.stop();
      await database.close();
    }
    return { n: rounds, problems, details: { rounds, teams: teamIds.length, threadsOfEach: contactCount } };
  },
};

/** Creates a distributed database that has only the first migration. */
async function createInitial(context: ExperimentContext, name: string): Promise<Database> {
  const { port, user, host } = context.nodes!;
  await createClusterDatabase(context.nodes!, name, 4);
  const address: DatabaseAddress = { host, port, user, database: name, topology: "citus" };
  const config = ormConfig(address);
  const [first] = readdirSync(config.migrations!.path!).toSorted();
  const path = context.newPath();
  mkdirSync(path);
  symlinkSync(join(config.migrations!.path!, first!), join(path, basename(first!)));
  const earlier = (await MikroORM.init({ ...config, migrations: { ...config.migrations, path } })) as unknown as Orm;
  await migrate({ orm: earlier, address, embedded: false, close: () => earlier.close() });
  await earlier.close();
  return openClusterDatabase(context.nodes!, name);
}

/** Writes a team with contacts, threads and messages into the initial schema. */
async function writeTeam({ orm }: Database, teamId: string): Promise<void> {
  const em = orm.em.fork();
  const numberId = newId();
  const now = "2026-01-01T00:00:00Z";
  await em.execute("insert into team (id, name, created_at, updated_at) values (?, ?, ?, ?)", [
    teamId,
    `team ${teamId}`,
    now,
    now,
  ]);
  await em.execute(
    `insert into business_number (team_id, id, name, phone_number, phone_number_sid, type, status, is_primary,
       capabilities, settings, created_at, updated_at)
     values (?, ?, 'Main', ?, 'PN0', 'local', 'active', true, '{}', '{}', ?, ?)`,
    [teamId, numberId, `+1888${teamId.replace(/\D/g, "").slice(-7)}`, now, now],
  );
  for (const n of times(contactCount, (index) => index)) {
    const [contactId, threadId, phone] = [newId(), newId(), `+1202555${String(1_000 + n)}`];
    const values = { team_id: teamId, created_at: now };
    const rows: [string, Record<string, unknown>][] = [
      [
        "contact",
        {
          id: contactId,
          name: `Ada ${n}`,
          company: "Lovelace & Co",
          tags: "{vip}",
          notes: "{}",
          metadata: "{}",
          search_text: `ada ${n}`,
          search_trigrams: "{ada}",
          updated_at: now,
        },
      ],
      [
        "contact_phone",
        {
          id: newId(),
          contact_id: contactId,
          contact_created_at: now,
          phone_number: phone,
          is_primary: true,
          updated_at: now,
        },
      ],
      [
        "thread",
        {
          id: threadId,
          business_number_id: numberId,
          contact_phone: phone,
          contact_id: contactId,
          message_count: 1,
          last_direction: "inbound",
          last_body: "hello",
          last_message_at: now,
        },
      ],
      [
        "message",
        {
          id: newId(),
          thread_id: threadId,
          direction: "inbound",
          body: "hello",
          status: "received",
          test_mode: false,
          updated_at: now,
        },
      ],
    ];
    for (const [table, row] of rows) {
      const fields = Object.entries({ ...values, ...row });
      await em.execute(
        `insert into ${table} (${fields.map(([name]) => name).join()}) values (${fields.map(() => "?").join()})`,
        fields.map(([, value]) => value),
      );
    }
  }
}

/** Finds tables whose shards do not have the indexes and constraints of the coordinator. */
async function findUneven({ orm }: Database): Promise<string[]> {
  const em = orm.em.fork();
  const countOf = (relation: string) =>
    `select (select count(*) from pg_index where indrelid = ${relation} and indisvalid)
       + (select count(*) from pg_constraint where conrelid = ${relation})`;
  const problems: string[] = [];
  for (const table of tablesOfTeams(orm)) {
    const [own] = await em.execute<{ count: string }[]>(`select (${countOf(`'${table}'::regclass`)}) as count`);
    const shards = await em.execute<{ success: boolean; result: string }[]>(
      `select success, result from run_command_on_shards('${table}', $$ ${countOf("'%1$s'::regclass")} $$)`,
    );
    if (shards.length !== 4) problems.push(`${table} has ${shards.length} shards`);
    const uneven = shards.filter(({ success, result }) => !success || Number(result) !== Number(own!.count));
    problems.push(...uneven.map(({ result }) => `a shard of ${table} has ${result}, not ${own!.count}`));
  }
  return problems;
}
