import { setTimeout as pause } from "node:timers/promises";
import twilio from "twilio";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { inboundForm, newSid, post, statusForm } from "../support/callbacks.ts";
import { createClient } from "../support/client.ts";
import { countWaiting, createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildKey, buildTeam, uniquePhone } from "../support/factories.ts";
import { accept, createFakeServer } from "../support/fake-server.ts";
import { changeJobs } from "../support/jobs.ts";
import { type ServerProcess, settingsFor, useProcesses } from "../support/process.ts";

const { startServer } = useProcesses();

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

const publicUrl = "https://sms.example.com";
const authToken = "a token of the tests";

async function prepare() {
  const database = await createDatabase();
  closers.push(database.close);
  const em = database.orm.em.fork();
  const team = await buildTeam(em);
  const number = await buildBusinessNumber(em, { team, isPrimary: true });
  const settings = {
    ...settingsFor(database),
    BASE_URL: publicUrl,
    WEBHOOK_CLIENT_SECRET: authToken,
    LOG_LEVEL: "info",
    RATE_LIMIT_BURST: "10000",
    RATE_LIMIT_PER_SECOND: "10000",
  };
  return { database, team, number: number.phoneNumber, key: await buildKey(em, team), settings };
}

/** Posts a callback once. Returns whether it was accepted. */
async function deliver(server: ServerProcess, target: string, form: Record<string, string>): Promise<boolean> {
  const answer = await post(server.url + target, new URLSearchParams(form).toString(), {
    "content-type": "application/x-www-form-urlencoded",
    "x-provider-signature": twilio.getExpectedTwilioSignature(authToken, publicUrl + target, form),
  }).catch(() => undefined);
  if (answer) expect([200, 503]).toContain(answer.status);
  return answer?.status === 200;
}

async function count(database: Database, statement: string, values: unknown[] = []): Promise<number> {
  const [row] = await database.orm.em.fork().execute<{ count: number }[]>(statement, values);
  return row!.count;
}

const countOpen = (database: Database) =>
  count(database, "select count(*)::int as count from callback where outcome is null");

describe.concurrent("callbacks", () => {
  test("may be signed for any name of the server's own machine if no public address is set", async () => {
    const { settings } = await prepare();
    const { BASE_URL: _, ...local } = settings;
    const server = await startServer({ ...local, ROLE: "api" });
    const statuses: number[] = [];

    for (const host of ["localhost", "127.0.0.1", "[::1]", "sms.example.com"]) {
      const target = "/api/external/sms/status";
      const signed = `http://${host}:${new URL(server.url).port}${target}`;
      const answer = await post(server.url + target, "MessageSid=SM1", {
        "content-type": "application/x-www-form-urlencoded",
        "x-provider-signature": twilio.getExpectedTwilioSignature(authToken, signed, { MessageSid: "SM1" }),
      });
      statuses.push(answer.status);
    }

    expect(statuses).toEqual([200, 200, 200, 401]);
  });

  test("are processed exactly once after they are acknowledged, even if processes are killed", async () => {
    const { database, team, number, key, settings } = await prepare();
    const provider = await createFakeServer();
    closers.push(provider.close);
    const live = { PROVIDER: "twilio", PROVIDER_ACCOUNT_SID: "AC1", PROVIDER_BASE_URL: provider.url };
    const start = {
      api: () => startServer({ ...settings, ...live, ROLE: "api" }),
      worker: () => startServer({ ...settings, ...live, ROLE: "worker" }),
    };
    const running = { api: await start.api(), worker: await start.worker() };
    let enough = false;

    // The provider repeats refused callbacks, and sometimes an accepted callback.
    const insist = async (target: string, form: Record<string, string>): Promise<boolean> => {
      while (!(await deliver(running.api, target, form))) {
        if (enough) return false;
        await pause(20);
      }
      if (Math.random() < 0.3) await deliver(running.api, target, form);
      return true;
    };

    const deliveries: Promise<unknown>[] = [];
    const delivered = new Set<string>();
    provider.behaviour = (request, response) => {
      accept(request, response);
      const { pathname, search, searchParams } = new URL(request.form.StatusCallback!);
      const sid = newSid();
      for (const status of ["sent", "delivered"]) {
        deliveries.push(
          insist(pathname + search, statusForm(number, sid, status)).then((taken) => {
            if (taken && status === "delivered") delivered.add(searchParams.get("textId")!);
          }),
        );
      }
    };

    const sent = new Set<string>();
    const received = new Set<string>();
    const lastWord = new Map<string, string>();
    const clients = Array.from({ length: 4 }, async () => {
      while (!enough) {
        const answer = await createClient(running.api.url, key)
          .raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" } })
          .catch(() => undefined);
        if (answer?.status === 200) sent.add(answer.body.textId);
        // As fast as they can, they would keep the machine busy while processes start.
        await pause(20);
      }
    });
    const people = Array.from({ length: 6 }, async () => {
      const phone = uniquePhone();
      for (let turn = 0; !enough; turn += 1) {
        const body = ["hello", "STOP", "START"][turn % 3]!;
        const form = inboundForm(phone, number, body);
        if (!(await insist("/api/external/sms/inbound", form))) return lastWord.delete(phone);
        received.add(form.MessageSid);
        if (body !== "hello") lastWord.set(phone, body);
        await pause(20);
      }
    });

    for (const role of ["api", "worker"] as const) {
      const before = received.size;
      await vi.waitFor(() => expect(received.size).toBeGreaterThan(before + 20), { timeout: 15_000 });
      await pause(Math.random() * 100);
      await running[role].kill();
      running[role] = await start[role]();
    }
    enough = true;
    await Promise.all([...clients, ...people]);
    await Promise.all(deliveries);
    // As if half a minute had passed since a worker was killed.
    await changeJobs(database.orm.em.fork(), "state = 'active'", "heartbeat_on = heartbeat_on - interval '30 seconds'");
    await vi.waitFor(async () => expect(await countOpen(database)).toBe(0), { timeout: 25_000, interval: 100 });

    const rows = await database.orm.em
      .fork()
      .execute<{ id: string; direction: string; sid: string; status: string }[]>(
        "select id, direction, provider_id as sid, status from message where team_id = ?",
        [team.id],
      );
    const inbound = rows.filter(({ direction }) => direction === "inbound").map(({ sid }) => sid);
    expect(new Set(inbound).size).toBe(inbound.length);
    expect([...received].filter((sid) => !inbound.includes(sid))).toEqual([]);
    const statuses = new Map(rows.map(({ id, status }) => [id, status]));
    expect([...sent].filter((id) => !statuses.has(id))).toEqual([]);
    expect([...delivered].filter((id) => statuses.get(id) !== "delivered")).toEqual([]);
    expect(delivered.size).toBeGreaterThan(10);
    const counted = await count(database, "select sum(message_count)::int as count from thread");
    expect(counted).toBe(rows.length);
    for (const [phone, word] of lastWord) {
      const out = await count(database, "select count(*)::int as count from opt_out where phone_number = ?", [phone]);
      expect([phone, word, out]).toEqual([phone, word, word === "STOP" ? 1 : 0]);
    }
  });

  test("are processed soon after they are answered, and those of a killed worker as soon as another worker starts", async () => {
    const { database, number, key, settings } = await prepare();
    const api = await startServer({ ...settings, ROLE: "api" });
    const worker = await startServer({ ...settings, ROLE: "worker" });
    const client = createClient(api.url, key);
    const milliseconds: number[] = [];
    for (let turn = 0; turn < 9; turn += 1) {
      const phone = uniquePhone();
      await deliver(api, "/api/external/sms/inbound", inboundForm(phone, number, "hello"));
      const answered = performance.now();
      await vi.waitFor(
        async () => {
          const { threads } = await client.listThreads({ query: { per_page: 1 } });
          expect(threads[0]?.contactPhone).toBe(phone);
        },
        { timeout: 5_000, interval: 5 },
      );
      milliseconds.push(performance.now() - answered);
    }
    expect(milliseconds.toSorted((a, b) => a - b)[4]).toBeLessThan(1_000);

    const blocker = database.orm.em.fork();
    await blocker.begin();
    await blocker.execute("lock table message in access exclusive mode");
    for (let index = 0; index < 20; index += 1) {
      expect(await deliver(api, "/api/external/sms/inbound", inboundForm(uniquePhone(), number, "hello"))).toBe(true);
    }
    await vi.waitFor(async () => expect(await countWaiting(database)).toBeGreaterThan(0), { timeout: 5_000 });

    await worker.kill();
    await blocker.rollback();
    const killed = Date.now();
    await startServer({ ...settings, ROLE: "worker" });

    expect(await countOpen(database)).toBeGreaterThan(0);
    await vi.waitFor(async () => expect(await countOpen(database)).toBe(0), { timeout: 30_000, interval: 100 });
    expect(Date.now() - killed).toBeLessThan(30_000);
    expect(await count(database, "select count(*)::int as count from message")).toBe(29);
  });
});
