import { availableParallelism, loadavg } from "node:os";
import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { Lane } from "../../server/db/commit/lane.ts";
import type { Database } from "../../server/db/database.ts";
import type { TimeLimits } from "../../server/db/driver/time-limits.ts";
import { isDatabaseAway } from "../../server/db/faults.ts";
import { databaseOf, type Orm, openOrm, queries } from "../../server/db/orm.ts";
import { liftTimeLimits } from "../../server/db/sql/lift-time-limits.ts";
import { lockPhones } from "../../server/db/sql/locks.ts";
import { transact } from "../../server/db/transaction.ts";
import type { E164 } from "../../server/phone.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { createDatabase } from "../support/database.ts";
import { uniquePhone } from "../support/factories.ts";
import { type Forwarder, startForwarder } from "../support/forwarder.ts";
import { refusalOf } from "../support/refusals.ts";

/** How many processes want each processor. On a busy machine, work takes as many times as long. */
const slowness = Math.max(1, Math.round(loadavg()[0]! / availableParallelism()));

/** Short limits, except those that a busy machine may exceed without a fault. */
const limits: TimeLimits = {
  connect: 800 * slowness,
  lock: 5_000 * slowness,
  statement: 5_000 * slowness,
  idleInTransaction: 1_000 * slowness,
  silence: 800 * slowness,
};

/** The maximum duration of a request: twice a silent connection and an unavailable connection. */
const bound = 2 * (limits.silence + limits.connect) + 2_000 * slowness;

const direct = useApp();

/** A server with short limits. The network to its database can fail. */
function useForwardedApp(poolSize: number, own = limits) {
  let network: Forwarder;
  async function database(): Promise<Database> {
    const direct = await createDatabase();
    network = await startForwarder(direct);
    const { topology } = direct.address;
    const address = { url: network.url, ...(topology && { topology }) };
    const orm = await openOrm(address, poolSize, own);
    return {
      orm,
      address,
      embedded: false,
      async close() {
        await orm.close();
        await network.close();
        await direct.close();
      },
    };
  }
  return { app: useApp({ database }), network: () => network };
}

type App = ReturnType<typeof useApp>;
type SignedIn = Awaited<ReturnType<App["signIn"]>>;

/** The statuses of requests of every kind that are made at once. */
async function requestAll(app: App, { client, number }: SignedIn): Promise<number[]> {
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => sendText(client)),
    ...Array.from({ length: 8 }, () => client.raw("listThreads")),
    client.raw("createContact", { body: { name: "Ada", phones: [uniquePhone()] } }),
    client.raw("generateOtp", { body: { recipient_id: uniquePhone(), phone: uniquePhone() } }),
    client.raw("getReadiness"),
    postCallback(app, "inbound", inboundForm(uniquePhone(), number, "hello")),
  ]);
  return [...new Set(answers.map(({ status }) => status))].toSorted();
}

const sendText = (client: SignedIn["client"], phone = uniquePhone()) =>
  client.raw("sendText", { body: { phone_number: phone, message: "hello" } });

// Most of the time the tests wait for time limits, so the groups wait side by side.
describe.concurrent.each([10, 2])("with a pool of %d connections", (poolSize) => {
  const { app, network } = useForwardedApp(poolSize);

  test("frozen connections are abandoned, and new connections serve every request", {
    concurrent: false,
  }, async () => {
    const signedIn = await app.signIn();
    await requestAll(app, signedIn);

    network().freeze();
    const began = performance.now();
    const during = await requestAll(app, signedIn);

    expect(during.filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
    expect(performance.now() - began).toBeLessThan(bound);
    await vi.waitFor(async () => expect(await requestAll(app, signedIn)).toEqual([200, 201]), { timeout: 10_000 });
  });

  test("a silent database is answered with 503, and requests succeed again once it responds", {
    concurrent: false,
  }, async () => {
    const signedIn = await app.signIn();
    await requestAll(app, signedIn);

    network().silence();
    const began = performance.now();
    const during = await requestAll(app, signedIn);
    network().resume();

    expect(during).toEqual([503]);
    expect(performance.now() - began).toBeLessThan(bound);
    await vi.waitFor(async () => expect(await requestAll(app, signedIn)).toEqual([200, 201]), { timeout: 10_000 });
  });
});

describe.concurrent("in a pool of 2 connections", () => {
  /** Work on all connections of the pool that never pauses. */
  const kinds: Record<string, (orm: Orm) => (turn: number) => Promise<unknown>> = {
    "transactions in line"(orm) {
      const { pool } = databaseOf(orm.em);
      const lanes = [new Lane(pool), new Lane(pool)].map((lane) => databaseOf(orm.em).on(lane));
      return (turn) =>
        transact(orm, (tx) => sql`select pg_sleep(0.005)`.execute(queries(tx)), undefined, lanes[turn % 2]!);
    },
    "shared reads": (orm) => () => sql`select pg_sleep(0.005)`.execute(databaseOf(orm.em).reads),
  };

  test.for(Object.keys(kinds))(
    "steady %s leave a connection to other work in time",
    async (kind, { onTestFinished }) => {
      const orm = await openOrm(direct.database.address, 2, limits);
      onTestFinished(() => orm.close());
      const act = kinds[kind]!(orm);
      const end = performance.now() + 1.5 * limits.connect;
      const steady = Array.from({ length: 24 }, async (_, turn) => {
        while (performance.now() < end) await act(turn);
      });

      // By now all connections are in use.
      await Promise.all([act(0), act(1)]);
      const others = Array.from({ length: 10 }, () => orm.em.fork().execute("select 1 as one"));

      expect(await Promise.all(others)).toEqual(Array(10).fill([{ one: 1 }]));
      await Promise.all(steady);
    },
  );
});

test.concurrent("a lock of a session whose process is gone is released after a timeout", async (context) => {
  const { client, team } = await direct.signIn();
  const phone = uniquePhone() as E164;
  const network = await startForwarder(direct.database);
  const orm = await openOrm({ url: network.url }, 2, limits);
  context.onTestFinished(async () => {
    await orm.close();
    await network.close();
  });

  const gone = orm.em.fork().transactional(async (tx) => {
    await lockPhones(tx, [{ teamId: team.id, phone }], "exclusive");
    // Its answer shows that the lock before it is held.
    await tx.execute("select 1");
    network.freeze();
    expect((await sendText(client, phone)).status).toBe(200);
    await tx.execute("select 1");
  });

  await expect(gone).rejects.toSatisfy(isDatabaseAway);
});

describe.concurrent("with short limits for statements", () => {
  const tooLong = `select pg_sleep(${slowness})`;
  const { app } = useForwardedApp(4, { ...limits, statement: 600 * slowness });

  test("a read that takes too long is answered with 503", { concurrent: false }, async () => {
    const { client } = await app.signIn();

    const answer = await app.em().transactional(async (tx) => {
      await liftTimeLimits(tx);
      await tx.execute("lock table thread in access exclusive mode");
      return client.raw("listThreads");
    });

    expect(refusalOf(answer)).toBe("503 server_error");
    expect(app.logLines.join("")).toContain("statement timeout");
    expect((await client.raw("listThreads")).status).toBe(200);
  });

  test("a transaction without limits may take long, and its session has the limits again afterwards", {
    concurrent: false,
  }, async (context) => {
    const orm = await openOrm(app.database.address, 2, { ...limits, statement: 600 * slowness });
    context.onTestFinished(() => orm.close());

    await orm.em.fork().transactional(async (tx) => {
      await liftTimeLimits(tx);
      await tx.execute(tooLong);
    });

    await expect(orm.em.fork().execute(tooLong)).rejects.toMatchObject({ code: "57014" });
    const rows = await orm.em.fork().execute("select pid from pg_stat_activity where application_name like '%limits'");
    expect(rows).toEqual([]);
  });
});
