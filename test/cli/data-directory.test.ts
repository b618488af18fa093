import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepProfile } from "../../cli/operator/keep-profile.ts";
import { withDataDir } from "../../cli/operator/locate-data.ts";
import { newConfigDir, runInProcess } from "../support/cli.ts";
import { noSettings } from "../support/process.ts";

const home = newConfigDir();
let users = 0;

/** A user without settings, and two data directories without a database. */
function newUser() {
  users += 1;
  const directory = join(home, String(users));
  const path = (name: string) => join(directory, name);
  return {
    env: { ...noSettings, MESSAGING_CONFIG_DIR: path("config") },
    byDefault: path("default"),
    server: path("server"),
  };
}

const makeDatabase = (directory: string) => mkdirSync(join(directory, "data"), { recursive: true });

const installation = { url: "http://127.0.0.1:1", port: 1, firstKey: "key" };

test("without DATA_DIR, operators' commands use the directory of the server that the profile local names", async () => {
  const { env, byDefault, server } = newUser();
  await keepProfile(env, { ...installation, dataDir: server });
  makeDatabase(server);

  expect(await withDataDir(env, byDefault)).toEqual({ ...env, DATA_DIR: server });
  expect(await withDataDir({ ...env, DATA_DIR: "/other" }, byDefault)).toMatchObject({ DATA_DIR: "/other" });
  const DATABASE_URL = "postgresql://localhost/other";
  expect(await withDataDir({ ...env, DATABASE_URL }, byDefault)).toEqual({ ...env, DATABASE_URL });
});

test("the current profile decides before the profile local, if a server on this machine made it", async () => {
  const { env, byDefault, server } = newUser();
  const other = join(server, "other");
  for (const dataDir of [server, other]) await keepProfile(env, { ...installation, dataDir });
  for (const directory of [server, other]) makeDatabase(directory);

  expect(await withDataDir(env, byDefault)).toMatchObject({ DATA_DIR: server });
  await runInProcess(["profiles", "use", "local-2"], { env });
  expect(await withDataDir(env, byDefault)).toMatchObject({ DATA_DIR: other });
});

test("two directories with a database are refused, and both are named", async () => {
  const { env, byDefault, server } = newUser();
  await keepProfile(env, { ...installation, dataDir: server });
  for (const directory of [byDefault, server]) makeDatabase(directory);

  await expect(withDataDir(env, byDefault)).rejects.toMatchObject({
    exitCode: 3,
    message: `There is a database in ${byDefault}, and one in ${server} (profile local).`,
    hint: "Set DATA_DIR to one of them.",
  });
});

test.each([
  ["teams", "list"],
  ["teams", "create", "acme"],
  ["keys", "create", "--team", "default"],
  ["numbers", "release", "+12025550123"],
  ["opt-outs", "list", "--team", "default"],
  ["webhooks", "list", "--team", "default"],
  ["callbacks", "list"],
  ["jobs", "failed"],
  ["simulate", "inbound", "hello"],
  ["db", "status"],
  ["db", "migrate"],
  ["db", "stop"],
])("`%s %s` creates no database in an empty directory, and names the server's directory", async (...argv) => {
  const { env, byDefault, server } = newUser();
  await keepProfile(env, { ...installation, dataDir: server });
  const run = () => runInProcess(argv, { env: { ...env, DATA_DIR: byDefault } });
  const refusal = (hint: RegExp) => ({ code: 3, stdout: "", stderr: expect.stringMatching(hint) });

  expect(await run()).toEqual(refusal(new RegExp(`no database in ${byDefault}\\.\n  Nor is there one in ${server}`)));
  makeDatabase(server);
  expect(await run()).toEqual(
    refusal(new RegExp(`no database in ${byDefault}\\.\n.* server in ${server}: set DATA_DIR`)),
  );
  expect(existsSync(byDefault)).toBe(false);
});
