import { type AddressInfo, createServer } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { createClient } from "../support/client.ts";
import { createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildKey, buildTeam, uniquePhone } from "../support/factories.ts";
import { runServer, settingsFor, useProcesses } from "../support/process.ts";
import { scrape } from "../support/scrape.ts";

const { startServer } = useProcesses();

const databases: Database[] = [];
afterAll(() => Promise.all(databases.map((database) => database.close())));

async function newDatabase(): Promise<Database> {
  const database = await createDatabase();
  databases.push(database);
  return database;
}

/** A port that is free now. */
async function findFreePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

test("a worker with a port answers health checks and scrapes as the API does, and nothing else", async () => {
  const settings = settingsFor(await newDatabase());
  const WORKER_PORT = await findFreePort();
  const [api, worker] = [
    await startServer({ ...settings, ROLE: "api" }),
    await startServer({ ...settings, ROLE: "worker", WORKER_PORT }),
  ];
  const url = `http://127.0.0.1:${WORKER_PORT}`;
  const read = async (base: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(`${base}${path}`, init);
    const { status, headers } = response;
    const names = ["content-type", "allow", "x-content-type-options"];
    return { status, headers: names.map((name) => headers.get(name)), text: (await response.text()).slice(0, 60) };
  };

  for (const path of ["/healthz", "/readyz", "/metrics"]) {
    expect(await read(url, path)).toEqual(await read(api.url, path));
    expect((await read(url, path, { method: "HEAD" })).status).toBe(200);
    expect(await read(url, path, { method: "POST" })).toMatchObject({
      status: 405,
      headers: ["application/json; charset=utf-8", "GET, HEAD", "nosniff"],
    });
  }
  for (const path of ["/", "/docs", "/openapi.yaml", "/inbox", "/api/threads", "/api/external/sms/inbound"])
    expect(await read(url, path)).toMatchObject({ status: 404, text: expect.stringContaining('"error":"not_found"') });
  expect(worker.stdout).not.toContain('"route":"/metrics"');

  expect(await worker.stop()).toEqual({ code: 0, signal: null });
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

test("a worker counts in its own metrics what it does, and the API does not", async () => {
  const database = await newDatabase();
  const WORKER_PORT = await findFreePort();
  const [api] = [
    await startServer({ ...settingsFor(database), ROLE: "api" }),
    await startServer({ ...settingsFor(database), ROLE: "worker", WORKER_PORT }),
  ];
  const em = database.orm.em.fork();
  const team = await buildTeam(em);
  await buildBusinessNumber(em, { team, isPrimary: true });
  const client = createClient(api.url, await buildKey(em, team));
  await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });

  await vi.waitFor(async () => {
    const samples = await scrape(`http://127.0.0.1:${WORKER_PORT}`);
    expect(samples.get('messaging_texts_final_total{status="delivered",carrier="simulated"}')).toBe(1);
    expect(samples.get('messaging_queue_jobs{queue="callbacks.inbound",state="waiting"}')).toBe(0);
  });
  const samples = await scrape(api.url);
  expect(samples.get('messaging_texts_final_total{status="delivered",carrier="simulated"}')).toBe(0);
});

test("a port in use ends the worker with the name of the setting", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const settings = { ...settingsFor(await newDatabase()), ROLE: "worker", WORKER_PORT: String(port) };

  const { code, stderr } = await runServer(settings);

  expect(code).toBe(1);
  expect(stderr).toBe(
    `The configuration is not valid:\nWORKER_PORT: ${port} on 127.0.0.1 is in use by another process\n`,
  );
  await new Promise((resolve) => server.close(resolve));
});
