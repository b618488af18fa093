import { expect, test } from "vitest";
import { keyScopes } from "../../generated/operations.ts";
import { setTeamStatus } from "../../server/keys/teams.ts";
import { useApp } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { buildBusinessNumber, buildKey, buildTeam, uniquePhone } from "../support/factories.ts";

const app = useApp();

const text = () => ({ body: { phone_number: uniquePhone(), message: "hello" } });

async function clientsOf(mode: "any" | "test" | "live") {
  const team = await buildTeam(app.em());
  await buildBusinessNumber(app.em(), { team, isPrimary: true });
  const key = await buildKey(app.em(), team, { mode });
  return { team, plain: createClient(app.url, key), suffixed: createClient(app.url, `${key}_test`) };
}

test("a key of mode test acts in test mode, with and without the suffix", async () => {
  const { team, plain, suffixed } = await clientsOf("test");
  await setTeamStatus(app.em(), team.name, "suspended");
  const before = app.provider.texts.length;

  expect(await plain.sendText(text())).toMatchObject({ testMode: true });
  expect(await suffixed.sendText(text())).toMatchObject({ testMode: true });
  expect(app.provider.texts).toHaveLength(before);
  expect(await plain.getKey()).toMatchObject({ mode: "test", testMode: true });
});

test("a key of mode test has one set of idempotency keys, with and without the suffix", async () => {
  const { plain, suffixed } = await clientsOf("test");
  const request = { ...text(), idempotencyKey: "one" };

  const first = await plain.sendText(request);

  expect(await suffixed.sendText(request)).toEqual(first);
});

test("a key of mode live is not valid with the suffix", async () => {
  const { plain, suffixed } = await clientsOf("live");

  const refused = await suffixed.raw("sendText", text());

  expect(refused).toMatchObject({ status: 401, body: { error: "missing_team_context" } });
  expect(refused.headers.get("ratelimit")).toBeNull();
  expect(await plain.sendText(text())).toMatchObject({ testMode: false });
});

test("a key of mode live is not valid with the suffix while its tokens are taken in advance", async () => {
  const { plain, suffixed } = await clientsOf("live");

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? plain : suffixed).raw("listThreads")),
  );

  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, index) => (index % 2 === 0 ? 200 : 401)));
});

test("GET /api/key answers what the key may do", async () => {
  const { team, client } = await app.signIn();
  const key = await buildKey(app.em(), team, { name: "Agent", scopes: ["contacts:read", "messages:read"] });

  expect(await createClient(app.url, key).getKey()).toMatchObject({
    team: team.name,
    teamId: team.id,
    name: "Agent",
    scopes: ["messages:read", "contacts:read"],
    mode: "any",
    testMode: false,
    expiresAt: null,
  });
  expect((await client.getKey()).scopes).toEqual(keyScopes);
});
