import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readSchedule } from "../../cli/texts/schedule-file.ts";
import type { MessageRecord } from "../../generated/api.ts";
import { transactOfTeam } from "../../server/db/commit/of-teams.ts";
import { useApp } from "../support/app.ts";
import { type CliOptions, environmentOf, type Run, runInProcess } from "../support/cli.ts";
import type { Client } from "../support/client.ts";
import { storeDue } from "../support/due-texts.ts";
import { buildKey } from "../support/factories.ts";
import { useFiles } from "../support/files.ts";
import { signInAgent } from "../support/held-texts.ts";
import { runOnTerminal } from "../support/terminal.ts";
import { fromNow } from "../support/times.ts";
import { makeDue, schedule } from "../support/waiting-texts.ts";

const app = useApp();
const { nowhere, writePeople } = useFiles();

beforeEach(() => {
  app.provider.texts.length = 0;
});

async function signIn() {
  const { client, team, key } = await app.signIn();
  const env = environmentOf(app.url, key);
  const run: Run = (argv, options: CliOptions = {}) =>
    runInProcess(argv, { ...options, env: { ...env, ...options.env } });
  return { client, team, env, run };
}

const template = ["--template", "Hi {{name}}"];
const sendLater = (file: string, ...argv: string[]) => ["send", "--file", file, ...template, ...argv];

/** All texts of a campaign with a status, the earliest first. */
async function waitingOf(client: Client, campaign: string): Promise<MessageRecord[]> {
  const query = { status: "scheduled", campaign, per_page: 100 } as const;
  return (await client.listMessages({ query })).messages;
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

describe("send --file --at", () => {
  test("schedules a text for every row, which goes out once at its time", async () => {
    const { client, team, run } = await signIn();
    const { people, file } = writePeople(9);

    const { code, stdout, stderr } = await run(sendLater(file, "--at", "2h"));

    const { campaign, sendAt, ...counts } = JSON.parse(stdout);
    expect({ code, ...counts }).toEqual({
      code: 0,
      rows: 9,
      scheduled: 9,
      scheduledBefore: 0,
      failed: 0,
      report: null,
    });
    expect(campaign).toMatch(/^\d+ \d{4}-\d\d-\d\d$/);
    expect(stderr).toContain(`Campaign "${campaign}", at `);
    const waiting = await waitingOf(client, campaign);
    expect(waiting.map(({ to, body }) => ({ to, body })).toSorted((a, b) => a.to.localeCompare(b.to))).toEqual(
      people.map(({ name, phone }) => ({ to: phone, body: `Hi ${name}` })),
    );
    expect(new Set(waiting.map((text) => text.sendAt))).toEqual(new Set([sendAt]));
    expect(app.provider.texts).toEqual([]);
    await makeDue(app, team);
    await app.dispatch();
    expect(app.provider.texts.map(({ to }) => to).toSorted()).toEqual(people.map(({ phone }) => phone).toSorted());
  });

  test("that was interrupted keeps its time when it is repeated, and schedules each row once", async () => {
    const { client, env, run } = await signIn();
    const { file } = writePeople(30);
    const argv = sendLater(file, "--at", "2h", "--campaign", "spring");
    const terminal = runOnTerminal([...argv, "--rate", "40/s", "--yes"], { env });
    await expect.poll(async () => (await waitingOf(client, "spring")).length).toBeGreaterThan(4);
    terminal.interrupt();
    expect(await terminal.ended).toBe(130);
    expect((await waitingOf(client, "spring")).length).toBeLessThan(30);

    const { code, stdout } = await run(argv);

    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, rows: 30, scheduled: 30, failed: 0 });
    const waiting = await waitingOf(client, "spring");
    expect(waiting).toHaveLength(30);
    expect(new Set(waiting.map(({ sendAt }) => sendAt))).toEqual(new Set([JSON.parse(stdout).sendAt]));
  });

  test("that was killed after the server had scheduled a row, before the command knew it, schedules it once", async () => {
    const { client, run } = await signIn();
    const { file } = writePeople(6);
    const argv = sendLater(file, "--at", "2h", "--campaign", "spring");
    await run(argv);
    const kept = JSON.parse(readFileSync(`${file}.checkpoint`, "utf8"));
    const state = { ...kept.state, rows: 2, counts: { scheduled: 2 }, lastStartedRow: 6, isFinished: false };
    writeFileSync(`${file}.checkpoint`, JSON.stringify({ ...kept, state }));

    const { code, stdout } = await run(argv);

    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, scheduled: 2, scheduledBefore: 4, failed: 0 });
    expect(await waitingOf(client, "spring")).toHaveLength(6);
  });

  test("continues with a corrected file at the same time", async () => {
    const { client, run } = await signIn();
    const { file } = writePeople(4);
    const argv = sendLater(file, "--at", "2h", "--campaign", "spring");
    await run(argv);
    const kept = JSON.parse(readFileSync(`${file}.checkpoint`, "utf8"));
    writeFileSync(`${file}.checkpoint`, JSON.stringify({ ...kept, state: { ...kept.state, isFinished: false } }));
    writeFileSync(file, `${readFileSync(file, "utf8")}Bob,+12025550199\n`);

    const { stdout } = await run(argv);

    expect(JSON.parse(stdout)).toMatchObject({ rows: 5, scheduled: 1, scheduledBefore: 4, failed: 0 });
    expect(new Set((await waitingOf(client, "spring")).map(({ sendAt }) => sendAt)).size).toBe(1);
  });

  test("without its checkpoint schedules nothing twice: not for the same time, and not for another", async () => {
    const { client, run } = await signIn();
    const { file } = writePeople(3);
    const at = inHours(2);
    await run(sendLater(file, "--at", at, "--campaign", "spring"));

    const same = await run(sendLater(file, "--at", at, "--campaign", "spring", "--restart"));
    const later = await run(sendLater(file, "--at", inHours(3), "--campaign", "spring", "--restart"));

    expect(JSON.parse(same.stdout)).toMatchObject({ scheduled: 0, scheduledBefore: 3, failed: 0 });
    expect(later.code).toBe(9);
    expect(JSON.parse(later.stdout)).toMatchObject({ scheduled: 0, scheduledBefore: 0, failed: 3 });
    expect(readFileSync(`${file}.failed.csv`, "utf8")).toContain("Another --campaign sends it again.");
    expect(await waitingOf(client, "spring")).toHaveLength(3);
    await run(sendLater(file, "--at", inHours(3), "--campaign", "summer", "--restart"));
    expect(await waitingOf(client, "summer")).toHaveLength(3);
  });

  test("names the file of failed rows after the same campaign", async () => {
    const { run } = await signIn();
    const { file } = writePeople(1);
    const failed = `${file}.failed.csv`;
    writeFileSync(failed, readFileSync(file));
    const campaignOf = async (name: string) => JSON.parse((await run(sendLater(name, "--at", "2h"))).stdout).campaign;

    expect(await campaignOf(failed)).toBe(await campaignOf(file));
  });

  test("asks with the time, and a dry run shows time and campaign; neither schedules anything", async () => {
    const { client, env, run } = await signIn();
    const { file } = writePeople(2);
    const argv = sendLater(file, "--at", "tomorrow 9:00", "--campaign", "spring");
    const terminal = runOnTerminal(argv, { env });
    await terminal.shows(/2 texts to 2 phones in 2 segments, from \+\d+ \(.*\), at \d{4}-\d\d-\d\d 09:00:00: LIVE\./);
    await terminal.shows("Schedule them?");
    terminal.type("\r");
    expect(await terminal.ended).toBe(2);

    const { stdout } = await run([...argv, "--dry-run"]);

    expect(JSON.parse(stdout)).toMatchObject({ texts: 2, campaign: "spring", sendAt: expect.stringMatching(/Z$/) });
    expect((await run([...argv, "--curl"])).stdout).toMatch(/\/api\/messages.*"campaign":"spring"/s);
    expect(await waitingOf(client, "spring")).toEqual([]);
  });

  test.each([
    ["noon", 2],
    ["2026-12-01T09:00:00", 2],
    ["2027-02-30 09:00", 2],
    ["tomorrow 24:00", 2],
    ["2026-01-01T09:00:00Z", 3],
    ["30s", 3],
    ["36d", 3],
  ])("%s is refused, nothing is scheduled, and another time can be given", async (at, expected) => {
    const { client, run } = await signIn();
    const { file } = writePeople(5);

    const { code, stdout, stderr } = await run(sendLater(file, "--at", at, "--campaign", "spring"));

    expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
    expect(stderr).toMatch(
      expected === 2 ? /--at must be such as 2h/ : /sendAt must be at (least a minute|most 35 days)/,
    );
    expect(existsSync(`${file}.checkpoint`)).toBe(false);
    expect(await waitingOf(client, "spring")).toEqual([]);
    expect((await run(sendLater(file, "--at", "2h", "--campaign", "spring"))).code).toBe(0);
  });

  test.each(["a\nb", " a", "\u0007", "x".repeat(65), ""])(
    "the campaign %j is refused, and nothing is scheduled",
    async (name) => {
      const { client, run } = await signIn();
      const { file } = writePeople(5);

      const { code, stderr } = await run(sendLater(file, "--at", "2h", "--campaign", name));

      expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining("campaign") });
      expect(existsSync(`${file}.checkpoint`)).toBe(false);
      expect((await client.listPendingMessages()).messages).toEqual([]);
    },
  );

  test("a stream needs the name of its campaign, and a missing file is named", async () => {
    const { run } = await signIn();
    const { people, file } = writePeople(1);
    const stdin = readFileSync(file);

    expect(await run(sendLater("-", "--at", "2h"), { stdin })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--campaign"),
    });
    const named = await run(sendLater("-", "--at", "2h", "--campaign", "spring"), { stdin });
    expect(JSON.parse(named.stdout)).toMatchObject({ scheduled: people.length });
    expect(await run(sendLater(nowhere, "--at", "2h"))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("cannot be read"),
    });
  });

  test("a run whose time has passed stops, and its rows can be scheduled for another time", async () => {
    const { client, team, run } = await signIn();
    const { file } = writePeople(4);
    const argv = sendLater(file, "--at", "2h", "--campaign", "spring", "--concurrency", "1");
    await run(argv);
    const kept = JSON.parse(readFileSync(`${file}.checkpoint`, "utf8"));
    const state = { ...kept.state, rows: 2, lastStartedRow: 2, isFinished: false, decision: inHours(-1) };
    writeFileSync(`${file}.checkpoint`, JSON.stringify({ ...kept, state }));
    // The server does not know the other rows yet.
    await app.em().execute("delete from pending_message where team_id = ? and body ~ 'Person [34]'", [team.id]);
    await app.em().execute("delete from idempotency_key where team_id = ?", [team.id]);

    const stopped = await run(argv);

    expect(stopped).toMatchObject({ code: 3, stderr: expect.stringContaining('--restart and --campaign "spring"') });
    expect(await waitingOf(client, "spring")).toHaveLength(2);
  });
});

describe("the campaign of a file", () => {
  /** Writes a file with a name, and reads its campaign for a time. */
  async function campaignOf(name: string, at: string) {
    const file = join(dirname(writePeople(1).file), name);
    writeFileSync(file, "");
    return (await readSchedule({ file, at }))().campaign;
  }

  test.each([
    ["spring sale.csv", "spring sale"],
    ["a\tb\nc.csv", "a b c"],
    [`${"😀".repeat(60)}.csv`, "😀".repeat(53)],
  ])("%j is named %j, and the day", async (name, expected) => {
    expect(await campaignOf(name, "2027-06-15T12:00:00Z")).toMatch(new RegExp(`^${expected} 2027-06-1[456]$`, "u"));
  });

  test("has the day of this computer", () => {
    const { file } = writePeople(1);
    const module = JSON.stringify(new URL("../../cli/texts/schedule-file.ts", import.meta.url).href);
    const code = `const { readSchedule } = await import(${module});
      console.log((await readSchedule({ file: ${JSON.stringify(file)}, at: "2027-06-15T12:00:00Z" }))().campaign);`;
    const env = { ...process.env, TZ: "Pacific/Kiritimati" };
    const campaign = execFileSync(process.execPath, ["--input-type=module", "-e", code], { env, encoding: "utf8" });

    expect(campaign).toMatch(/ 2027-06-16\n$/);
  });
});

describe("texts cancel --campaign", () => {
  test("asks, cancels what waits, counts what has gone out, and can be repeated", async () => {
    const { client, team, env, run } = await signIn();
    const [first, second] = [writePeople(2), writePeople(3)];
    await run(sendLater(first.file, "--at", "2h", "--campaign", "spring"));
    await makeDue(app, team);
    await app.dispatch();
    await run(sendLater(second.file, "--at", "2h", "--campaign", "spring"));
    const start = () => runOnTerminal(["texts", "cancel", "--campaign", "spring", "-o", "json"], { env });

    const refusing = start();
    await refusing.shows('Cancel 3 texts of the campaign "spring"?');
    refusing.type("\r");
    expect(await refusing.ended).toBe(2);
    expect(await waitingOf(client, "spring")).toHaveLength(3);
    const canceling = start();
    await canceling.shows("Cancel 3 texts");
    canceling.type("\u001b[B\r");
    expect(await canceling.ended).toBe(0);

    expect(JSON.parse(canceling.stdout.slice(canceling.stdout.indexOf("{")))).toEqual({
      campaign: "spring",
      canceled: 3,
      sent: 2,
    });
    const again = await run(["texts", "cancel", "--campaign", "spring"]);
    expect(JSON.parse(again.stdout)).toEqual({ campaign: "spring", canceled: 0, sent: 2 });
    await makeDue(app, team);
    await app.dispatch();
    expect(app.provider.texts).toHaveLength(2);
    const listed = await run(["texts", "list", "--campaign", "spring", "--status", "canceled"]);
    expect(JSON.parse(listed.stdout).messages).toHaveLength(3);
  });

  test("with --yes and in a dry run asks nothing, also on a terminal", async () => {
    const { client, env, run } = await signIn();
    const { file } = writePeople(2);
    await run(sendLater(file, "--at", "2h", "--campaign", "spring"));
    const cancel = async (flag: string) => {
      const terminal = runOnTerminal(["texts", "cancel", "--campaign", "spring", flag], { env });
      return { code: await terminal.ended, isAsked: terminal.stderr.includes("Cancel ") };
    };

    expect(await cancel("--dry-run")).toEqual({ code: 0, isAsked: false });
    expect(await waitingOf(client, "spring")).toHaveLength(2);
    expect(await cancel("--yes")).toEqual({ code: 0, isAsked: false });
    expect(await waitingOf(client, "spring")).toEqual([]);
  });

  test("asks about texts that wait for an approval, too", async () => {
    const { agent, agentKey } = await signInAgent(app);
    for (const _ of [1, 2]) await schedule(app, agent, { campaign: "spring" });
    const env = environmentOf(app.url, agentKey);
    const terminal = runOnTerminal(["texts", "cancel", "--campaign", "spring"], { env });

    await terminal.shows('Cancel 2 texts of the campaign "spring"?');
    terminal.type("\r");

    expect(await terminal.ended).toBe(2);
  });

  test("of more texts than one answer cancels cancels all, and adds them up", async () => {
    const { client, team, env } = await signIn();
    const { id: apiKeyId } = await client.getKey();
    const later = await fromNow(app.em(), 3_600);
    const owner = { teamId: team.id, apiKeyId, testMode: false, campaign: "spring" };
    await transactOfTeam(app.database.orm, team.id, (tx) => storeDue(tx, owner, 1_001, () => later));
    const terminal = runOnTerminal(["texts", "cancel", "--campaign", "spring", "-o", "json"], { env });

    await terminal.shows('Cancel more than 100 texts of the campaign "spring"?');
    terminal.type("\u001b[B\r");

    expect(await terminal.ended).toBe(0);
    expect(terminal.stdout).toContain('"canceled": 1001');
  });

  test("of an unknown campaign, of a bad name, or beside an id changes nothing", async () => {
    const { client, run } = await signIn();
    const { file } = writePeople(1);
    await run(sendLater(file, "--at", "2h", "--campaign", "spring"));
    const cancel = async (...argv: string[]) => (await run(["texts", "cancel", ...argv])).code;

    expect(await cancel("--campaign", "sprin")).toBe(5);
    expect(await cancel("--campaign", "a\nb")).toBe(3);
    expect(await cancel("--campaign", "")).toBe(3);
    expect(await cancel()).toBe(2);
    expect(await cancel("019aa4a1-7c3e-7d52-9a0e-3b8f6f1d8a10", "--campaign", "spring")).toBe(2);
    expect(await cancel("--campaign", "spring", "--dry-run")).toBe(0);
    expect(await waitingOf(client, "spring")).toHaveLength(1);
  });

  test("needs no right to read texts", async () => {
    const { team, run } = await signIn();
    const { file } = writePeople(1);
    await run(sendLater(file, "--at", "2h", "--campaign", "spring"));
    const env = environmentOf(app.url, await buildKey(app.em(), team, { scopes: ["messages:send"] }));
    const terminal = runOnTerminal(["texts", "cancel", "--campaign", "spring", "-o", "json"], { env });

    await terminal.shows('Cancel all waiting texts of the campaign "spring"?');
    terminal.type("\u001b[B\r");

    expect(await terminal.ended).toBe(0);
    expect(terminal.stdout).toContain('"canceled": 1');
  });
});
