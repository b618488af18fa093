import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findProgram } from "../../server/db/backup/dump.ts";
import type { Database } from "../../server/db/database.ts";
import { openOrm } from "../../server/db/orm.ts";
import { migrate } from "../../server/process/migrate.ts";
import { createSecretScanner } from "../prove/secret-scanner.ts";
import { useApp } from "../support/app.ts";
import { leaveTraces } from "../support/canary.ts";
import { type CitusNode, host, startNodes, user } from "../support/citus-nodes.ts";
import { type Client, createClient } from "../support/client.ts";
import { allowLoopback, usePublisher } from "../support/endpoints.ts";
import { finish } from "../support/erasures.ts";
import { uniquePhone } from "../support/factories.ts";
import { useFakeServer } from "../support/fake-server.ts";
import { useFetcher, useFileHost } from "../support/media.ts";
import { runCli, type Settings, useProcesses } from "../support/process.ts";
import { newDirectory } from "./program.ts";

const { startServer } = useProcesses();

const key = "the-first-key-of-the-dumps";
const directory = newDirectory(afterAll);
const backups = join(directory, "backups");

let node: CitusNode;

/** Creates an empty database, and returns the settings for it. */
async function newDatabase(name: string): Promise<Settings> {
  const client = new pg.Client({ host, port: node.port, user, database: "postgres" });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return {
    PORT: "0",
    DATABASE_URL: `postgresql://${user}:a%20password@${host}:${node.port}/${name}`,
    SECRET_KEY: "a secret of the dumps, 32 characters",
    BOOTSTRAP_API_KEY: key,
    RATE_LIMIT_BURST: "10000",
    RATE_LIMIT_PER_SECOND: "10000",
  };
}

const db = async (settings: Settings, ...argv: string[]) => {
  const { code, stdout, stderr } = await runCli(settings, "db", ...argv);
  return { code, stderr, result: stdout ? JSON.parse(stdout) : undefined };
};

const send = (client: Client) => client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });

beforeAll(async () => {
  mkdirSync(join(directory, "postgres"));
  const [initdb] = globSync("/usr/lib/postgresql/*/bin/initdb").toSorted().toReversed();
  [node] = (await startNodes(dirname(initdb!), join(directory, "postgres"), {
    ...{ count: 1, isDurable: false, hasCitus: false },
  })) as [CitusNode];
});
afterAll(() => node?.stop("immediate"));

describe("a backup of an own PostgreSQL", () => {
  let settings: Settings;
  let file: string;
  let textId: string;
  let secret: string;

  beforeAll(async () => {
    settings = await newDatabase("source");
    const client = createClient((await startServer(settings)).url, key);
    textId = (await send(client)).textId;
    const created = await client.createWebhookEndpoint({ body: { url: "https://example.com/events", types: [] } });
    const path = { id: created.webhookEndpoint.id };
    secret = (await client.getWebhookEndpointSecret({ path })).secret;
    const made = await db(settings, "backup", backups);
    expect(made).toMatchObject({ code: 0, stderr: "", result: { keepElsewhere: ["SECRET_KEY"] } });
    file = made.result.file;
  });

  test("is one dump that only its owner can read", () => {
    expect(readdirSync(backups).toSorted()).toEqual([
      expect.stringMatching(/\.dump$/),
      expect.stringMatching(/\.erasures\.json$/),
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("is restored into an empty database, with its sealed secrets and live texts off", async () => {
    const restored = await newDatabase("restored");

    expect(await db(restored, "restore", file)).toEqual({
      code: 0,
      stderr: "",
      result: {
        restored: "the database of DATABASE_URL",
        erasures: { reapplied: 0, known: 0, ofOtherTeams: 0 },
        liveTexts: "off",
      },
    });

    const client = createClient((await startServer(restored)).url, key);
    expect((await client.getMessage({ path: { id: textId } })).id).toBe(textId);
    const { webhookEndpoints } = await client.listWebhookEndpoints({});
    expect((await client.getWebhookEndpointSecret({ path: { id: webhookEndpoints[0]!.id } })).secret).toBe(secret);
    expect((await db(restored, "accept-lost-opt-outs")).result).toEqual({ liveTexts: "on", before: "off" });
  });

  test("is not restored over tables, and a damaged one leaves the database empty", async () => {
    expect(await db(settings, "restore", file)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("the database has tables"),
    });
    const empty = await newDatabase("untouched");
    mkdirSync(join(directory, "damaged"));
    const damaged = join(directory, "damaged", "messaging.dump");
    writeFileSync(damaged, "PGDMP, but not really");

    const { code, stderr } = await db(empty, "restore", damaged, "--without-erasures");

    expect(code).not.toBe(0);
    expect(stderr).not.toContain("a password");
    expect((await db(empty, "restore", file)).code).toBe(0);
  });
});

describe("a plain dump", () => {
  const open = async (): Promise<Database> => {
    const address = { url: (await newDatabase("erased")).DATABASE_URL! };
    const orm = await openOrm(address);
    const database = { orm, address, embedded: false, close: () => orm.close() };
    await migrate(database);
    return database;
  };
  const app = useApp({ ...allowLoopback, phone: true, database: open });
  const [host, target] = [useFileHost(), useFakeServer()];
  useFetcher(app);
  usePublisher(app);

  const dumpPlain = (): string => {
    const { address } = app.database;
    if (!("url" in address)) throw new Error("unreachable");
    return execFileSync(findProgram("pg_dump", 15), [`--dbname=${address.url}`], {
      encoding: "utf8",
      maxBuffer: 1024 ** 3,
    });
  };

  test("has nothing of a person after the erasure", async () => {
    const { team, own, phone, digits, name, word } = await leaveTraces(app, host, target);
    const find = (text: string) => {
      const scanner = createSecretScanner();
      for (const [what, each] of Object.entries({ digits, name, word })) scanner.register(what, each);
      scanner.search("the dump", text);
      return scanner.problems;
    };
    expect(find(dumpPlain())).toHaveLength(3);

    await own.createErasure({ body: { phone } });
    await finish(app, team);

    expect(find(dumpPlain())).toEqual([]);
  });
});
