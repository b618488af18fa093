import { expect, test } from "vitest";
import { useApp, useNeighbour } from "../support/app.ts";
import { type Client, createClient } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";

const limit = 3;
const app = useApp({ otpSendsPerPhone: limit });
const neighbour = useNeighbour(app, { otpSendsPerPhone: limit });
const unlimited = useApp();

let serial = 0;

/** Sends a passcode to the phone, to another recipient each time. */
const generate = (client: Client, phone: string, idempotencyKey?: string, recipient_id = `user ${serial++}`) =>
  client.raw("generateOtp", {
    body: { phone, recipient_id },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });

const fill = (client: Client, phone: string) =>
  Promise.all(Array.from({ length: limit }, () => generate(client, phone)));

test("a phone over the limit of ten minutes gets no passcode, and the answer has the time of the next", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  const allowed = await fill(client, phone);
  expect(allowed.map(({ status }) => status)).toEqual(Array(limit).fill(200));

  const refused = await generate(client, phone);

  expect(refused).toMatchObject({ status: 429, body: { success: false, error: "rate_limited" } });
  expect(refused.body.message).toMatch(/phone number/);
  const seconds = Number(refused.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(590);
  expect(seconds).toBeLessThanOrEqual(600);
  expect(app.provider.texts.filter(({ to }) => to === phone)).toHaveLength(limit);
});

test("the limit ends ten minutes after the oldest of the counted passcodes", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const first = await generate(client, phone);
  for (let more = 1; more < limit; more++) await generate(client, phone);
  const age = (seconds: number) =>
    app
      .em()
      .execute(
        "update otp set created_at = (created_at at time zone 'UTC' - make_interval(secs => ?)) at time zone 'UTC' where id = ?",
        [...[seconds, first.body.otpId]],
      );

  await age(570);
  const refused = await generate(client, phone);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(30);
  await age(30);
  expect((await generate(client, phone)).status).toBe(200);
  expect((await generate(client, phone)).status).toBe(429);
  expect(await app.em().execute("select from otp where team_id = ?", [team.id])).toHaveLength(limit + 1);
});

test("the limit applies to 40 concurrent requests on two servers", async () => {
  const { client, key } = await app.signIn();
  const other = createClient(neighbour.url, key);
  const phone = uniquePhone();

  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => generate(index % 2 === 0 ? client : other, phone)),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - limit);
});

test("other phones, other teams and test mode do not count towards the limit", async () => {
  const { client } = await app.signIn();
  const other = await app.signIn();
  const phone = uniquePhone();
  const inTestMode = await Promise.all(Array.from({ length: 10 }, () => generate(client.inTestMode(), phone)));
  expect(inTestMode.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await fill(client, phone)).map(({ status }) => status)).toEqual(Array(limit).fill(200));

  expect((await generate(client.inTestMode(), phone)).status).toBe(200);
  expect((await generate(client, uniquePhone())).status).toBe(200);
  expect((await generate(other.client, phone)).status).toBe(200);
  expect((await generate(client, phone)).status).toBe(429);
  expect((await generate(other.client, phone)).status).toBe(200);
});

test("passcodes that the provider refused do not count, because no text was sent", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  const accept = app.provider.answer;
  app.provider.answer = () => ({ kind: "refused", errorCode: "30001", optedOut: false });
  for (let tries = 0; tries < 2 * limit; tries++) expect((await generate(client, phone)).status).toBe(502);
  app.provider.answer = accept;

  expect((await fill(client, phone)).map(({ status }) => status)).toEqual(Array(limit).fill(200));
  expect((await generate(client, phone)).status).toBe(429);
});

test("a repetition with its key returns the first answer, and a refused request frees its key", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const first = await generate(client, phone, "first", "user");
  for (let more = 1; more < limit; more++) await generate(client, phone);

  const replayed = await generate(client, phone, "first", "user");
  expect(replayed.text).toBe(first.text);
  expect((await generate(client, phone, "late", "user")).status).toBe(429);
  await app
    .em()
    .execute(
      "update otp set created_at = (created_at at time zone 'UTC' - interval '10 minutes') at time zone 'UTC' where team_id = ?",
      [team.id],
    );
  const late = await generate(client, phone, "late", "user");
  expect(late.status).toBe(200);
  expect(late.headers.has("x-idempotency-replayed")).toBe(false);
});

test("a refused passcode leaves the recipient's older passcode valid", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  await generate(client, phone, undefined, "user");
  for (let more = 1; more < limit; more++) await generate(client, phone);

  await generate(client, phone, undefined, "user");

  const rows = await app.em().execute("select status from otp where team_id = ? and recipient_id = 'user'", [team.id]);
  expect(rows).toEqual([{ status: "pending" }]);
});

test("a limit of 0 means no limit", async () => {
  const { client } = await unlimited.signIn();
  const phone = uniquePhone();

  const answers = await Promise.all(Array.from({ length: 20 }, () => generate(client, phone)));

  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
});
