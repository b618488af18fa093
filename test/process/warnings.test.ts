import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../../server/config.ts";
import { writeFirstKey } from "../../server/process/first-key.ts";
import { findWarnings } from "../../server/process/warnings.ts";
import { runInProcess } from "../support/cli.ts";

/** The settings that are warned of. */
const warnedOf = (settings: Record<string, string>, environment = {}) =>
  findWarnings(loadConfig({ SECRET_KEY: "s".repeat(32), ...settings }, {}), environment).map(({ setting }) => setting);

const twilio = { PROVIDER: "twilio", PROVIDER_ACCOUNT_SID: "AC1", WEBHOOK_CLIENT_SECRET: "t".repeat(32) };

test.each([
  ["https://sms.example.com", false],
  ["http://localhost:3000", false],
  ["http://sms.localhost", false],
  ["http://127.1.2.3", false],
  ["http://[::1]:8080", false],
  ["http://sms.example.com", true],
  ["http://10.0.0.5", true],
  ["http://localhost.example.com", true],
  ["http://127.0.0.1.example.com", true],
])("an address %s causes the warning: %s", (address, isWarned) => {
  const expected = (setting: string) => (isWarned ? [setting] : []);

  expect(warnedOf({ BASE_URL: address })).toEqual(expected("BASE_URL"));
  expect(warnedOf({ ...twilio, PROVIDER_BASE_URL: address })).toEqual(expected("PROVIDER_BASE_URL"));
});

test.each([
  ["postgresql://user:hidden@localhost/messaging", false],
  ["postgresql://user:hidden@[::1]:5433/messaging", false],
  ["postgresql://user:hidden@remote/messaging?host=/run/postgresql", false],
  ["postgresql:///messaging?host=%2Frun%2Fpostgresql", false],
  ["postgresql://user:hidden@remote/messaging?sslmode=verify-full", false],
  ["postgresql://user:hidden@remote/messaging?sslmode=no-verify", false],
  ["postgresql://user:hidden@remote/messaging?ssl=true", false],
  ["postgresql://user:hidden@remote/messaging?sslrootcert=/ca.pem", false],
  ["postgresql://user:hidden@remote/messaging", true],
  ["postgresql://user:hidden@remote/messaging?sslmode=disable", true],
  ["postgresql://user:hidden@remote/messaging?ssl=0", true],
  ["postgresql://user:hidden@localhost/messaging?host=remote", true],
])("a database %s causes the warning: %s", (url, isWarned) => {
  const config = loadConfig({ SECRET_KEY: "s".repeat(32), DATABASE_URL: url }, {});
  const warnings = findWarnings(config, {});

  expect(warnings.map(({ setting, found }) => ({ setting, found }))).toEqual(
    isWarned ? [{ setting: "DATABASE_URL", found: "the connection to remote is not encrypted" }] : [],
  );
});

test("PostgreSQL's own variable may encrypt the connection", () => {
  const DATABASE_URL = "postgresql://remote/messaging";

  expect(warnedOf({ DATABASE_URL }, { PGSSLMODE: "require" })).toEqual([]);
  expect(warnedOf({ DATABASE_URL }, { PGSSLMODE: "disable" })).toEqual(["DATABASE_URL"]);
});

test("a short secret for callbacks causes a warning and is accepted", () => {
  for (const settings of [{}, twilio]) {
    expect(warnedOf({ ...settings, WEBHOOK_CLIENT_SECRET: "t" })).toEqual(["WEBHOOK_CLIENT_SECRET"]);
    expect(warnedOf({ ...settings, WEBHOOK_CLIENT_SECRET: "t".repeat(16) })).toEqual([]);
  }
  expect(warnedOf({})).toEqual([]);
});

test("the command line warns on stderr if its key would cross a network unencrypted", async () => {
  const send = (url: string, env = {}) =>
    runInProcess(["send", "+12025550123", "hi", "--dry-run", ...(url ? ["--url", url] : [])], {
      env: { MESSAGING_API_KEY: "mk_key", MESSAGING_CONFIG_DIR: "/nonexistent", ...env },
    });
  const warning = expect.stringMatching(/^warning: http:\/\/sms\.example\.com is not encrypted/);

  expect(await send("http://sms.example.com")).toMatchObject({ code: 0, stderr: warning });
  expect(await send("", { MESSAGING_URL: "http://sms.example.com" })).toMatchObject({ code: 0, stderr: warning });
  for (const url of ["https://sms.example.com", "http://localhost:3000"]) {
    expect(await send(url)).toMatchObject({ code: 0, stderr: "" });
  }
});

test("the first key is written once, readable only by its owner, and never over a file or link", async () => {
  const directory = mkdtempSync(join(tmpdir(), "messaging-first-key-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, "new", "first-api-key");

  expect(await writeFirstKey(join(directory, "new"), "mk_one")).toEqual({ path, fault: undefined });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect((await writeFirstKey(join(directory, "new"), "mk_two")).fault).toMatch(/already/);
  expect(readFileSync(path, "utf8")).toBe("mk_one\n");

  const target = join(directory, "target");
  writeFileSync(target, "");
  symlinkSync(target, join(directory, "first-api-key"));
  expect((await writeFirstKey(directory, "mk_three")).fault).toMatch(/already/);
  expect(readFileSync(target, "utf8")).toBe("");
  expect((await writeFirstKey(target, "mk_four")).fault).toEqual(expect.any(String));
});
