import { expect, test } from "vitest";
import { findDoorTokens, resealDoorTokens } from "../../server/doors/secrets.ts";
import { prepareCredentials } from "../../server/doors/twilio/credentials.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import { useApp } from "../support/app.ts";
import { runInProcess } from "../support/cli.ts";
import { uniquePhone } from "../support/factories.ts";
import { secretKey } from "../support/passcodes.ts";
import { noSettings, settingsFor } from "../support/process.ts";
import { twilioClient } from "../support/twilio-door.ts";
import { sealer } from "../support/webhooks.ts";

const app = useApp();

const run = (...argv: string[]) =>
  runInProcess(argv, {
    env: { ...noSettings, MESSAGING_CONFIG_DIR: "/nonexistent", ...settingsFor(app.database) },
  });

async function read(...argv: string[]) {
  const { code, stdout, stderr } = await run(...argv, "-o", "json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

test("an operator makes credentials for the client of Twilio, one pair for each mode", async () => {
  const { team } = await app.signIn();

  const [live, trial] = await read("teams", "twilio-credentials", team.name);

  expect([live.mode, trial.mode]).toEqual(["live", "test"]);
  for (const { accountSid, authToken, messagingServiceSid: service, verifyServiceSid, mode } of [live, trial]) {
    expect(authToken).toMatch(/^[\da-f]{32}$/);
    const client = twilioClient(app.url, accountSid, authToken);
    const to = uniquePhone();
    await client.messages.create({ to, body: "hello", messagingServiceSid: service });
    await client.verify.v2.services(verifyServiceSid).verifications.create({ to, channel: "sms" });
    expect(app.provider.texts.filter((text) => text.to === to)).toHaveLength(mode === "live" ? 2 : 0);
    expect(await client.messages.list({ to })).toHaveLength(1);
    expect(await client.incomingPhoneNumbers.list()).toHaveLength(1);
  }
});

test("the command shows the same credentials again, and a list of keys says that their plain texts are kept", async () => {
  const { team } = await app.signIn();

  const shown = await read("teams", "twilio-credentials", team.name);

  expect(await read("teams", "twilio-credentials", team.name)).toEqual(shown);
  const keys: { id: string; door: string | null }[] = await read("keys", "list", "--team", team.name);
  const kept = keys.filter(({ door }) => door === "twilio").map(({ id }) => id);
  expect(kept).toEqual(shown.map(({ apiKeyId }: { apiKeyId: string }) => apiKeyId));
  expect(keys.length).toBeGreaterThan(kept.length);
});

test("concurrent first runs show the same credentials", async () => {
  const { team } = await app.signIn();
  const prepare = () => prepareCredentials(app.em(), sealer, team);

  const [first, ...others] = await Promise.all([prepare(), prepare(), prepare(), prepare()]);

  expect(others).toEqual([first, first, first]);
});

test("new tokens replace those that sign, and the previous tokens stay valid until they are revoked", async () => {
  const { team } = await app.signIn();
  const [old] = await read("teams", "twilio-credentials", team.name);

  const [live, trial] = await read("teams", "twilio-credentials", team.name, "--rotate");

  expect(live.authToken).not.toBe(old.authToken);
  const stored = await findDoorTokens(app.em(), sealer, { teamId: team.id, door: "twilio" });
  expect(stored.map(({ token }) => token)).toEqual([live.authToken, trial.authToken]);
  const fetchBy = (token: string) => twilioClient(app.url, old.accountSid, token).api.v2010.accounts(old.accountSid);
  expect((await fetchBy(old.authToken).fetch()).sid).toBe(old.accountSid);
  expect((await fetchBy(live.authToken).fetch()).sid).toBe(old.accountSid);
  const keys: { id: string; door: string | null }[] = await read("keys", "list", "--team", team.name);
  expect(keys.find(({ id }) => id === old.apiKeyId)).toMatchObject({ door: null, revokedAt: null });
  await read("keys", "revoke", old.apiKeyId);
  await expect(fetchBy(old.authToken).fetch()).rejects.toMatchObject({ status: 401, code: 20003 });
});

test("a token whose key is revoked is replaced by the next run", async () => {
  const { team } = await app.signIn();
  const [live, trial] = await read("teams", "twilio-credentials", team.name);
  await read("keys", "revoke", live.apiKeyId);

  const [next, same] = await read("teams", "twilio-credentials", team.name);

  expect(same).toEqual(trial);
  expect(next.authToken).not.toBe(live.authToken);
  expect(next.accountSid).toBe(live.accountSid);
});

test("the tokens are sealed, and outlive the secret key that has sealed them", async () => {
  const { team } = await app.signIn();
  const tokens = (await prepareCredentials(app.em(), sealer, team)).map(({ authToken }) => authToken);
  const newKey = "a new secret key of the tests, of 32 characters";
  const readBy = async (...keys: [string, string?]) =>
    (await findDoorTokens(app.em(), createSealer(...keys), { teamId: team.id, door: "twilio" })).map(
      ({ token }) => token,
    );

  const rows = await app.em().execute<{ sealed: Buffer }[]>("select * from door_secret where team_id = ?", [team.id]);
  expect(rows).toHaveLength(2);
  for (const token of tokens) expect(rows.some((row) => JSON.stringify(row).includes(token))).toBe(false);
  expect(rows.some(({ sealed }) => tokens.some((token) => sealed.includes(token)))).toBe(false);
  expect(await readBy(newKey)).toEqual([]);
  await resealDoorTokens(app.em(), createSealer(newKey, secretKey));
  expect(await readBy(newKey)).toEqual(tokens);
  await resealDoorTokens(app.em(), createSealer(secretKey, newKey));
  expect(await readBy(secretKey)).toEqual(tokens);
});

test("credentials need a team that exists", async () => {
  const { code, stderr } = await run("teams", "twilio-credentials", "nobody");

  expect(code).not.toBe(0);
  expect(stderr).toContain("There is no team nobody.");
});
