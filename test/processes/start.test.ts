import { statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { isInUse } from "../../server/db/embedded/processes.ts";
import { type Client, createClient } from "../support/client.ts";
import { runCli, runProgram, type ServerProcess, useProcesses } from "../support/process.ts";

const { newPath, startServer } = useProcesses();

describe.concurrent("a server with only a data directory", () => {
  const dataDirectory = newPath();
  let first: ServerProcess;
  let key: string;
  beforeAll(async () => {
    first = await startServer({ DATA_DIR: dataDirectory });
    key = keysIn(first.stdout)[0]!;
  });

  test("prints its address and, once, the first key with the curl line", () => {
    expect(first.stdout).toContain(`API       http://localhost:${first.port}\n`);
    expect(first.stdout).toContain(`Contract  http://localhost:${first.port}/openapi.yaml\n`);
    expect(first.stdout).toContain(`Inbox     http://localhost:${first.port}/inbox\n`);
    expect(first.stdout).toContain(`Phone     http://localhost:${first.port}/phone\n`);
    expect(first.stdout).toContain(`embedded PostgreSQL in ${dataDirectory}\n`);
    expect(first.stdout).toContain(`API key   ${key}   (shown only now)\n`);
    expect(keysIn(first.stdout.replace(curlLine(first), ""))).toEqual([key]);
    expect(first.stderr).toBe("");
  });

  test("prints a working curl line, whose text is delivered", async () => {
    const { stdout } = await runProgram("sh", ["-c", curlLine(first)]);
    const { textId, threadId, from, to } = JSON.parse(stdout);

    const client = createClient(first.url, key);
    expect(await client.getThread({ path: { id: threadId } })).toMatchObject({ senderPhone: from, contactPhone: to });
    expect(await readMessages(client, threadId)).toMatchObject([{ id: textId, body: "Hello from curl" }]);
    const status = async () => (await readMessages(client, threadId))[0]?.status;
    await vi.waitFor(async () => expect(await status()).toBe("delivered"), { timeout: 10_000 });
  });

  test("keeps its secrets readable only by their owner", () => {
    for (const name of ["secret-key", "webhook-client-secret"]) {
      expect(statSync(join(dataDirectory, name)).mode & 0o777).toBe(0o600);
    }
    for (const name of ["", "data"]) expect(statSync(join(dataDirectory, name)).mode & 0o777).toBe(0o700);
  });

  test("shares its data with a second server, which takes the next port and leaves the first running", async () => {
    const second = await startServer({ DATA_DIR: dataDirectory });

    expect(second.port).not.toBe(first.port);
    for (const { port } of [first, second]) expect([port >= 3_000, port < 3_020]).toEqual([true, true]);
    const sent = await createClient(second.url, key).sendText({
      body: { phone_number: "+12025550177", message: "by the second" },
    });
    const messages = () => readMessages(createClient(first.url, key), sent.threadId);
    expect(await messages()).toMatchObject([{ id: sent.textId }]);
    expect(await second.stop()).toEqual({ code: 0, signal: null });
    expect(await messages()).toMatchObject([{ id: sent.textId }]);
  });
});

describe.concurrent("a data directory", () => {
  test("is reused by a second start, which prints how to create a key, and its database stops with the last process", async () => {
    const settings = { DATA_DIR: newPath(), PORT: "0" };
    const first = await startServer(settings);
    const [key = ""] = keysIn(first.stdout);
    const { threadId } = await createClient(first.url, key).sendText({
      body: { phone_number: "+12025550123", message: "kept" },
    });
    expect(await first.stop()).toEqual({ code: 0, signal: null });
    expect(isInUse(join(settings.DATA_DIR, "data"))).toBe(false);

    const second = await startServer(settings);
    expect(keysIn(second.stdout)).toEqual([]);
    expect(await readMessages(createClient(second.url, key), threadId)).toMatchObject([{ body: "kept" }]);
    const [, command = ""] = /API key .*: cli\/messaging (.+)/.exec(second.stdout) ?? [];
    const made = JSON.parse((await runCli(settings, ...command.replace("NAME", "default").split(" "))).stdout);
    expect(await readMessages(createClient(second.url, made.key), threadId)).toHaveLength(1);

    await second.stop();
    expect(isInUse(join(settings.DATA_DIR, "data"))).toBe(false);
  });

  test("has every text that was answered before a server was killed", async () => {
    const settings = { DATA_DIR: newPath(), PORT: "0", BOOTSTRAP_API_KEY: "the-key-of-this-test" };
    const killed = await startServer(settings);
    const { threadId } = await createClient(killed.url, settings.BOOTSTRAP_API_KEY).sendText({
      body: { phone_number: "+12025550123", message: "answered" },
    });
    await killed.kill();

    const next = await startServer(settings);

    const messages = await readMessages(createClient(next.url, settings.BOOTSTRAP_API_KEY), threadId);
    expect(messages).toMatchObject([{ body: "answered" }]);
    await next.stop();
    expect(isInUse(join(settings.DATA_DIR, "data"))).toBe(false);
  });
});

/** The keys in a text: the longest sequences of a key's characters. */
function keysIn(text: string): string[] {
  return text.match(/\bmk_[\w-]+/g) ?? [];
}

function curlLine({ stdout }: ServerProcess): string {
  return /^ *curl .*$/m.exec(stdout)?.[0] ?? "";
}

async function readMessages(client: Client, threadId: string) {
  return (await client.listThreadMessages({ path: { id: threadId } })).messages;
}
