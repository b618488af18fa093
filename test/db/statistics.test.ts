import { expect, test } from "vitest";
import type { EntityManager } from "../../server/db/orm.ts";
import { refreshStatistics } from "../../server/db/refresh-statistics.ts";
import { queueSchema } from "../../server/queue/boss.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { buildTeam, uniquePhone } from "../support/factories.ts";

const app = useApp();

const schemas = [queueSchema];
const refresh = (em: EntityManager = app.em()) => refreshStatistics(em, schemas);

/** Adds so many rows; a page holds some 90 of them. */
async function addOptOuts(count: number): Promise<void> {
  const { id } = await buildTeam(app.em());
  const rows = `select '${id}', '+1' || (2000000000 + n), now() from generate_series(1, ${count}) as n`;
  await app.em().execute(`insert into opt_out (team_id, phone_number, created_at) ${rows}`);
}

test("a table is analysed after its first rows and each time that its size doubles", async () => {
  expect(await refresh()).not.toContain("public.opt_out");

  await addOptOuts(1_000);
  expect(await refresh()).toContain("public.opt_out");
  await addOptOuts(200);
  expect(await refresh()).toEqual([]);
  await addOptOuts(1_000);
  expect(await refresh()).toEqual(["public.opt_out"]);
  const [counted] = await app.em().execute("select reltuples from pg_class where oid = 'opt_out'::regclass");
  expect(counted).toEqual({ reltuples: 2_200 });
});

test("a table that was analysed when it was empty is analysed after its first rows", async () => {
  await app.em().execute("vacuum analyze consent_event");
  const { id } = await buildTeam(app.em());
  await app.em().execute(`
    insert into consent_event (team_id, id, phone_number, consent, source, sequence, created_at)
    select '${id}', gen_random_uuid(), '+12025550123', 'opted_in', 'operator', n, now() from generate_series(1, 9) as n
  `);

  expect(await refresh()).toContain("public.consent_event");
});

test("the tables of the queue are analysed, too", async () => {
  const rows = "select 'callbacks.inbound', '{}' from generate_series(1, 100)";
  await app.em().execute(`insert into pgboss.job (name, data) ${rows}`);

  const analyzed = await refresh();

  expect(analyzed.filter((name) => name.startsWith("pgboss.job"))).toHaveLength(1);
});

test("a table that another process analyses is skipped at once", async () => {
  await refresh();
  await addOptOuts(10_000);
  await app.em().transactional(async (tx) => {
    await tx.execute("lock table opt_out in share update exclusive mode");
    const before = await analyses();
    await refresh();
    expect(await analyses()).toBe(before);
  });
  expect(await refresh()).toEqual(["public.opt_out"]);
});

/** How often the table of opt-outs was analysed. */
async function analyses(): Promise<number> {
  const [row] = await app
    .em()
    .execute<{ count: string }[]>("select analyze_count as count from pg_stat_user_tables where relname = 'opt_out'");
  return Number(row!.count);
}

test("tables of another owner are not analysed", async () => {
  await addOptOuts(30_000);
  await app.em().transactional(async (tx) => {
    await tx.execute("set local role pg_monitor");
    expect(await refresh(tx)).toEqual([]);
  });
  expect(await refresh()).toContain("public.opt_out");
});

test("the fields of callbacks are not analysed, because that would take longer than all other columns", async () => {
  await postCallback(app, "inbound", inboundForm(uniquePhone(), uniquePhone(), "hello"));
  await app.em().execute("analyze callback");
  const [columns] = await app.em().execute<{ kind: boolean; fields: boolean }[]>(`
    select bool_or(attname = 'kind') as kind, bool_or(attname = 'fields') as fields from pg_stats
    where tablename = 'callback'
  `);

  expect(columns).toEqual({ kind: true, fields: false });
});
