import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { Message } from "../../server/db/entities/message.ts";
import { messageDeliveries } from "../../server/sending/deliveries.ts";
import { giveUpUnknown } from "../../server/sending/give-up-unknown.ts";
import { createClient } from "../support/client.ts";
import { countWaiting, createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildKey, buildTeam, uniquePhone } from "../support/factories.ts";
import { settingsFor, useProcesses } from "../support/process.ts";
import { accept, type Behaviour, createStandIn, hang, type StandIn } from "../support/stand-in.ts";

const { startServer } = useProcesses();

const closers: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

describe.concurrent("a server that is killed", () => {
  test("while the provider has the text loses nothing and sends nothing twice", async () => {
    const provider = await startProvider(hang);
    const { database, start, key, team } = await prepare(provider.url);
    const server = await start();
    const text = { body: { phone_number: uniquePhone(), message: "hello" }, idempotencyKey: randomUUID() };
    const unanswered = createClient(server.url, key)
      .sendText(text)
      .catch(() => undefined);
    await vi.waitFor(() => expect(provider.requests).toHaveLength(1), { timeout: 5_000 });

    await server.kill();
    await unanswered;

    const client = createClient((await start()).url, key);
    const [message] = await database.orm.em.fork().find(Message, { teamId: team.id });
    expect(message).toMatchObject({ status: "queued", body: "hello" });
    await age(database, "idempotency_key", 31);
    expect(await client.sendText(text)).toMatchObject({ textId: message!.id, status: "queued" });
    expect(provider.requests).toHaveLength(1);
  });

  test("before it could write down what the provider said gives the message up in the end, unsent", async () => {
    const { database, start, key, team, settings } = await prepare("");
    const blocker = database.orm.em.fork();
    const provider = await startProvider(async (request, response) => {
      await blocker.begin();
      await blocker.execute("select from message for update");
      accept(request, response);
    });
    settings.PROVIDER_BASE_URL = provider.url;
    const server = await start();
    const text = { body: { phone_number: uniquePhone(), message: "hello" }, idempotencyKey: randomUUID() };
    const unanswered = createClient(server.url, key)
      .sendText(text)
      .catch(() => undefined);
    await vi.waitFor(async () => expect(await countWaiting(database)).toBe(1), { timeout: 5_000 });

    await server.kill();
    await unanswered;
    await blocker.rollback();

    const client = createClient((await start()).url, key);
    await age(database, "idempotency_key", 31);
    await age(database, "message", 11 * 60);
    await giveUpUnknown(database.orm.em.fork(), messageDeliveries);
    const [message] = await database.orm.em.fork().find(Message, { teamId: team.id });
    expect(message).toMatchObject({ status: "failed", errorCode: "outcome_unknown" });
    expect(await client.sendText(text)).toMatchObject({ textId: message!.id, status: "failed" });
    expect(provider.requests).toHaveLength(1);
  });
});

test("replacing servers one after the other under load loses no request", async () => {
  const { start, key, database, team } = await prepare(undefined);
  const servers = [await start(), await start()];
  let enough = false;
  const acknowledged: string[] = [];
  const failures: unknown[] = [];
  const load = Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      for (let turn = index; !enough; turn++) {
        const message = randomUUID();
        const answer = await sendToOneThatListens(turn, message);
        if (answer.status === 200) acknowledged.push(message);
        else failures.push(answer.text);
      }
    }),
  );
  async function sendToOneThatListens(turn: number, message: string) {
    // A new connection each time, as behind a load balancer. One that waits to be accepted when the server stops
    // listening is reset by the system, unread; its client asks the next server.
    const text = { body: { phone_number: uniquePhone(), message }, idempotencyKey: message };
    for (;;) {
      const client = createClient(servers[turn++ % servers.length]!.url, key);
      const answer = await client.raw("sendText", { ...text, headers: { connection: "close" } }).catch(unlessAway);
      if (answer) return answer;
    }
  }
  function unlessAway(error: Error): undefined {
    const { code = "" } = (error.cause ?? {}) as { code?: string };
    if (!["ECONNREFUSED", "ECONNRESET"].includes(code)) throw error;
  }

  for (const [index, old] of servers.entries()) {
    const sofar = acknowledged.length;
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(sofar + 100), { timeout: 15_000 });
    servers[index] = await start();
    expect(await old.stop()).toEqual({ code: 0, signal: null });
  }
  enough = true;
  await load;

  expect(failures).toEqual([]);
  const stored = await database.orm.em.fork().find(Message, { teamId: team.id });
  expect(stored.map(({ body }) => body).toSorted()).toEqual(acknowledged.toSorted());
});

/** A team on a database of its own, and a way to start servers on it; with a provider's address, they send to that. */
async function prepare(providerUrl: string | undefined) {
  const database = await createDatabase();
  closers.push(database.close);
  const em = database.orm.em.fork();
  const team = await buildTeam(em);
  const key = await buildKey(em, team);
  await buildBusinessNumber(em, { team, isPrimary: true });
  const provider = { PROVIDER: "twilio", PROVIDER_ACCOUNT_SID: "AC1", PROVIDER_BASE_URL: providerUrl ?? "" };
  const settings = {
    ...settingsFor(database),
    ...(providerUrl !== undefined && provider),
    RATE_LIMIT_BURST: "1000000",
    RATE_LIMIT_PER_SECOND: "1000000",
  };
  return { database, team, key, settings: settings as Record<string, string>, start: () => startServer(settings) };
}

/** A stand-in for the provider that the file's end closes. */
async function startProvider(behaviour: Behaviour): Promise<StandIn> {
  const provider = await createStandIn();
  closers.push(provider.close);
  return Object.assign(provider, { behaviour });
}

async function age(database: Database, table: "idempotency_key" | "message", seconds: number): Promise<void> {
  const statement = `update ${table} set created_at = created_at - make_interval(secs => ${seconds})`;
  await database.orm.em.fork().execute(statement);
}
