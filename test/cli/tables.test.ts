import stringWidth from "string-width";
import { expect, test } from "vitest";
import { formatTable, withIdsLast } from "../../cli/output/table.ts";
import { formatTime } from "../../cli/output/times.ts";
import { useApp } from "../support/app.ts";
import { runInProcess, signInCli } from "../support/cli.ts";
import { noSettings } from "../support/process.ts";

const app = useApp();

const at80 = { isTTY: true, columns: 80, env: { NO_COLOR: "1" } };
const id = "01a2136c-2c0a-74a9-8c87-f06675bb135f";
const io = (columns: number) => {
  const stream = { write: () => true, isTTY: true, columns };
  return { stdout: stream, stderr: stream, stdin: { async *[Symbol.asyncIterator]() {} }, env: { NO_COLOR: "1" } };
};

/** The lines of a table, without those that are too long for the terminal. */
function linesOf(text: string, columns = 80): string[] {
  const lines = text.trimEnd().split("\n");
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
  return lines;
}

test("a table of 80 columns shows whole phones, and whole ids last", async () => {
  const { run } = await signInCli(app);
  const phones = ["+15005550001", "+12025550123", "+4915112345678901"];
  for (const phone of phones.slice(0, 2)) await run(["send", phone, "a text that is longer than the column of texts"]);

  const [heading, ...rows] = linesOf((await run(["threads", "list"], at80)).stdout);
  expect(heading).toMatch(/^CONTACT NA\S* .* ID$/);
  for (const row of rows) expect(row).toMatch(/^\+1\d{10} .* [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(rows).toHaveLength(2);
});

test("a table shortens ids rather than phones and codes, and tells how to see whole ids", async () => {
  const { run, team } = await signInCli(app);
  const { stdout, stderr } = await run(["numbers", "list"], at80);
  const [, row = ""] = linesOf(stdout);
  expect(row).toMatch(/ \+\d{11,15} +local +active +true +[0-9a-f]{8}…$/);
  expect(stderr).toBe("Ids are shortened. -o id, or a choice of --columns, shows them whole.\n");
  expect(team).toBeDefined();
});

test("a table flattens objects, leaves empty fields out, and puts ids behind the fields that people read", async () => {
  const data = {
    messageId: id,
    status: "delivered",
    errorCode: null,
    to: "+12025550123",
    more: { count: 2 },
    none: {},
  };
  const row = { timestamp: "2020-01-02T03:04:05.000000Z", type: "message.status", testMode: false, data };
  const { text } = formatTable(io(80), [row], Object.keys(row));
  const [, line = ""] = linesOf(text);
  expect(line).toMatch(/^2020-01-02 {2}message\.status {2}false +status=delivered, to=\+12025550123,/);
  expect(text).not.toMatch(/[{}"]/);
  const { text: wide } = formatTable(io(200), [row], Object.keys(row));
  expect(wide).toContain(`status=delivered, to=+12025550123, more=count=2, messageId=${id}\n`);
  expect(withIdsLast(["id", "name", "apiKeyId", "at"])).toEqual(["name", "at", "id", "apiKeyId"]);
});

test("the doctor shows its whole advice in 80 columns, in several lines", async () => {
  const { stdout } = await runInProcess(["doctor"], {
    ...at80,
    env: { ...noSettings, ...at80.env, DATA_DIR: "/nonexistent" },
  });
  const advice = "Start the server, which creates the database.";
  const lines = linesOf(stdout);
  const from = lines.findIndex((line) => line.startsWith("database "));
  const to = lines.findIndex((line, at) => at > from && /^\S/.test(line));
  const column = lines[0]!.indexOf("TODO");
  const shown = lines.slice(from, to).map((line) => line.slice(column).trim());
  expect(shown.join(" ").trim()).toBe(advice);
  expect(shown.length).toBeGreaterThan(1);
});

test("a record wraps its values between words", async () => {
  const { run } = await signInCli(app);
  const { stdout } = await run(["whoami"], at80);
  expect(linesOf(stdout).join("\n")).not.toMatch(/[a-z]:\n/);
  expect(stdout.replace(/\s+/g, " ")).toContain(
    "messages:read, messages:send, messages:approve, contacts:read, contacts:write",
  );
});

test("a time has a date only if it is not of today, in the zone of the terminal", () => {
  const now = new Date(2026, 10, 25, 0, 30, 0);
  expect(formatTime(new Date(2026, 10, 25, 0, 0, 5), now)).toBe("00:00:05");
  expect(formatTime(new Date(2026, 10, 24, 23, 59, 59), now)).toBe("2026-11-24 23:59:59");
  expect(formatTime(new Date(2025, 10, 25, 0, 0, 5).toISOString(), now)).toBe("2025-11-25 00:00:05");
});
