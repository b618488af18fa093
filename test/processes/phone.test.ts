import { expect, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { createClient } from "../support/client.ts";
import { createDatabase } from "../support/database.ts";
import { type Settings, settingsFor, useProcesses } from "../support/process.ts";

const { startServer } = useProcesses();

/** Lets the standard output of a process count as a terminal. */
const onTerminal = { NODE_OPTIONS: "--import=data:text/javascript,process.stdout.isTTY=true" };

async function withDatabase<T>(work: (settings: Settings, database: Database) => Promise<T>): Promise<T> {
  const database = await createDatabase();
  try {
    return await work(settingsFor(database), database);
  } finally {
    await database.close();
  }
}

const keyIn = (stdout: string) => /Phone {5}http:\/\/localhost:\d+\/phone#key=(\S+) /.exec(stdout)?.[1];

test("a start on a terminal prints the address of the phone with a key for a day, and revokes that of the former start", () =>
  withDatabase(async (settings) => {
    const first = await startServer({ ...settings, ...onTerminal });
    const firstKey = keyIn(first.stdout)!;
    const client = createClient(first.url, firstKey);
    expect(await client.getKey()).toMatchObject({ name: "Page", team: "default", expiresAt: expect.any(String) });
    const { textId } = await client.sendText({ body: { phone_number: "+12025550123", message: "hello" } });
    const { texts } = await client.listSimulatedTexts({ query: { wait: 10 } });
    expect(texts).toMatchObject([{ id: textId }]);

    const second = await startServer({ ...settings, ...onTerminal });

    const secondKey = keyIn(second.stdout)!;
    expect((await createClient(second.url, firstKey).raw("getKey")).status).toBe(401);
    expect((await createClient(second.url, secondKey).raw("getKey")).status).toBe(200);
    for (const server of [first, second]) {
      const log = server.stdout
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .join("\n");
      for (const key of [firstKey, secondKey]) expect(log + server.stderr).not.toContain(key);
      await server.stop();
    }
  }));

test("no key is made where standard output is no terminal, others reach the server, or the phone is off", () =>
  withDatabase(async (settings, database) => {
    const cases: Settings[] = [
      {},
      { ...onTerminal, PHONE: "off" },
      { ...onTerminal, HOST: "0.0.0.0", PHONE: "on" },
      { ...onTerminal, BASE_URL: "https://sms.example.com", PHONE: "on" },
    ];
    for (const each of cases) {
      const server = await startServer({ ...settings, ...each });
      expect(server.stdout).not.toContain("/phone#key");
      await server.stop();
    }
    expect(await database.orm.em.fork().execute("select name from api_key where name = 'Page'")).toEqual([]);
  }));

test("PHONE decides whether the handsets of a server answer", () =>
  withDatabase(async (settings) => {
    const statusWith = async (more: Settings) => {
      const server = await startServer({ ...settings, ...more });
      const { status } = await createClient(server.url, settings.BOOTSTRAP_API_KEY!).raw("listSimulatedTexts");
      await server.stop();
      return status;
    };
    expect(await statusWith({})).toBe(200);
    expect(await statusWith({ PHONE: "off" })).toBe(404);
    expect(await statusWith({ HOST: "0.0.0.0" })).toBe(404);
    expect(await statusWith({ HOST: "0.0.0.0", PHONE: "on" })).toBe(200);
  }));
