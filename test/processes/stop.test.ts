import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { isInUse } from "../../server/db/embedded/processes.ts";
import { createClient } from "../support/client.ts";
import { countWaiting, createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildKey, buildTeam, uniquePhone } from "../support/factories.ts";
import { type Settings, settingsFor, useProcesses } from "../support/process.ts";

const { newPath, spawnServer, startServer } = useProcesses();

const databases: Database[] = [];
afterAll(() => Promise.all(databases.map((database) => database.close())));

const stopped = { code: 0, signal: null };

describe.concurrent("a server that receives a stop signal", () => {
  test("answers the request in progress, closes its connection and accepts no other", async () => {
    const { server, client, database, em } = await startSignedIn();
    const blocker = em();
    await blocker.begin();
    await blocker.execute("lock table business_number in access exclusive mode");
    const answer = client.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" } });
    await vi.waitFor(async () => expect(await countWaiting(database)).toBe(1), { timeout: 5_000 });

    const ended = server.stop();
    await vi.waitFor(() => expect(connectTo(server.port)).rejects.toMatchObject({ code: "ECONNREFUSED" }), {
      timeout: 5_000,
    });
    await blocker.commit();

    const { status, headers } = await answer;
    expect({ status, connection: headers.get("connection") }).toEqual({ status: 200, connection: "close" });
    expect(await ended).toEqual(stopped);
  });

  test("does not wait for idle connections", async () => {
    const { server } = await startSignedIn();
    const silent = await connectTo(server.port);
    const halting = await connectTo(server.port);
    halting.write("GET /healthz HTTP/1.1\r\nHo");

    const told = performance.now();
    expect(await server.stop("SIGINT")).toEqual(stopped);

    expect(performance.now() - told).toBeLessThan(8_000);
    for (const socket of [silent, halting]) socket.destroy();
  });

  test("treats a repeated signal as one, because npm passes on the terminal's signal", async () => {
    const { server } = await startSignedIn();

    const ended = [server.stop("SIGINT"), server.stop("SIGTERM")];

    expect(await Promise.all(ended)).toEqual([stopped, stopped]);
  });

  test("during its start leaves no database running", async () => {
    const DATA_DIR = newPath();
    const server = spawnServer({ DATA_DIR, PORT: "0" });
    await vi.waitFor(() => expect(existsSync(join(DATA_DIR, "data", "postmaster.pid"))).toBe(true), {
      timeout: 20_000,
      interval: 5,
    });

    expect(await server.stop()).toEqual(stopped);

    expect(isInUse(join(DATA_DIR, "data"))).toBe(false);
  });
});

/** Starts a server on a new database, with a team. */
async function startSignedIn(settings: Settings = {}) {
  const database = await createDatabase();
  databases.push(database);
  const em = () => database.orm.em.fork();
  const team = await buildTeam(em());
  await buildBusinessNumber(em(), { team, isPrimary: true });
  const key = await buildKey(em(), team);
  const server = await startServer({ ...settingsFor(database), ...settings });
  return { server, client: createClient(server.url, key), team, database, em };
}

function connectTo(port: number) {
  return new Promise<ReturnType<typeof connect>>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(socket)).once("error", reject);
  });
}
