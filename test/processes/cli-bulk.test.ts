import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { Contact } from "../../server/db/schema/entities/contact.ts";
import { useApp } from "../support/app.ts";
import { environmentOf } from "../support/cli.ts";
import { uniquePhone } from "../support/factories.ts";
import { root, runCli, type Settings, useProcesses } from "../support/process.ts";

// Low enough that both commands reach the limit.
const app = useApp({ rateLimit: { burst: 40, perSecond: 80 } });
const { newPath } = useProcesses();

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

/** Starts a command and kills it when its checkpoint has at least this many processed rows. */
async function killInTheMiddle(env: Settings, argv: string[], file: string, rows: number): Promise<void> {
  const child = spawn(process.execPath, [join(root, "cli/main.ts"), ...argv], {
    env: { PATH: process.env.PATH, ...env },
    stdio: "ignore",
  });
  children.push(child);
  await vi.waitFor(() => expect(processedRowsOf(file)).toBeGreaterThanOrEqual(rows), { timeout: 15_000, interval: 20 });
  child.kill("SIGKILL");
  await once(child, "close");
}

const processedRowsOf = (file: string): number =>
  existsSync(`${file}.checkpoint`) ? JSON.parse(readFileSync(`${file}.checkpoint`, "utf8")).state.rows : 0;

function writePeople(count: number): string {
  const directory = newPath();
  mkdirSync(directory);
  const file = join(directory, "people.csv");
  const lines = Array.from({ length: count }, (_, at) => {
    // The tenth row is refused before the kill, and the last row but one after it.
    return `Person ${at + 1},${at === 9 || at === count - 2 ? "nonsense" : uniquePhone()}\n`;
  });
  writeFileSync(file, `name,phone\n${lines.join("")}`);
  return file;
}

const failedRows = (file: string) =>
  [...readFileSync(`${file}.failed.csv`, "utf8").matchAll(/,(\d+),invalid_phone,/g)].map(([, row]) => Number(row));

test("a killed import resumes, loses no row, and respects the rate limit", async () => {
  const { team, key } = await app.signIn();
  const env = environmentOf(app.url, key);
  const file = writePeople(250);
  const argv = ["contacts", "import", file];

  await killInTheMiddle(env, argv, file, 60);
  const done = processedRowsOf(file);
  const { code, stdout, stderr } = await runCli(env, ...argv, "-o", "json");

  expect(code).toBe(9);
  expect(done).toBeLessThan(250);
  expect(stderr).toContain(`${done} rows of ${file} were processed in an earlier run`);
  expect(JSON.parse(stdout)).toMatchObject({ rows: 250, failed: 2 });
  expect(failedRows(file)).toEqual([10, 249]);
  const contacts = await app.em().find(Contact, { teamId: team.id });
  const numbers = contacts.map(({ name }) => Number(name.split(" ")[1])).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 250 }, (_, at) => at + 1).filter((at) => at !== 10 && at !== 249));
  expect(existsSync(`${file}.checkpoint`)).toBe(false);
});

test("a killed import lists each contact that it creates, and a killed undo of it leaves none", async () => {
  const { team, key } = await app.signIn();
  const env = environmentOf(app.url, key);
  const file = writePeople(120);
  const list = `${file}.created.jsonl`;
  const contacts = () => app.em().find(Contact, { teamId: team.id });
  await killInTheMiddle(env, ["contacts", "import", file], file, 30);
  await runCli(env, "contacts", "import", file);
  const created = await contacts();
  expect(created).toHaveLength(118);
  const listed = readFileSync(list, "utf8").trimEnd().split("\n");
  const last = new Map(listed.map((line) => JSON.parse(line)).map(({ id, updatedAt }) => [id, updatedAt]));
  expect(last).toEqual(new Map(created.map(({ id, updatedAt }) => [id, updatedAt])));

  await killInTheMiddle(env, ["contacts", "import", "--undo", list], list, 20);
  const left = await contacts();
  const { code, stdout } = await runCli(env, "contacts", "import", "--undo", list);

  expect(left.length).toBeGreaterThan(0);
  expect(left.length).toBeLessThan(118);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ failed: 0, report: null });
  expect(await contacts()).toEqual([]);
});

test("a killed send of a file resumes, and no text is sent twice", async () => {
  const { key } = await app.signIn();
  const env = environmentOf(app.url, key);
  const file = writePeople(100);
  const argv = ["send", "--file", file, "--template", "Hi {{name}}"];

  await killInTheMiddle(env, argv, file, 30);
  expect(processedRowsOf(file)).toBeLessThan(100);
  const { code, stdout } = await runCli(env, ...argv);

  expect(code).toBe(9);
  const { rows, sent, sentBefore, failed } = JSON.parse(stdout);
  expect({ rows, sent: sent + sentBefore, failed }).toEqual({ rows: 100, sent: 98, failed: 2 });
  expect(failedRows(file)).toEqual([10, 99]);
  const bodies = app.provider.texts.map(({ body }) => body);
  expect(bodies).toHaveLength(98);
  expect(new Set(bodies).size).toBe(98);
});

test("a killed import of consents resumes from its checkpoint, with the result of one that was not killed", async () => {
  const [killed, whole] = [await app.signIn(), await app.signIn()];
  const directory = newPath();
  mkdirSync(directory);
  const file = join(directory, "consents.csv");
  const phones = Array.from({ length: 4_500 }, () => uniquePhone());
  // The last phones come a second time, far from their first rows, and the last row but one is refused.
  const lines = Array.from({ length: 5_000 }, (_, at) => {
    const phone = at === 4_998 ? "12345678901234567" : phones[at % 4_500];
    return at < 4_500 ? `${phone},opted_out,2026-01-01\n` : `${phone},opted_in,2026-02-01\n`;
  });
  writeFileSync(file, `phone,consent,occurredAt\n${lines.join("")}`);
  const argv = ["consents", "import", file, "--vendor", "Acme"];
  const logOf = async (key: string) => {
    const { stdout } = await runCli(environmentOf(app.url, key), "consents", "export");
    const entries = stdout.trimEnd().split("\n");
    return entries.map((line) => {
      const { phone, consent, effective, occurredAt, evidence } = JSON.parse(line);
      return { phone, consent, effective, occurredAt, evidence };
    });
  };

  await killInTheMiddle(environmentOf(app.url, killed.key), argv, file, 1_000);
  const done = processedRowsOf(file);
  const { code, stdout } = await runCli(environmentOf(app.url, killed.key), ...argv);

  expect(done).toBeLessThan(5_000);
  expect(code).toBe(9);
  expect(JSON.parse(stdout)).toMatchObject({ rows: 5_000, notEffective: 0, failed: 1 });
  await runCli(environmentOf(app.url, whole.key), ...argv, "--restart");
  const log = await logOf(killed.key);
  expect(log).toHaveLength(4_999);
  expect(log).toEqual(await logOf(whole.key));
  expect((await killed.client.getConsent({ path: { phone: phones[0]! } })).state).toBe("opted_in");
});
