import { Webhook } from "standardwebhooks";
import { expect, test, vi } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { createSealer, type Sealer } from "../../server/secrets/sealing.ts";
import { pruneSecrets } from "../../server/webhooks/prune.ts";
import { findTeamSecrets, getTeamSecrets, rotateTeamSecret } from "../../server/webhooks/replies/team-secrets.ts";
import { resealSecrets } from "../../server/webhooks/secrets.ts";
import { useApp } from "../support/app.ts";
import { buildTeam, type TestTeam, uniquePhone } from "../support/factories.ts";
import { answer, useFakeServer } from "../support/fake-server.ts";
import { secretKey } from "../support/passcodes.ts";
import { makeDue, readDelivery, receiveText, sealer, useDeliverer } from "../support/webhooks.ts";

const app = useApp();
const target = useFakeServer();
useDeliverer(app);

const day = 24 * 60 * 60;

/** Lets time pass for a team's secrets. */
const age = (team: TestTeam, seconds: number) =>
  app
    .em()
    .execute(
      "update webhook_endpoint_secret set expires_at = (expires_at at time zone 'UTC' - make_interval(secs => ?)) at time zone 'UTC' where team_id = ?",
      [seconds, team.id],
    );

const valuesOf = async (team: TestTeam) => (await getTeamSecrets(app.em(), sealer, team)).map(({ secret }) => secret);

test("a team's secret is created when it is first needed, and stays", async () => {
  const team = await buildTeam(app.em());

  const [secret, ...others] = await getTeamSecrets(app.em(), sealer, team);

  expect(others).toEqual([]);
  expect(secret).toMatchObject({ secret: expect.stringMatching(/^whsec_/), expiresAt: null });
  expect(await getTeamSecrets(app.em(), sealer, team)).toEqual([secret]);
});

test("concurrent first uses of a team's secret return the same secret, and each team has its own", async () => {
  const teams = await Promise.all([buildTeam(app.em()), buildTeam(app.em())]);
  const now = await readClock(app.em());

  for (const team of teams) {
    const found = await Promise.all(Array.from({ length: 8 }, () => findTeamSecrets(app.em(), sealer, team.id, now)));
    const secrets = new Set(found.map((each) => each.map(({ secret }) => secret).join()));
    expect(secrets).toEqual(new Set(await valuesOf(team)));
  }
  expect((await valuesOf(teams[0]!))[0]).not.toBe((await valuesOf(teams[1]!))[0]);
});

test("a new secret signs beside the old secret for a day, and then alone", async () => {
  const team = await buildTeam(app.em());
  const [old] = await valuesOf(team);

  const [current, before] = await rotateTeamSecret(app.em(), sealer, team);

  expect(before!.secret).toBe(old);
  expect(current!.secret).not.toBe(old);
  expect(current!.expiresAt).toBeNull();
  expect(before!.expiresAt).toBe(plusMicroseconds(current!.createdAt, day * 1_000_000));
  await age(team, day - 5);
  expect(await valuesOf(team)).toEqual([current!.secret, old]);
  await age(team, 10);
  expect(await valuesOf(team)).toEqual([current!.secret]);
  expect(await pruneSecrets(app.em(), await readClock(app.em()))).toBe(1);
  expect(await app.em().execute("select from webhook_endpoint_secret where team_id = ?", [team.id])).toHaveLength(1);
});

test("concurrent replacements of a secret leave one current secret", async () => {
  const team = await buildTeam(app.em());

  await Promise.all(Array.from({ length: 5 }, () => rotateTeamSecret(app.em(), sealer, team)));

  const secrets = await getTeamSecrets(app.em(), sealer, team);
  expect(secrets.map(({ expiresAt }) => expiresAt === null)).toEqual([true, false, false, false, false]);
  expect(new Set(secrets.map(({ secret }) => secret)).size).toBe(5);
});

test("a delivery in flight during the replacement is signed with both secrets, so that receivers know one", async () => {
  const { client, team } = await app.signIn();
  const [old] = await valuesOf(team);
  target.behaviour = answer(500, "");
  const body = { phone_number: uniquePhone(), message: "hello", replyWebhookUrl: target.url };
  const messageId = await receiveText(app, team, await client.sendText({ body }));
  /** Makes the next attempt due once that many are recorded. */
  const makeNextDue = async (count: number) => {
    await vi.waitFor(async () => expect((await readDelivery(app, team, messageId)).attempts).toHaveLength(count));
    await makeDue(app, team);
  };
  await vi.waitFor(() => expect(target.requests).toHaveLength(1));

  const [current] = await rotateTeamSecret(app.em(), sealer, team);
  await makeNextDue(1);
  await vi.waitFor(() => expect(target.requests).toHaveLength(2));
  await age(team, day);
  await makeNextDue(2);
  await vi.waitFor(() => expect(target.requests).toHaveLength(3));

  const knows = (secret: string) =>
    target.requests.map(({ body, headers }) => {
      try {
        return Boolean(new Webhook(secret).verify(body, headers as Record<string, string>));
      } catch {
        return false;
      }
    });
  expect(knows(old!)).toEqual([true, true, false]);
  expect(knows(current!.secret)).toEqual([false, true, true]);
});

test("without the key that sealed a team's secret, an attempt fails and says why, and a new secret lets it succeed", async () => {
  const { client, team } = await app.signIn();
  await valuesOf(team);
  await app.em().execute("update webhook_endpoint_secret set sealed = sha512(sealed) where team_id = ?", [team.id]);
  target.behaviour = answer(200, "");
  const body = { phone_number: uniquePhone(), message: "hello", replyWebhookUrl: target.url };

  const messageId = await receiveText(app, team, await client.sendText({ body }));

  const attempts = [{ status: null, error: "secret_unreadable" }];
  await vi.waitFor(async () =>
    expect(await readDelivery(app, team, messageId)).toMatchObject({ status: "pending", attempts }),
  );
  await expect(valuesOf(team)).rejects.toThrow(/SECRET_KEY does not open the secret/);
  expect(await rotateTeamSecret(app.em(), sealer, team)).toHaveLength(1);
  await makeDue(app, team);
  await vi.waitFor(async () => expect(await readDelivery(app, team, messageId)).toMatchObject({ status: "delivered" }));
});

test("a worker with a new secret key seals the secrets of teams anew", async () => {
  const team = await buildTeam(app.em());
  const secrets = await valuesOf(team);
  const newKey = "another secret key of 32 characters";

  await resealSecrets(app.em(), createSealer(newKey, secretKey));

  const read = (by: Sealer) => getTeamSecrets(app.em(), by, team).then((all) => all.map(({ secret }) => secret));
  expect(await read(createSealer(newKey))).toEqual(secrets);
  await resealSecrets(app.em(), createSealer(secretKey, newKey));
  expect(await valuesOf(team)).toEqual(secrets);
});
