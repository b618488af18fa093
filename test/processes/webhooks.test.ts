import { afterAll, describe, expect, test, vi } from "vitest";
import { getDelivery, listDeliveries } from "../../server/webhooks/deliveries.ts";
import { createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildMessage, buildTeam, uniquePhone } from "../support/factories.ts";
import { answer, createFakeServer, type FakeServer } from "../support/fake-server.ts";
import { settingsFor, useProcesses } from "../support/process.ts";
import { endLeases, receiveText } from "../support/webhooks.ts";

const { startServer } = useProcesses();

const closers: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

describe.concurrent("a worker", () => {
  test("repeats an attempt that it was killed before recording, and counts the attempt once", async () => {
    const { target, startWorker, database, reply, readOnly } = await prepare();
    const blocker = database.orm.em.fork();
    target.behaviour = async (request, response) => {
      await blocker.begin();
      await blocker.execute("select from webhook_delivery for update");
      answer(200, "")(request, response);
    };
    const killed = await startWorker();
    await reply();
    await vi.waitFor(() => expect(target.requests).toHaveLength(1), { timeout: 10_000 });
    const blocked = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await vi.waitFor(async () => expect(await database.orm.em.fork().execute(blocked)).toHaveLength(1));

    await killed.kill();
    await blocker.rollback();

    target.behaviour = answer(202, "");
    await endLeases(database.orm.em.fork());
    await startWorker();
    await vi.waitFor(async () => expect(await readOnly()).toMatchObject({ status: "delivered" }), { timeout: 30_000 });
    expect(await readOnly()).toMatchObject({ attemptCount: 1, attempts: [{ number: 1, status: 202 }] });
    expect(target.requests).toHaveLength(2);
  }, 60_000);
});

/** Creates a team with a text that names a target, on a new database. */
async function prepare() {
  const database = await createDatabase();
  closers.push(() => database.close());
  const target: FakeServer = await createFakeServer();
  closers.push(() => target.close());
  const em = () => database.orm.em.fork();
  const team = await buildTeam(em());
  const number = await buildBusinessNumber(em(), { team, isPrimary: true });
  const phone = uniquePhone();
  await buildMessage(em(), { team, number, phone, direction: "outbound", replyWebhookUrl: target.url });
  return {
    database,
    target,
    startWorker: () => startServer({ ...settingsFor(database), WEBHOOK_ALLOW_PRIVATE: "127.0.0.0/8", ROLE: "worker" }),
    reply: () => receiveText({ em }, team, { from: number.phoneNumber, to: phone, testMode: false }),
    async readOnly() {
      const [delivery] = await listDeliveries(em(), team, { limit: 1 });
      return getDelivery(em(), team, delivery!.id);
    },
  };
}
