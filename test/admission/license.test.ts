import { expect, test } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { setLicense, setTeamStatus } from "../../server/keys/teams.ts";
import { useApp } from "../support/app.ts";
import type { Client, RawAnswer } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();

const day = 86_400_000_000;

/** A read and a write. */
const requests: ((client: Client) => Promise<RawAnswer>)[] = [
  (client) => client.raw("listThreads"),
  (client) => client.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" } }),
];

async function expectServed(client: Client): Promise<void> {
  for (const request of requests) expect((await request(client)).status).toBe(200);
}

async function expectRefused(client: Client): Promise<void> {
  for (const request of requests) expect(refusalOf(await request(client))).toBe("403 license_inactive");
}

test("a new team's license has no end", async () => {
  const { client } = await app.signIn();

  await expectServed(client);
});

test("a suspended team's live requests are refused from the next request on, until it is resumed", async () => {
  const { client, team } = await app.signIn();
  await expectServed(client);

  await setTeamStatus(app.em(), team.name, "suspended");
  await expectRefused(client);

  await setTeamStatus(app.em(), team.name, "active");
  await expectServed(client);
});

test("a license in the past refuses live requests, and a license in the future allows them", async () => {
  const { client, team } = await app.signIn();
  const now = await readClock(app.em());

  await setLicense(app.em(), team.name, plusMicroseconds(now, -1));
  await expectRefused(client);

  await setLicense(app.em(), team.name, plusMicroseconds(now, day));
  await expectServed(client);

  await setLicense(app.em(), team.name, plusMicroseconds(now, -day));
  await expectRefused(client);

  await setLicense(app.em(), team.name, null);
  await expectServed(client);
});

test("a valid license does not help a suspended team", async () => {
  const { client, team } = await app.signIn();
  await setLicense(app.em(), team.name, plusMicroseconds(await readClock(app.em()), day));

  await setTeamStatus(app.em(), team.name, "suspended");

  await expectRefused(client);
});

test("test mode works for suspended teams and after the license", async () => {
  const { client, team } = await app.signIn();
  await setTeamStatus(app.em(), team.name, "suspended");
  await setLicense(app.em(), team.name, plusMicroseconds(await readClock(app.em()), -day));

  await expectServed(client.inTestMode());
  await expectRefused(client);
});

test("a request that is refused for the license sends nothing, and frees its idempotency key", async () => {
  const { client, team } = await app.signIn();
  const call = { body: { phone_number: uniquePhone(), message: "hello" }, idempotencyKey: "once" };
  await setTeamStatus(app.em(), team.name, "suspended");

  const texts = app.provider.texts.length;
  expect(refusalOf(await client.raw("sendText", call))).toBe("403 license_inactive");
  expect(app.provider.texts).toHaveLength(texts);
  await setTeamStatus(app.em(), team.name, "active");

  const sent = await client.raw("sendText", call);
  expect(sent.status).toBe(200);
  expect(sent.headers.get("x-idempotency-replayed")).toBeNull();
});

test("another team's license does not matter", async () => {
  const { team } = await app.signIn();
  const { client } = await app.signIn();

  await setTeamStatus(app.em(), team.name, "suspended");

  await expectServed(client);
});

test("operations without a key need no license", async () => {
  const { client, team } = await app.signIn();
  await setTeamStatus(app.em(), team.name, "suspended");

  expect((await client.raw("getHealth")).status).toBe(200);
  expect((await client.raw("getContract")).status).toBe(200);
});
