import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { readTimeAhead } from "../../cli/operations/read-time-ahead.ts";
import { useApp } from "../support/app.ts";
import { signInCli } from "../support/cli.ts";
import { uniquePhone } from "../support/factories.ts";

const app = useApp();

const now = new Date(2026, 10, 26, 15, 30, 20);

describe("a time ahead is read", () => {
  test.each([
    ["90s", new Date(2026, 10, 26, 15, 31, 50)],
    ["90m", new Date(2026, 10, 26, 17, 0, 20)],
    ["2h", new Date(2026, 10, 26, 17, 30, 20)],
    ["3d", new Date(now.getTime() + 3 * 86_400_000)],
    ["today 18:00", new Date(2026, 10, 26, 18, 0)],
    ["tomorrow 9:00", new Date(2026, 10, 27, 9, 0)],
    ["2026-12-24 20:15", new Date(2026, 11, 24, 20, 15)],
    ["2026-12-24T20:15", new Date(2026, 11, 24, 20, 15)],
  ])("%s, in the zone of this computer", (text, expected) => {
    expect(readTimeAhead(text, "--at", now)).toBe(expected.toISOString());
  });

  test.each(["2026-11-21T18:00:00+01:00", "2026-11-21T18:00:00Z"])("%s by the server", (text) => {
    expect(readTimeAhead(text, "--at", now)).toBe(text);
  });

  test.each([
    "noon",
    "tomorrow 9am",
    "2026-12-24",
    "25:00",
    "tomorrow 24:00",
    "2026-13-40 10:00",
    "2027-02-29 10:00",
    "",
  ])("unless it is %j", (text) => {
    expect(() => readTimeAhead(text, "--at", now)).toThrow('--at must be such as 2h, "tomorrow 9:00"');
  });
});

test("messaging send --at schedules a text, texts waiting lists it, and texts cancel cancels it", async () => {
  const { run } = await signInCli(app);
  const phone = uniquePhone();

  const sent = JSON.parse((await run(["send", phone, "See you.", "--at", "2h", "-o", "json"])).stdout);
  expect(sent.message).toMatchObject({ to: phone, body: "See you.", status: "scheduled" });
  expect(Date.parse(sent.message.sendAt) - Date.now()).toBeGreaterThan(7_100_000);
  const waiting = await run(["texts", "waiting", "-o", "json"]);
  expect(JSON.parse(waiting.stdout).messages).toEqual([sent.message]);
  const { id } = sent.message;
  const canceled = JSON.parse((await run(["texts", "cancel", id, "-o", "json"])).stdout);

  expect(canceled.message).toMatchObject({ id, status: "canceled" });
  expect(app.provider.texts.filter(({ to }) => to === phone)).toEqual([]);
  expect((await run(["texts", "cancel", id])).code).toBe(6);
});

test("messaging send --at with another form names those that it takes, and nothing is sent", async () => {
  const { run } = await signInCli(app);
  const phone = uniquePhone();

  const { code, stderr } = await run(["send", phone, "hello", "--at", "tomorrow 9am"]);

  expect(code).toBe(2);
  expect(stderr).toContain('--at must be such as 2h, "tomorrow 9:00"');
  expect(app.provider.texts.filter(({ to }) => to === phone)).toEqual([]);
});

/** Reads times in the zone of Berlin, in a process of its own: the zone of a process is that of its start. */
function readInBerlin(text: string): string {
  const module = JSON.stringify(new URL("../../cli/operations/read-time-ahead.ts", import.meta.url).href);
  const code = `const { readTimeAhead } = await import(${module});
    try { console.log(readTimeAhead(${JSON.stringify(text)}, "--at")); } catch (error) { console.log(error.message); }`;
  const env = { ...process.env, TZ: "Europe/Berlin" };
  return execFileSync(process.execPath, ["--input-type=module", "-e", code], { env, encoding: "utf8" }).trim();
}

test.each([
  ["2027-03-28 01:59", "2027-03-28T00:59:00.000Z"],
  ["2027-03-28 02:00", "2027-03-28 02:00 does not exist here: the clocks skip it. Choose another time."],
  ["2027-03-28T02:59", "2027-03-28T02:59 does not exist here: the clocks skip it. Choose another time."],
  ["2027-03-28 03:00", "2027-03-28T01:00:00.000Z"],
  ["2027-10-31 02:30", "2027-10-31T00:30:00.000Z"],
  ["2027-10-31 03:00", "2027-10-31T02:00:00.000Z"],
])("where the clocks change, %s is read as %s", (text, expected) => {
  expect(readInBerlin(text)).toBe(expected);
});
