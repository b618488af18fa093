import { mkdtemp, rm, symlink, unlink } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { openOrm } from "../../server/db/orm.ts";
import { createLog } from "../../server/log.ts";
import { createApp } from "../../server/process/compose.ts";
import { useApp } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { whileClosed } from "../support/cluster.ts";
import { uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();
const broken = useApp();
const closed = useApp();

/** A second server on the file's database, whose connection can be cut. */
async function startOnALeash() {
  const { host, port } = inject("cluster");
  const directory = await mkdtemp(join(tmpdir(), "messaging-test-socket-"));
  const socket = join(directory, `.s.PGSQL.${port}`);
  const connect = () => symlink(join(host, `.s.PGSQL.${port}`), socket);
  await connect();
  const address = { ...app.database.address, host: directory } as Parameters<typeof openOrm>[0];
  const orm = await openOrm(address);
  const { server, drain } = await createApp({
    database: { ...app.database, orm, address },
    log: createLog("silent"),
    rateLimit: { burst: 1000, perSecond: 1000 },
    secretKey: "a secret of the tests, 32 characters",
    webhookClientSecret: "a token of the tests",
    publicUrl: (port) => `http://127.0.0.1:${port}`,
    checkAnswers: true,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await drain();
    await orm.close();
    await rm(directory, { recursive: true });
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connect,
    async cut() {
      await unlink(socket);
      // Ours, of the same server, are opened anew.
      await app
        .em()
        .execute(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
        );
    },
  };
}

test("requests are answered with 503 while the database is unavailable, and are served again once it is back", async () => {
  const { key, client } = await app.signIn();
  const server = await startOnALeash();
  const leashed = createClient(server.url, key);
  const send = () => leashed.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" } });
  expect((await send()).status).toBe(200);

  await server.cut();

  for (const answer of [await leashed.raw("listThreads"), await send(), await leashed.raw("getReadiness")]) {
    expect(refusalOf(answer)).toBe("503 server_error");
    expect(answer.text).not.toMatch(/ENOENT|socket|postgres|\.ts/i);
  }
  expect((await leashed.raw("getHealth")).status).toBe(200);
  expect((await leashed.raw("getContract")).status).toBe(200);

  await server.connect();
  expect((await send()).status).toBe(200);
  expect((await leashed.raw("getReadiness")).status).toBe(200);
  expect((await client.listThreads()).threads).toHaveLength(2);
});

test("a database that accepts no connections counts as unavailable", async () => {
  const { client } = await closed.signIn();

  await whileClosed(closed.database, async () => {
    expect(refusalOf(await client.raw("listThreads"))).toBe("503 server_error");
    expect(refusalOf(await client.raw("getReadiness"))).toBe("503 server_error");
  });

  expect((await client.raw("listThreads")).status).toBe(200);
});

test("an internal failure reveals no details to the caller, and its cause is in the log", async () => {
  const { client } = await broken.signIn();
  await broken.em().execute("alter table thread rename to thread_elsewhere");

  const answers = [
    await client.raw("listThreads"),
    await client.raw("getThread", { path: { id: "019aa4a1-7c3e-7d52-9a0e-3b8f6f1d8a11" } }),
    await client.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" }, idempotencyKey: "once" }),
  ];

  for (const answer of answers) {
    expect(refusalOf(answer)).toBe("500 server_error");
    expect(answer.text).not.toMatch(/relation|thread|select|insert|stack|\.ts|node_modules/i);
    expect(answer.headers.get("ratelimit")).toMatch(/^"default";/);
    const [line] = broken.logLines
      .map((each) => JSON.parse(each))
      .filter(({ level, requestId }) => level === "error" && requestId === answer.body.requestId);
    expect(line).toMatchObject({
      err: {
        message: 'relation "thread" does not exist',
        stack: expect.stringMatching(/server\/(threads|texts)\//),
      },
    });
  }

  await broken.em().execute("alter table thread_elsewhere rename to thread");
  const again = { phone_number: uniquePhone(), message: "hello" };
  const repeated = await client.raw("sendText", { body: again, idempotencyKey: "once" });
  expect(repeated.status).toBe(200);
});
