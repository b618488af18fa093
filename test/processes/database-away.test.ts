import { describe, expect, test, vi } from "vitest";
import { openEmbedded, stopEmbedded } from "../../server/db/embedded/embedded.ts";
import { createClient } from "../support/client.ts";
import { type Settings, useProcesses } from "../support/process.ts";

const { newPath, spawnServer } = useProcesses();

const key = "a-key-of-the-tests-1234";
const text = { body: { phone_number: "+12025550123", message: "hello" } };

describe.concurrent("a server whose database is away", () => {
  test("waits for it when it starts first, and then comes up by itself", async () => {
    const directory = newPath();
    const server = spawnServer(settingsFor(directory));
    await server.hasWritten("the database is away, waiting for it");

    const embedded = await openEmbedded(directory);
    await server.hasWritten('"started"');

    expect(await createClient(server.url, key).sendText(text)).toMatchObject({ success: true });
    await server.stop();
    await embedded.close();
  });

  test("stops at once when it is told to while it waits", async () => {
    const server = spawnServer(settingsFor(newPath()));
    await server.hasWritten("the database is away, waiting for it");

    const told = performance.now();
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    expect(performance.now() - told).toBeLessThan(3_000);
  });

  test("answers 503 under load while it is away, loses nothing, and recovers by itself", async () => {
    const directory = newPath();
    await openEmbedded(directory);
    const server = spawnServer(settingsFor(directory));
    await server.hasWritten('"started"');
    const client = createClient(server.url, key);
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    let enough = false;
    const load = Promise.all(
      Array.from({ length: 8 }, async () => {
        while (!enough) {
          const { status, body } = await client.raw("sendText", text);
          statuses.add(status);
          if (status === 200) acknowledged.push(body.textId);
        }
      }),
    );
    const count = () => acknowledged.length;
    await vi.waitFor(() => expect(count()).toBeGreaterThan(50), { timeout: 10_000 });

    await stopEmbedded(directory);
    await vi.waitFor(() => expect(statuses).toContain(503), { timeout: 10_000 });
    expect((await client.raw("getHealth")).status).toBe(200);
    expect((await client.raw("getReadiness")).status).toBe(503);
    const embedded = await openEmbedded(directory);
    const sofar = count();
    await vi.waitFor(() => expect(count()).toBeGreaterThan(sofar + 50), { timeout: 10_000 });
    enough = true;
    await load;

    expect([...statuses].toSorted()).toEqual([200, 503]);
    const stored = await storedTexts();
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    await server.stop();
    await embedded.close();

    async function storedTexts(): Promise<Set<string>> {
      const { threads } = await client.listThreads();
      const ids = new Set<string>();
      let cursor: string | null = null;
      do {
        const page: { messages: { id: string }[]; nextCursor: string | null } = await client.listThreadMessages({
          path: { id: threads[0]!.id },
          query: { per_page: 100, ...(cursor && { cursor }) },
        });
        for (const { id } of page.messages) ids.add(id);
        cursor = page.nextCursor;
      } while (cursor);
      return ids;
    }
  });
});

/** A server on the PostgreSQL of a directory, which it reaches like any other one. */
function settingsFor(directory: string): Settings {
  const host = encodeURIComponent(`${directory}/socket`);
  return {
    PORT: "0",
    DATABASE_URL: `postgresql://messaging@localhost/messaging?host=${host}`,
    SECRET_KEY: "a secret of the tests, 32 characters",
    WEBHOOK_CLIENT_SECRET: "another one",
    BOOTSTRAP_API_KEY: key,
    RATE_LIMIT_BURST: "1000000",
    RATE_LIMIT_PER_SECOND: "1000000",
    LOG_LEVEL: "info",
  };
}
