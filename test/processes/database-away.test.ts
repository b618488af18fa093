import { describe, expect, test } from "vitest";
import { type Settings, useProcesses } from "../support/process.ts";

const { newPath, spawnServer } = useProcesses();

const key = "a-key-of-the-tests-1234";

describe.concurrent("a server without its database", () => {
  test("stops at once on a signal while it waits", async () => {
    const server = spawnServer(settingsFor(newPath()));
    await server.hasWritten("the database is away, waiting for it");

    const told = performance.now();
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    expect(performance.now() - told).toBeLessThan(3_000);
  });
});

/** Starts a server on the PostgreSQL of a directory through DATABASE_URL. */
function settingsFor(directory: string): Settings {
  const host = encodeURIComponent(`${directory}/socket`);
  return {
    PORT: "0",
    DATABASE_URL: `postgresql://messaging@localhost/messaging?host=${host}`,
    SECRET_KEY: "a secret of the tests, 32 characters",
    WEBHOOK_CLIENT_SECRET: "another one",
    BOOTSTRAP_API_KEY: key,
    RATE_LIMIT_BURST: "10000",
    RATE_LIMIT_PER_SECOND: "10000",
    LOG_LEVEL: "info",
  };
}
