import { expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { copyKeyUses } from "../../server/keys/copy-key-uses.ts";
import { useApp } from "../support/app.ts";
import { runInProcess } from "../support/cli.ts";
import { createClient } from "../support/client.ts";
import { buildTeam, type TestTeam } from "../support/factories.ts";
import { noSettings, settingsFor } from "../support/process.ts";

const app = useApp();

const keys = (...argv: string[]) =>
  runInProcess(["keys", ...argv], { env: { ...noSettings, ...settingsFor(app.database) } });

/** The result of a command that succeeds. */
async function keysJson(...argv: string[]) {
  const { code, stdout, stderr } = await keys(...argv);
  expect({ argv, code, stderr }).toEqual({ argv, code: 0, stderr: "" });
  return JSON.parse(stdout);
}

/** The options of a key that was created without them. */
const withoutLimits = {
  scopes: null,
  mode: "any",
  recipients: null,
  segmentsPerDay: null,
  hold: "none",
  knownBy: null,
};

const list = ({ name }: TestTeam) => keysJson("list", "--team", name);

const daysFromNow = (days: number) => Date.now() + days * 24 * 60 * 60 * 1_000;

test("a key has a name and an expiry, which creating and listing it show", async () => {
  const team = await buildTeam(app.em());
  const create = (...argv: string[]) => keysJson("create", "--team", team.name, ...argv);

  const plain = await create();
  const named = await create("--name", "CI", "--expires", "2100-01-31");
  const short = await create("--expires", "90d");

  expect(plain).toEqual({
    id: plain.id,
    team: team.name,
    name: null,
    ...withoutLimits,
    expiresAt: null,
    key: expect.any(String),
  });
  expect(named).toMatchObject({ name: "CI", expiresAt: "2100-01-31T00:00:00.000000Z" });
  expect(Math.abs(Date.parse(short.expiresAt) - daysFromNow(90))).toBeLessThan(60_000);
  const listed = await list(team);
  expect(listed.map(({ id }: { id: string }) => id)).toEqual([plain.id, named.id, short.id]);
  expect(listed[1]).toEqual({
    id: named.id,
    team: team.name,
    name: "CI",
    createdAt: expect.any(String),
    expiresAt: named.expiresAt,
    ...withoutLimits,
    lastUsedAt: null,
    revokedAt: null,
    door: null,
  });
});

test("a key has the scopes and the mode that it is created with", async () => {
  const team = await buildTeam(app.em());

  const options = ["--scope", "messages:send", "--scope", "contacts:read", "--mode", "test"];
  const created = await keysJson("create", "--team", team.name, ...options);

  expect(created).toMatchObject({ scopes: ["messages:send", "contacts:read"], mode: "test" });
  expect(await list(team)).toMatchObject([{ scopes: ["messages:send", "contacts:read"], mode: "test" }]);
  const unknown = await keys("create", "--team", team.name, "--scope", "everything");
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("messages:read, messages:send") });
});

test.each([
  ["--expires", "tomorrow"],
  ["--expires", "2020-01-01"],
  ["--expires", "0d"],
  ["--expires", "-1d"],
  ["--name", " "],
  ["--name", "n".repeat(256)],
])("a key cannot be created with %s %s", async (option, value) => {
  const team = await buildTeam(app.em());

  expect(await keys("create", "--team", team.name, `${option}=${value}`)).toMatchObject({ code: 3, stdout: "" });
  expect(await list(team)).toEqual([]);
});

test("an update changes the given options, and clears those that it unsets", async () => {
  const team = await buildTeam(app.em());
  const limits = ["--recipient", "+1202", "--segments-per-day", "100", "--expires", "90d", "--name", "Agent"];
  const { id } = await keysJson("create", "--team", team.name, "--scope", "messages:send", ...limits);

  const changed = await keysJson("update", id, "--recipient", "+1203", "--recipient", "+12025550123", "--mode", "live");
  expect(changed).toMatchObject({
    name: "Agent",
    scopes: ["messages:send"],
    mode: "live",
    segmentsPerDay: 100,
    recipients: ["+1203*", "+12025550123"],
    expiresAt: expect.any(String),
  });
  const unset = ["name", "expires", "scope", "recipient", "segments-per-day"].flatMap((option) => ["--unset", option]);
  expect(await keysJson("update", id, ...unset)).toEqual({
    ...changed,
    name: null,
    expiresAt: null,
    ...withoutLimits,
    mode: "live",
  });
  await keysJson("revoke", id);
  expect(await keys("update", id, "--mode", "any")).toMatchObject({ code: 6, stdout: "" });
  expect(await keys("update", id)).toMatchObject({ code: 2, stderr: expect.stringContaining("an option to change") });
});

test("the last use of a key is copied from its bucket, and remains after the bucket is gone", async () => {
  const { team, client } = await app.signIn();
  const lastUse = async () => (await list(team))[0].lastUsedAt as string | null;
  const empty = () => app.em().execute("delete from rate_bucket where team_id = ?", [team.id]);

  expect(await lastUse()).toBeNull();
  await client.listThreads();
  const first = await lastUse();
  expect(Math.abs(Date.parse(first!) - Date.now())).toBeLessThan(60_000);

  await copyKeyUses(app.em());
  await empty();
  expect(await lastUse()).toBe(first);
  await client.listThreads();
  const second = await lastUse();
  expect(second! > first!).toBe(true);
  await empty();
  expect(await lastUse()).toBe(first);
});

test("the uses of more keys than one statement reads are each copied once", async () => {
  const team = await buildTeam(app.em());
  await copyKeyUses(app.em());
  await app.em().execute(
    `with key as (
      insert into api_key (id, team_id, key_hash, created_at)
      select gen_random_uuid(), ?, sha256(n::text::bytea), now() from generate_series(1, 2500) as n returning id, team_id
    ) insert into rate_bucket select team_id, id, 1, 1, 1, '2026-01-01' from key`,
    [team.id],
  );

  expect(await copyKeyUses(app.em())).toBe(2_500);
  expect(await copyKeyUses(app.em())).toBe(0);
});

test("revoking a key keeps its last use", async () => {
  const { team, key } = await app.signIn();
  await createClient(app.url, key).listThreads();
  const [{ id, lastUsedAt }] = await list(team);

  const revoked = await keysJson("revoke", id);
  await app.em().execute("delete from rate_bucket where team_id = ?", [team.id]);

  expect(revoked).toMatchObject({ id, lastUsedAt, revokedAt: expect.any(String) });
  const { endpoints, canceledTexts, ...listed } = revoked;
  expect({ endpoints, canceledTexts }).toEqual({ endpoints: [], canceledTexts: 0 });
  expect(await list(team)).toEqual([{ ...listed, team: team.name }]);
  expect(await keysJson("revoke", id)).toEqual(revoked);
  expect(await keys("revoke", newId())).toMatchObject({ code: 5 });
});
