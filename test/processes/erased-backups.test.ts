import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { EntityManager } from "../../server/db/orm.ts";
import { openDatabase } from "../../server/process/open-database.ts";
import { type Client, createClient } from "../support/client.ts";
import { passHours } from "../support/erasures.ts";
import { uniquePhone } from "../support/factories.ts";
import { runCli, type ServerProcess, type Settings, useProcesses } from "../support/process.ts";
import { refusalOf } from "../support/refusals.ts";
import { tablesWith } from "../support/tables-with.ts";

const { newPath, startServer } = useProcesses();
const directory = mkdtempSync(join(tmpdir(), "messaging-erased-backups-"));
afterAll(() => rmSync(directory, { recursive: true }));

const unlimited = { RATE_LIMIT_BURST: "10000", RATE_LIMIT_PER_SECOND: "10000" };

const run = async (settings: Settings, ...argv: string[]) => {
  const { code, stdout, stderr } = await runCli(settings, ...argv);
  return { code, stderr, result: stdout ? JSON.parse(stdout) : undefined };
};

const phone = uniquePhone();
let key: string;
let erasureId: string;
/** The backup from before the erasure. */
let older: string;
/** The list of erasures that a newer backup has made. */
let list: string;

const open = ({ url }: ServerProcess): Client => createClient(url, key);

beforeAll(async () => {
  const settings = {
    DATA_DIR: newPath(),
    PORT: "0",
    BOOTSTRAP_API_KEY: "the-first-key-of-erased-backups",
    ...unlimited,
  };
  const server = await startServer(settings);
  const scopes = ["contacts:read", "contacts:write", "messages:send", "messages:read", "privacy:write", "privacy:read"];
  const flags = scopes.flatMap((scope) => ["--scope", scope]);
  key = (await run(settings, "keys", "create", "--team", "default", "--name", "all", ...flags)).result.key;
  const client = open(server);
  await client.createContact({ body: { name: "Canary", phones: [phone] } });
  await client.sendText({ body: { phone_number: phone, message: "hello" } });
  await run(settings, "opt-outs", "add", phone, "--team", "default");
  older = (await run(settings, "db", "backup", directory)).result.file;
  erasureId = (await client.createErasure({ body: { phone } })).erasure.id;
  const newer = (await run(settings, "db", "backup", directory)).result;
  list = newer.erasures;
  await server.stop();
});

test("each backup has a list of the erasures until then beside it, which only its owner can read and names no phone", () => {
  const lists = readdirSync(directory).filter((name) => name.endsWith(".erasures.json"));
  expect(lists).toEqual([expect.stringMatching(basename(older).replace("tar.gz", "erasures.json")), basename(list)]);
  expect(statSync(list).mode & 0o777).toBe(0o600);
  const text = readFileSync(list, "utf8");
  expect(text).toContain(erasureId);
  expect(text).not.toContain(phone.slice(1));
});

test("an older backup is restored without the people who were erased since, and their opt-outs hold", async () => {
  const settings = { DATA_DIR: newPath(), PORT: "0", ...unlimited };

  const { result } = await run(settings, "db", "restore", older);

  expect(result.erasures).toEqual({ reapplied: 1, known: 0, ofOtherTeams: 0 });
  const withDatabase = async <T>(work: (em: EntityManager) => Promise<T>) => {
    const database = await openDatabase({ databaseUrl: undefined, dataDir: settings.DATA_DIR });
    return work(database.orm.em.fork()).finally(() => database.close());
  };
  // The worker removes the row that a request from before the erasure could still need.
  expect(await withDatabase((em) => tablesWith(em, phone.slice(1)))).toEqual(["opt_out"]);
  await withDatabase(async (em) => {
    const [team] = await em.execute<{ id: string }[]>("select id from team where name = 'default'");
    await passHours({ em: () => em }, team!, 96);
  });
  const server = await startServer(settings);
  const client = open(server);
  const body = { phone_number: phone, message: "hello" };
  expect(refusalOf(await client.raw("sendText", { body }))).toBe("409 recipient_opted_out");
  await vi.waitFor(async () => {
    expect((await client.getErasure({ path: { id: erasureId } })).status).toBe("done");
  });
  expect(refusalOf(await client.raw("sendText", { body }))).toBe("409 recipient_opted_out");
  await server.stop();
  expect(await withDatabase((em) => tablesWith(em, phone.slice(1)))).toEqual([]);
});

test("a restore without a list of erasures is refused, unless that is asked for", async () => {
  const alone = newPath();
  mkdirSync(alone);
  const copy = join(alone, basename(older));
  cpSync(older, copy);
  const settings = { DATA_DIR: newPath() };

  const refused = await run(settings, "db", "restore", copy);
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining("--erasures FILE") });
  writeFileSync(join(alone, "other.json"), "{}");
  const wrong = await run(settings, "db", "restore", copy, "--erasures", join(alone, "other.json"));
  expect(wrong).toMatchObject({ code: 3, stderr: expect.stringContaining("is no list of erasures") });
  const { result } = await run(settings, "db", "restore", copy, "--without-erasures");
  expect(result.erasures).toEqual({ reapplied: 0, known: 0, ofOtherTeams: 0 });

  expect((await run(settings, "privacy", "reapply", list)).result).toEqual({ reapplied: 1, known: 0, ofOtherTeams: 0 });
  const exported = join(alone, "list.json");
  const made = await run(settings, "privacy", "erasures", "--export", exported);
  expect(made.result).toEqual({ file: exported, erasures: 1, erasuresUntil: expect.any(String) });
  expect(JSON.parse(readFileSync(exported, "utf8")).teams).toMatchObject(
    JSON.parse(readFileSync(list, "utf8")).teams.map(
      ({ erasures }: { erasures: { id: string; phoneHashes: string[] }[] }) => ({
        erasures: erasures.map(({ id, phoneHashes }) => ({ id, phoneHashes })),
      }),
    ),
  );
});
