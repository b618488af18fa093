import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { keepProfile } from "../../cli/operator/keep-profile.ts";
import { useApp } from "../support/app.ts";
import { type CliOptions, newConfigDir, runInProcess } from "../support/cli.ts";
import { buildKey } from "../support/factories.ts";

const app = useApp();

let key: string;
let otherKey: string;
beforeAll(async () => {
  key = (await app.signIn()).key;
  otherKey = (await app.signIn()).key;
});

const home = newConfigDir();
let users = 0;

/** A user with a configuration directory that does not exist yet. */
function newUser() {
  users += 1;
  const MESSAGING_CONFIG_DIR = join(home, String(users));
  const file = join(MESSAGING_CONFIG_DIR, "profiles.json");
  const run = (argv: string[], options: CliOptions = {}) =>
    runInProcess(argv, { ...options, env: { MESSAGING_CONFIG_DIR, ...options.env } });
  return {
    env: { MESSAGING_CONFIG_DIR },
    file,
    run,
    logIn: (name: string, apiKey = key) =>
      run(["login", "--url", app.url, "--profile", name, "--api-key-stdin"], { stdin: `${apiKey}\n` }),
    async read(argv: string[], options: CliOptions = {}) {
      const { code, stdout } = await run(argv, options);
      expect(code).toBe(0);
      return JSON.parse(stdout);
    },
    kept: () => JSON.parse(readFileSync(file, "utf8")),
  };
}

/** The id of the team's number, which identifies the team. */
async function numberOf(user: ReturnType<typeof newUser>, argv: string[] = [], options: CliOptions = {}) {
  return (await user.read(["numbers", "list", ...argv], options)).businessNumbers[0].id;
}

test("login saves a server and a key that later commands use, readable only by the owner", async () => {
  const user = newUser();
  const { code, stdout, stderr } = await user.logIn("work");

  expect(code).toBe(0);
  const shown = { name: "work", url: app.url, apiKey: `${key.slice(0, 6)}…`, country: null };
  expect(JSON.parse(stdout)).toMatchObject({ ...shown, team: expect.any(String), expiresAt: null });
  expect(stderr).toContain(user.file);
  expect(await user.run(["numbers", "list"])).toMatchObject({ code: 0 });
  expect(statSync(user.file).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(user.file)).mode & 0o777).toBe(0o700);
});

test("login accepts a key without any right to read, and shows its team, scopes and expiry", async () => {
  const { team } = await app.signIn();
  const sender = await buildKey(app.em(), team, { scopes: ["messages:send"] });
  const { code, stdout } = await newUser().logIn("work", sender);

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ team: team.name, scopes: ["messages:send"], expiresAt: null });
});

test("login saves nothing if the server refuses the key or the key is missing", async () => {
  const user = newUser();
  expect(await user.logIn("work", "mk_wrong")).toMatchObject({ code: 4, stdout: "" });
  expect(await user.logIn("work", "two words")).toMatchObject({ code: 2, stdout: "" });
  expect(await user.run(["login", "--url", app.url])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--api-key-stdin"),
  });
  expect(existsSync(user.file)).toBe(false);
});

test("the environment takes precedence over the profile, and the command line over both", async () => {
  const user = newUser();
  await user.logIn("one");
  await user.logIn("two", otherKey);
  const [one, two] = [await numberOf(user, ["--profile", "one"]), await numberOf(user, ["--profile", "two"])];

  expect(one).not.toBe(two);
  expect(await numberOf(user)).toBe(two);
  expect(await numberOf(user, [], { env: { MESSAGING_PROFILE: "one" } })).toBe(one);
  expect(await numberOf(user, [], { env: { MESSAGING_API_KEY: key } })).toBe(one);
  expect(await numberOf(user, ["--profile", "two"], { env: { MESSAGING_API_KEY: key } })).toBe(two);
  expect(await numberOf(user, [], { env: { MESSAGING_URL: app.url, MESSAGING_API_KEY: key } })).toBe(one);
});

test("a profile's key is sent only to the profile's server", async () => {
  const user = newUser();
  await user.logIn("work");
  const elsewhere = app.url.replace("127.0.0.1", "localhost");
  for (const options of [{ env: { MESSAGING_URL: elsewhere } }, {}]) {
    const argv = "env" in options ? [] : ["--url", elsewhere];
    expect(await user.run(["threads", "list", ...argv], options)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining(`There is no API key for ${elsewhere}`),
    });
  }
});

test("without a profile and a key, a command shows what to do", async () => {
  expect(await newUser().run(["threads", "list"])).toEqual({
    code: 4,
    stdout: "",
    stderr: expect.stringMatching(/no API key for http:\/\/localhost:3000\.\n.*messaging login.*MESSAGING_API_KEY/),
  });
});

test("profiles are listed without their keys, selected and removed", async () => {
  const user = newUser();
  await user.logIn("one");
  await user.logIn("two", otherKey);

  const listed = await user.read(["profiles", "list"]);
  expect(listed).toMatchObject([
    { name: "one", current: false },
    { name: "two", current: true },
  ]);
  expect(JSON.stringify(listed)).not.toContain(key);
  expect(await user.read(["profiles", "use", "one"])).toMatchObject({ name: "one", current: true });
  expect(await user.read(["profiles", "show"])).toMatchObject({ url: app.url, source: "profile one", file: user.file });
  expect(await user.read(["profiles", "show", "two"])).toMatchObject({ name: "two", current: false });
  await user.read(["profiles", "remove", "one"]);
  expect(user.kept()).toEqual({ profiles: { two: { url: app.url, apiKey: otherKey } } });
  for (const argv of [
    ["show", "one"],
    ["use", "one"],
    ["remove", "one"],
    ["use", "constructor"],
  ]) {
    expect(await user.run(["profiles", ...argv])).toMatchObject({ code: 5, stdout: "" });
  }
  expect(await user.run(["threads", "list", "--profile", "one"])).toMatchObject({ code: 2, stdout: "" });
});

test.each(["", "{", "[]", '{"profiles":{"a":{"url":"no","apiKey":"k"}}}', '{"profiles":{"a":{}}}'])(
  "a file without valid profiles (%j) is refused and left unchanged",
  async (content) => {
    const user = newUser();
    mkdirSync(dirname(user.file), { recursive: true });
    writeFileSync(user.file, content);

    for (const argv of [
      ["profiles", "list"],
      ["threads", "list"],
      ["profiles", "use", "a"],
    ]) {
      expect(await user.run(argv)).toMatchObject({ code: 3, stdout: "", stderr: expect.stringContaining(user.file) });
    }
    expect(await user.logIn("work")).toMatchObject({ code: 3 });
    expect(readFileSync(user.file, "utf8")).toBe(content);
  },
);

test("a profile's country applies to phone numbers without a country code", async () => {
  const user = newUser();
  await user.run(["login", "--url", app.url, "--api-key-stdin", "--country", "GB"], { stdin: key });
  expect(await user.read(["send", "020 7946 0958", "hi"])).toMatchObject({ to: "+442079460958" });
  const options = { env: { MESSAGING_COUNTRY: "US" } };
  expect(await user.read(["send", "202 555 0177", "hi"], options)).toMatchObject({ to: "+12025550177" });
});

test("a first start saves the profile local, which becomes current if no profile is", async () => {
  const user = newUser();
  const first = { url: app.url, port: 1, dataDir: "/srv/one", firstKey: key };

  const note = await keepProfile(user.env, first);

  expect(note).toEqual({
    profile: `local, with this key, in ${user.file}`,
    command: expect.stringMatching(/^cli\/messaging send \+/),
  });
  expect(await user.run(["threads", "list"])).toMatchObject({ code: 0 });
});

test("a first start does not replace another profile or the current profile", async () => {
  const user = newUser();
  await user.logIn("local", otherKey);

  const note = await keepProfile(user.env, { url: app.url, port: 1, dataDir: "/srv/one", firstKey: key });

  expect(note).toMatchObject({
    profile: expect.stringMatching(/^local-2, /),
    command: expect.stringContaining("--profile local-2"),
  });
  expect(user.kept()).toMatchObject({
    current: "local",
    profiles: { local: { apiKey: otherKey }, "local-2": { apiKey: key, madeBy: "/srv/one" } },
  });
});

test("an installation that starts over replaces its profile, and a new address updates it", async () => {
  const user = newUser();
  const place = { url: "http://localhost:1", port: 1, dataDir: "/srv/one" };
  await keepProfile(user.env, { ...place, firstKey: otherKey });
  await keepProfile(user.env, { ...place, firstKey: key });
  expect(user.kept().profiles).toEqual({ local: { url: place.url, apiKey: key, madeBy: "/srv/one" } });

  expect(await keepProfile(user.env, { ...place, firstKey: undefined })).toBeUndefined();
  expect(await keepProfile(user.env, { ...place, url: app.url, firstKey: undefined })).toEqual({
    profile: `local, with the new address ${app.url}`,
  });
  expect(await user.run(["threads", "list"])).toMatchObject({ code: 0 });
});

test("a second process takes a profile over only if no server with its data answers at its address", async () => {
  const user = newUser();
  const place = { dataDir: "/srv/one", firstKey: undefined };
  await keepProfile(user.env, { ...place, url: app.url, port: 1, firstKey: key });
  const second = { ...place, url: "http://localhost:3402", port: 3402 };

  expect(await keepProfile(user.env, second)).toEqual({
    profile: `local, for the server at ${app.url}, which has the same data`,
  });
  expect(user.kept().profiles.local.url).toBe(app.url);

  // The server at the address now has other data, so it refuses the key.
  await keepProfile(user.env, { ...place, url: app.url, port: 1, firstKey: "mk_of_other_data" });
  expect(await keepProfile(user.env, second)).toMatchObject({ profile: expect.stringContaining(second.url) });
  expect(user.kept().profiles.local.url).toBe(second.url);
});

test("a server that announces another address at the same port updates its profile", async () => {
  const user = newUser();
  const port = Number(new URL(app.url).port);
  const place = { port, dataDir: "/srv/one", firstKey: undefined };
  await keepProfile(user.env, { ...place, url: app.url, firstKey: key });

  await keepProfile(user.env, { ...place, url: "https://sms.example.com" });

  expect(user.kept().profiles.local.url).toBe("https://sms.example.com");
});

test("a server with an external PostgreSQL saves no profile, and a write error becomes a note", async () => {
  const user = newUser();
  expect(await keepProfile(user.env, { url: app.url, port: 1, dataDir: undefined, firstKey: key })).toBeUndefined();
  expect(existsSync(user.file)).toBe(false);

  const nowhere = { MESSAGING_CONFIG_DIR: "/dev/null/config" };
  const note = await keepProfile(nowhere, { url: app.url, port: 1, dataDir: "/srv/one", firstKey: key });
  expect(note).toEqual({ profile: expect.stringMatching(/^not saved: /) });
});
