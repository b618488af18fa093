import { Webhook } from "standardwebhooks";
import { expect, test, vi } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { pruneSecrets } from "../../server/webhooks/prune-secrets.ts";
import { findSecrets, getSecrets, rotateSecret } from "../../server/webhooks/signing-secrets.ts";
import { useApp } from "../support/app.ts";
import { buildTeam, type TestTeam, uniquePhone } from "../support/factories.ts";
import { answer, useFakeServer } from "../support/fake-server.ts";
import { makeDue, receiveText, useDeliverer } from "../support/webhooks.ts";

const app = useApp();
const target = useFakeServer();
useDeliverer(app);

const day = 24 * 60 * 60;

/** Lets time pass for a team's secrets. */
const age = (team: TestTeam, seconds: number) =>
  app
    .em()
    .execute(
      "update webhook_secret set expires_at = (expires_at at time zone 'UTC' - make_interval(secs => ?)) at time zone 'UTC' where team_id = ?",
      [seconds, team.id],
    );

const valuesOf = async (team: TestTeam) => (await getSecrets(app.em(), team)).map(({ secret }) => secret);

test("a team's secret is created when it is first needed, and stays", async () => {
  const team = await buildTeam(app.em());

  const [secret, ...others] = await getSecrets(app.em(), team);

  expect(others).toEqual([]);
  expect(secret).toMatchObject({ secret: expect.stringMatching(/^whsec_/), expiresAt: null });
  expect(await getSecrets(app.em(), team)).toEqual([secret]);
});

test("concurrent first uses of a team's secret return the same secret, and each team has its own", async () => {
  const teams = await Promise.all([buildTeam(app.em()), buildTeam(app.em())]);
  const ids = teams.map(({ id }) => id);
  const now = await readClock(app.em());

  const found = await Promise.all(Array.from({ length: 8 }, () => findSecrets(app.em(), ids, now)));

  for (const team of teams) {
    const secrets = new Set(
      found.map((each) =>
        each
          .get(team.id)!
          .map(({ secret }) => secret)
          .join(),
      ),
    );
    expect(secrets).toEqual(new Set(await valuesOf(team)));
  }
  expect((await valuesOf(teams[0]!))[0]).not.toBe((await valuesOf(teams[1]!))[0]);
});

test("a new secret signs beside the old secret for a day, and then alone", async () => {
  const team = await buildTeam(app.em());
  const [old] = await valuesOf(team);

  const [current, before] = await rotateSecret(app.em(), team);

  expect(before!.secret).toBe(old);
  expect(current!.secret).not.toBe(old);
  expect(current!.expiresAt).toBeNull();
  expect(before!.expiresAt).toBe(plusMicroseconds(current!.createdAt, day * 1_000_000));
  await age(team, day - 5);
  expect(await valuesOf(team)).toEqual([current!.secret, old]);
  await age(team, 10);
  expect(await valuesOf(team)).toEqual([current!.secret]);
  expect(await pruneSecrets(app.em(), await readClock(app.em()))).toBe(1);
  expect(await app.em().execute("select from webhook_secret where team_id = ?", [team.id])).toHaveLength(1);
});

test("concurrent replacements of a secret leave one current secret", async () => {
  const team = await buildTeam(app.em());

  await Promise.all(Array.from({ length: 5 }, () => rotateSecret(app.em(), team)));

  const secrets = await getSecrets(app.em(), team);
  expect(secrets.map(({ expiresAt }) => expiresAt === null)).toEqual([true, false, false, false, false]);
  expect(new Set(secrets.map(({ secret }) => secret)).size).toBe(5);
});

test("a delivery in flight during the replacement is signed with both secrets, so that receivers know one", async () => {
  const { client, team } = await app.signIn();
  const [old] = await valuesOf(team);
  target.behaviour = answer(500, "");
  const body = { phone_number: uniquePhone(), message: "hello", replyWebhookUrl: target.url };
  await receiveText(app, team, await client.sendText({ body }));
  await vi.waitFor(() => expect(target.requests).toHaveLength(1));
  const waiting = () => vi.waitFor(async () => expect(await makeDue(app, team)).toBeDefined());

  const [current] = await rotateSecret(app.em(), team);
  await waiting();
  await vi.waitFor(() => expect(target.requests).toHaveLength(2));
  await age(team, day);
  await waiting();
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
