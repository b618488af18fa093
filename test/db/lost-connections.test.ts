import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { isDatabaseAway, isOtherNodeAway } from "../../server/db/faults.ts";
import { type Orm, openOrm, readPool } from "../../server/db/orm.ts";
import { useApp } from "../support/app.ts";
import { uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();

/** Opens a pool with two connections. */
async function openSmallPool() {
  const orm = await openOrm(app.database.address, 2);
  onTestFinished(() => orm.close());
  return orm;
}

/** Checks that both connections can be used at once. */
async function expectWholePool(orm: Orm): Promise<void> {
  // A connection may be used once more before its end is known.
  await vi.waitFor(async () => {
    await orm.em.fork().transactional((tx) => Promise.all([tx.execute("select 1"), orm.em.fork().execute("select 1")]));
  });
  expect(readPool(orm)).toEqual({ total: 2, idle: 2, waiting: 0 });
}

const endSession = (pid: number) => app.em().execute("select pg_terminate_backend(?)", [pid]);

test("transactions whose connections are lost free their capacity in the pool", async () => {
  const orm = await openSmallPool();

  for (let turn = 0; turn < 5; turn += 1) {
    const lost = orm.em.fork().transactional(async (tx) => {
      const [session] = await tx.execute<{ pid: number }[]>("select pg_backend_pid() as pid");
      await endSession(session!.pid);
      await tx.execute("select 1");
    });
    await expect(lost).rejects.toThrow();
  }

  await expectWholePool(orm);
});

test("a query whose connection is lost frees its capacity in the pool once", async () => {
  const orm = await openSmallPool();

  for (let turn = 0; turn < 5; turn += 1) {
    const lost = orm.em.fork().execute("select pg_terminate_backend(pg_backend_pid())");
    await expect(lost).rejects.toSatisfy(isDatabaseAway);
  }

  await expectWholePool(orm);
});

test.each(["EHOSTUNREACH", "EHOSTDOWN", "ENETUNREACH", "ENETDOWN", "ECONNABORTED"])(
  "%s, an error of a lost network, counts as an unavailable database",
  (code) => {
    expect(isDatabaseAway(Object.assign(new Error(), { code }))).toBe(true);
  },
);

test.each<[message: string, fault: { code?: string; where?: string }]>([
  ["connection to the remote node messaging@10.0.0.7:5432 failed", { code: "08006" }],
  ["could not establish any connections to the node 10.0.0.7:5432 after 5000 ms", { code: "08006" }],
  ["connection establishment for node 10.0.0.7:5432 failed", {}],
  ["could not find any healthy placement for shard 102008", { code: "XX000" }],
  ["execution cannot recover from multiple connection failures. Last node failed 10.0.0.7:5432", { code: "XX000" }],
  ["failed to prepare transaction 'citus_0_1' on host 10.0.0.7:5432", { code: "XX000" }],
  ["terminating connection", { code: "57P01", where: "while executing command on 10.0.0.7:5432" }],
])("%s, an error of a cluster, counts as another node that is away", (message, fault) => {
  const error = Object.assign(new Error(message), fault);

  expect([isOtherNodeAway(error), isDatabaseAway(error)]).toEqual([true, true]);
});

test("an error of a statement on another node is no node that is away", () => {
  const where = "while executing command on 10.0.0.7:5432";
  const error = Object.assign(new Error("duplicate key value"), { code: "23505", where });

  expect([isOtherNodeAway(error), isDatabaseAway(error)]).toEqual([false, false]);
});

test.each(["25P03", "53100", "53200", "57014"])(
  "a write that fails with %s is answered with 503, and its key can be retried",
  async (code) => {
    const { client } = await app.signIn();
    const create = {
      body: { name: "A", phoneNumber: uniquePhone(), phoneNumberSid: "PN1" },
      idempotencyKey: randomUUID(),
    };
    await app.em().execute(`
      create function fail() returns trigger language plpgsql as
        $$ begin raise exception 'not now' using errcode = '${code}'; end $$;
      create trigger fail before insert on business_number for each row execute function fail();
    `);

    const failed = await client.raw("createBusinessNumber", create);
    await app.em().execute("drop function fail cascade");

    expect(refusalOf(failed)).toBe("503 server_error");
    expect((await client.raw("createBusinessNumber", create)).status).toBe(201);
  },
);
