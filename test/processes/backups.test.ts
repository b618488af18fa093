import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findProgram } from "../../server/db/backup/dump.ts";
import { type Client, createClient } from "../support/client.ts";
import { createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildKey, buildTeam, uniquePhone } from "../support/factories.ts";
import { useFakeServer } from "../support/fake-server.ts";
import { runCli, type ServerProcess, type Settings, settingsFor, useProcesses } from "../support/process.ts";

const { newPath, startServer } = useProcesses();
const carrier = useFakeServer();

const key = "the-first-key-of-the-backups";
const live = (): Settings => ({
  PROVIDER: "twilio",
  PROVIDER_ACCOUNT_SID: "AC1",
  PROVIDER_BASE_URL: carrier.url,
  WEBHOOK_CLIENT_SECRET: "the provider's auth token",
});

const unlimited = { RATE_LIMIT_BURST: "10000", RATE_LIMIT_PER_SECOND: "10000" };

const directory = mkdtempSync(join(tmpdir(), "messaging-backups-"));
afterAll(() => rmSync(directory, { recursive: true }));

const db = async (settings: Settings, ...argv: string[]) => {
  const { code, stdout, stderr } = await runCli(settings, "db", ...argv);
  return { code, stderr, result: stdout ? JSON.parse(stdout) : undefined };
};

const send = (client: Client) => client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });

/** Sends one text after the other until it is stopped, and keeps the ids of the accepted texts. */
function keepSending(client: Client): { ids: string[]; stop(): Promise<void> } {
  const ids: string[] = [];
  let isStopped = false;
  const sending = (async () => {
    while (!isStopped) ids.push((await send(client)).textId);
  })();
  return {
    ids,
    stop() {
      isStopped = true;
      return sending;
    },
  };
}

/** What a restore does about the erasures of an installation that has none. */
const noErasures = { reapplied: 0, known: 0, ofOtherTeams: 0 };

/** Whether a server has a text. */
const has = async (client: Client, id: string) => (await client.raw("getMessage", { path: { id } })).status === 200;

const openClient = ({ url }: ServerProcess) => createClient(url, key);

describe("a backup of the embedded database", () => {
  let file: string;
  let secret: string;
  let known: string[];

  beforeAll(async () => {
    const DATA_DIR = newPath();
    const server = await startServer({ PORT: "0", DATA_DIR, BOOTSTRAP_API_KEY: key, ...unlimited });
    const client = openClient(server);
    const endpoint = await client.createWebhookEndpoint({ body: { url: "https://example.com/events", types: [] } });
    const path = { id: endpoint.webhookEndpoint.id };
    secret = (await client.getWebhookEndpointSecret({ path })).secret;
    const sending = keepSending(client);
    await vi.waitFor(() => expect(sending.ids.length).toBeGreaterThan(20));
    known = [...sending.ids];
    const { result } = await db({ DATA_DIR }, "backup", directory);
    expect(sending.ids.length).toBeGreaterThan(known.length);
    await sending.stop();
    file = result.file;
    const erasures = file.replace("tar.gz", "erasures.json");
    expect(result).toEqual({ file, bytes: statSync(file).size, erasures, keepElsewhere: [], deleted: [] });
    await server.kill();
  });

  test("is one file that only its owner can read", () => {
    const named = (end: string) => expect.stringMatching(`^messaging-[\\d-]+T[\\d-]+\\.\\d+Z\\.${end}$`);
    expect(readdirSync(directory).toSorted()).toEqual([named("erasures\\.json"), named("tar\\.gz")]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  test("is restored on an empty machine, with all that was acknowledged before it and the sealed secrets", async () => {
    const DATA_DIR = newPath();

    expect(await db({ DATA_DIR }, "restore", file)).toEqual({
      code: 0,
      stderr: "",
      result: { restored: DATA_DIR, erasures: noErasures, liveTexts: "off" },
    });

    expect(readdirSync(DATA_DIR).toSorted()).toEqual(["data", "secret-key", "webhook-client-secret"]);
    expect(statSync(join(DATA_DIR, "secret-key")).mode & 0o777).toBe(0o600);
    const client = openClient(await startServer({ PORT: "0", DATA_DIR }));
    for (const id of known) expect(await has(client, id)).toBe(true);
    const { webhookEndpoints } = await client.listWebhookEndpoints({});
    const opened = await client.getWebhookEndpointSecret({ path: { id: webhookEndpoints[0]!.id } });
    expect(opened.secret).toBe(secret);
    expect((await send(client)).status).toBe("queued");
  });

  test("sends no live text after its restore until what came since is recorded, and test mode goes on", async () => {
    const DATA_DIR = newPath();
    await db({ DATA_DIR }, "restore", file);
    const server = await startServer({ PORT: "0", DATA_DIR, ...live() });
    const client = openClient(server);

    const body = { phone_number: uniquePhone(), message: "hello" };
    const refused = await client.raw("sendText", { body });
    expect(refused).toMatchObject({
      status: 502,
      body: { error: "message_failed", provider: { code: "live_texts_off" } },
    });
    expect((await client.inTestMode().sendText({ body })).status).toBe("queued");
    expect(carrier.requests).toEqual([]);
    const { stdout } = await runCli({ DATA_DIR, ...live() }, "doctor");
    expect(stdout).toContain("messaging db accept-lost-opt-outs");
    const [, since = ""] = /messaging callbacks backfill --since (\S+Z)/.exec(stdout) ?? [];

    const { stderr } = await runCli({ DATA_DIR, ...live() }, "callbacks", "backfill", "--since", since);
    expect(stderr).toBe("Live texts are on again.\n");
    await vi.waitFor(async () => expect((await client.raw("sendText", { body })).status).toBe(200), {
      timeout: 20_000,
    });
    expect(carrier.requestsTo(body.phone_number)).toHaveLength(1);
    expect((await db({ DATA_DIR }, "accept-lost-opt-outs")).result).toEqual({ liveTexts: "on", before: "on" });
    await server.stop();
  });

  test("may be restored with live texts on at once", async () => {
    const DATA_DIR = newPath();

    const { result } = await db({ DATA_DIR }, "restore", file, "--accept-lost-opt-outs");

    expect(result).toEqual({ restored: DATA_DIR, erasures: noErasures, liveTexts: "on" });
    const client = openClient(await startServer({ PORT: "0", DATA_DIR, ...live() }));
    expect((await send(client)).status).toBe("queued");
  });

  test("is not restored over a database, or over secrets", async () => {
    for (const name of ["data", "secret-key"]) {
      const DATA_DIR = newPath();
      mkdirSync(join(DATA_DIR, name), { recursive: true });

      const { code, stderr } = await db({ DATA_DIR }, "restore", file);

      expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining(`already has ${name}.`) });
      expect(readdirSync(DATA_DIR)).toEqual([name]);
      rmSync(DATA_DIR, { recursive: true });
    }
  });

  test.each([
    ["cut off", (copy: string) => truncateSync(copy, Math.floor(statSync(copy).size / 2))],
    ["something else", (copy: string) => writeFileSync(copy, "no archive")],
    ["empty", (copy: string) => truncateSync(copy, 0)],
  ])("that is %s leaves the directory empty", async (_, damage) => {
    const DATA_DIR = newPath();
    const copy = `${newPath()}.tar.gz`;
    cpSync(file, copy);
    damage(copy);

    const { code, stderr } = await db({ DATA_DIR }, "restore", copy, "--without-erasures");
    expect(code).toBe(3);
    expect(stderr).toContain(`${copy} cannot be extracted`);
    expect(readdirSync(DATA_DIR)).toEqual([]);
    rmSync(DATA_DIR, { recursive: true });
    rmSync(copy);
  });

  test("deletes only the oldest backups beyond the number to keep", async () => {
    const DATA_DIR = newPath();
    await db({ DATA_DIR }, "restore", file);
    const many = newPath();
    mkdirSync(many);
    const times = [1, 2, 3].map((day) => `messaging-2026-01-0${day}T00-00-00.000Z`);
    const old = times.map((time) => `${time}.tar.gz`);
    const lists = times.map((time) => `${time}.erasures.json`);
    for (const name of [...old, ...lists, "notes.txt", "messaging-other.tar.gz"]) writeFileSync(join(many, name), "");

    const { result } = await db({ DATA_DIR, SECRET_KEY: "k".repeat(32) }, "backup", many, "--keep", "2");

    expect(result).toMatchObject({
      keepElsewhere: ["SECRET_KEY"],
      deleted: [join(many, old[0]!), join(many, old[1]!)],
    });
    const kept = readdirSync(many).filter((name) => ![result.file, result.erasures].includes(join(many, name)));
    expect(kept.toSorted()).toEqual([lists[2], old[2], "messaging-other.tar.gz", "notes.txt"].toSorted());
  });
});

test("a text that is due waits while live texts are off, and goes out after they are on again", async () => {
  const database = await createDatabase();
  const em = database.orm.em.fork();
  const team = await buildTeam(em);
  await buildBusinessNumber(em, { team, isPrimary: true });
  const client = createClient(
    (await startServer({ ...settingsFor(database), ...live(), ROLE: "api" })).url,
    await buildKey(em, team),
  );
  const phone = uniquePhone();
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const { message } = await client.sendMessage({ body: { phone_number: phone, message: "later", sendAt } });
  await em.execute("update pending_message set send_at = now() - interval '1 minute'");
  await em.execute("delete from installation");
  const worker = await startServer({ ...settingsFor(database), ...live(), ROLE: "worker" });
  expect(worker.stdout).toContain("live texts are off");

  const waiting = await client.getMessage({ path: { id: message.id } });
  expect(waiting.status).toBe("scheduled");
  expect(carrier.requestsTo(phone)).toEqual([]);
  await db(settingsFor(database), "accept-lost-opt-outs");
  await carrier.received(phone);

  expect(carrier.requestsTo(phone)).toHaveLength(1);
  await worker.stop();
  await database.close();
});

test("an own PostgreSQL is backed up only by programs of its version or later, else the package is named", () => {
  expect(() => findProgram("pg_dump", 99)).toThrow(
    /pg_dump of PostgreSQL 99 or later is needed.* postgresql-client-99;/,
  );
  expect(() => findProgram("pg_restore", 99)).toThrow(/pg_restore.* postgresql-client-99;/);
});

test("a backup of a database that does not exist makes nothing", async () => {
  const DATA_DIR = newPath();

  expect(await db({ DATA_DIR }, "backup", join(directory, "none"))).toMatchObject({ code: 3 });
  expect([existsSync(DATA_DIR), existsSync(join(directory, "none"))]).toEqual([false, false]);
});
