import { expect, test } from "vitest";
import { createTeam } from "../../server/keys/teams.ts";
import { useApp } from "../support/app.ts";
import { runInProcess } from "../support/cli.ts";
import { createClient } from "../support/client.ts";
import { createBlankDatabase } from "../support/database.ts";
import { buildTeam } from "../support/factories.ts";
import { noSettings, type Settings, settingsFor } from "../support/process.ts";

const app = useApp();

const timestamp = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/);
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

/** Runs a command line on the app's database, unless `settings` name another one. */
const run = (argv: string[], settings: Settings = {}) =>
  runInProcess(argv, {
    env: { ...noSettings, MESSAGING_CONFIG_DIR: "/nonexistent", ...settingsFor(app.database), ...settings },
  });

/** Runs a command that succeeds, and reads its JSON. */
async function runJson(...argv: string[]) {
  const { code, stdout, stderr } = await run(argv);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

test("creates and shows teams", async () => {
  const created = await runJson("teams", "create", "Acme & Söhne", "-o", "json");

  expect(created).toEqual({
    id: uuid,
    name: "Acme & Söhne",
    status: "active",
    licensedUntil: null,
    quietHours: null,
    suspectedRevocations: "report",
    messageRetentionDays: null,
    createdAt: timestamp,
  });
  expect(await runJson("teams", "show", "Acme & Söhne")).toEqual(created);
  expect(await runJson("teams", "list")).toContainEqual(created);
});

test("suspends and resumes a team", async () => {
  const { name } = await buildTeam(app.em());

  expect(await runJson("teams", "suspend", name)).toMatchObject({ name, status: "suspended" });
  expect(await runJson("teams", "resume", name)).toMatchObject({ name, status: "active" });
});

test("sets and lifts the end of a team's license", async () => {
  const { name } = await buildTeam(app.em());

  const limited = await runJson("teams", "license", name, "--until", "2030-01-31T12:00+02:00");
  expect(limited).toMatchObject({ name, licensedUntil: "2030-01-31T10:00:00.000000Z" });
  expect(await runJson("teams", "license", name, "--until", "never")).toMatchObject({ name, licensedUntil: null });
});

test("sets and removes the quiet hours of a team", async () => {
  const { name } = await buildTeam(app.em());
  const set = ["teams", "quiet-hours", name, "--from", "21:00", "--to", "08:00", "--zones"];
  const quietHours = { from: "21:00", to: "08:00", zones: ["America/New_York", "Europe/Berlin"], action: "refuse" };

  expect(await runJson(...set, "America/New_York, Europe/Berlin", "--action", "refuse")).toMatchObject({ quietHours });
  for (const [argv, complaint] of [
    [[...set, "Mars/Olympus"], /knows no time zone "Mars\/Olympus"/],
    [[...set, "America/New_York,Asia/Tokyo,Europe/Berlin,Asia/Kolkata"], /always quiet in one of these/],
    [[...set, "UTC", "--from", "9pm"], /a time of day such as 21:00, not "9pm"/],
    [[...set, "UTC", "--from", "08:00"], /end at another time/],
    [["teams", "quiet-hours", name, "--from", "21:00"], /--from, --to and --zones, or --off/],
  ] as const) {
    const { code, stderr } = await run([...argv]);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(complaint);
  }
  expect(await runJson("teams", "show", name)).toMatchObject({ quietHours });
  expect(await runJson("teams", "quiet-hours", name, "--off")).toMatchObject({ quietHours: null });
});

test("sets how many days a team keeps its messages, and refuses anything but one number of days", async () => {
  const { name } = await buildTeam(app.em());
  const set = ["teams", "retention", name];

  expect(await runJson(...set, "--messages", "90")).toMatchObject({ messageRetentionDays: 90 });
  for (const [argv, complaint] of [
    [[], /--messages, or --off/],
    [["--messages", "9", "--off"], /--messages, or --off/],
    [["--messages", "0"], /at least 1/],
    [["--messages", "36501"], /from 1 to 36500/],
  ] as const) {
    const { code, stderr } = await run([...set, ...argv]);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(complaint);
  }
  expect(await runJson("teams", "show", name)).toMatchObject({ messageRetentionDays: 90 });
  expect(await runJson(...set, "--off")).toMatchObject({ messageRetentionDays: null });
});

test("creates a key that works until it is revoked, and shows it only once", async () => {
  const { name } = await buildTeam(app.em());
  const { id, key, ...rest } = await runJson("keys", "create", "--team", name, "-o", "json");
  expect({ id, rest }).toEqual({
    id: uuid,
    rest: {
      team: name,
      name: null,
      scopes: null,
      mode: "any",
      recipients: null,
      segmentsPerDay: null,
      hold: "none",
      knownBy: null,
      expiresAt: null,
    },
  });
  expect(await runJson("keys", "list", "--team", name)).toEqual([
    {
      id,
      team: name,
      name: null,
      createdAt: timestamp,
      scopes: null,
      mode: "any",
      recipients: null,
      segmentsPerDay: null,
      hold: "none",
      knownBy: null,
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
      door: null,
    },
  ]);
  const client = createClient(app.url, key);
  expect(await client.listThreads()).toMatchObject({ threads: [] });

  const revoked = await runJson("keys", "revoke", id);
  expect(revoked).toMatchObject({ id, revokedAt: timestamp });
  expect(await runJson("keys", "revoke", id)).toEqual(revoked);
  expect(await client.raw("listThreads")).toMatchObject({ status: 401 });
});

test("writes a table with --output table", async () => {
  const { id, name } = await buildTeam(app.em());

  const { stdout } = await run(["teams", "list", "--output", "table"]);

  const [heading = "", ...rows] = stdout.split("\n");
  const columns = [
    "NAME",
    "STATUS",
    "LICENSED UNTIL",
    "QUIET HOURS",
    "SUSPECTED REVOCATIONS",
    "MESSAGE RETENTION DAYS",
  ];
  expect(heading.split(/ {2,}/)).toEqual([...columns, "CREATED AT", "ID"]);
  const row = rows.find((each) => each.endsWith(id)) ?? "";
  expect(row.split(/ {2,}/)).toEqual([name, "active", "-", "-", "report", "-", timestamp, id]);
  expect(heading.indexOf("STATUS")).toBe(row.indexOf("active"));
});

test.each([
  [2, "an invalid command line", ["keys", "creat", "--team", "acme"], /Did you mean create\?/],
  [3, "an invalid date", ["teams", "license", "acme", "--until", "tomorrow"], /ISO 8601.*tomorrow/],
  [5, "a missing team", ["teams", "show", "nobody"], /^error: There is no team nobody\.\n$/],
  [6, "an existing name", ["teams", "create", "taken"], /^error: Team taken already exists\.\n$/],
])("exits with %i for %s, and writes only the reason, to stderr", async (code, _, argv, says) => {
  if (argv.includes("taken")) await createTeam(app.em(), "taken");

  const finished = await run(argv);

  expect(finished).toEqual({ code, stdout: "", stderr: expect.stringMatching(says) });
});

test("exits with 3 for invalid settings, and reports all of them", async () => {
  const { code, stdout, stderr } = await run(["teams", "list"], { PORT: "none", ROLE: "boss" });

  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toMatch(/^error: PORT: .+\nROLE: .+\n$/);
});

test("exits with 8 if the database is unavailable", async () => {
  const away = { DATABASE_URL: "postgresql://messaging@localhost/away?host=/nonexistent" };

  expect(await run(["teams", "list"], away)).toMatchObject({
    code: 8,
    stdout: "",
    stderr: expect.stringMatching(/database is unavailable/),
  });
});

test("a file that cannot be written is no failure of the database", async () => {
  const { code, stderr } = await run(["privacy", "erasures", "--export", "/nonexistent/list.json"]);

  expect(code).toBe(3);
  expect(stderr).toMatch(/^error: ENOENT: no such file or directory, open '\/nonexistent\/list\.json/);
});

test("shows how to migrate a database without a schema, and migrates it", async () => {
  const blank = await createBlankDatabase();
  const runBlank = (...argv: string[]) => run(argv, settingsFor(blank));
  const status = async () => JSON.parse((await runBlank("db", "status")).stdout);

  const refused = await runBlank("teams", "list");
  expect(refused).toMatchObject({ code: 8, stdout: "", stderr: expect.stringContaining("messaging db migrate") });
  const { pending, ...rest } = await status();
  expect(pending).not.toEqual([]);
  expect(rest).toEqual({ executed: [], queueInstalled: false });

  const migrated = JSON.parse((await runBlank("db", "migrate", "-o", "json")).stdout);
  expect(migrated).toEqual({ executed: pending, pending: [], queueInstalled: true });
  expect(await status()).toEqual(migrated);
  expect(await runBlank("teams", "list")).toMatchObject({ code: 0, stdout: "[]\n" });
  await blank.close();
});
