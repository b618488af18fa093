import { expect, test } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { pruneClaims } from "../../server/operations/once/prune-claims.ts";
import { useApp } from "../support/app.ts";
import { type Client, createClient } from "../support/client.ts";
import { buildBusinessNumber, buildKey, buildOptOut, uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();

const numberBody = () => ({ name: `number ${uniquePhone()}`, phoneNumber: uniquePhone(), phoneNumberSid: "PN1" });

const textBody = () => ({ phone_number: uniquePhone(), message: "hello" });

/** Makes all keys of that text older. */
async function ageKey(key: string, by: string): Promise<void> {
  await app
    .em()
    .execute(
      "update idempotency_key set created_at = (created_at at time zone 'UTC' - ?::interval) at time zone 'UTC' where key = ?",
      [by, key],
    );
}

const write = (client: Client, idempotencyKey: string, body: ReturnType<typeof textBody>) =>
  client.raw("sendText", { body, idempotencyKey });

test("keys belong to one API key: another API key of the team may use the same key for another request", async () => {
  const { client, team } = await app.signIn();
  const second = createClient(app.url, await buildKey(app.em(), team));
  const body = textBody();

  const first = await client.sendText({ body, idempotencyKey: "shared" });
  const same = await second.sendText({ body, idempotencyKey: "shared" });

  expect(same.textId).not.toBe(first.textId);
  // Each of them now replays its own.
  expect((await client.sendText({ body, idempotencyKey: "shared" })).textId).toBe(first.textId);
  expect((await second.sendText({ body, idempotencyKey: "shared" })).textId).toBe(same.textId);
});

test("live and test mode have separate keys", async () => {
  const { client } = await app.signIn();
  const body = textBody();

  const test = await client.inTestMode().sendText({ body, idempotencyKey: "both" });
  const live = await client.sendText({ body, idempotencyKey: "both" });

  expect([test.testMode, live.testMode]).toEqual([true, false]);
  expect(live.textId).not.toBe(test.textId);
  const number = numberBody();
  await client.createBusinessNumber({ body: number, idempotencyKey: "number" });
  await expect(
    client.inTestMode().createBusinessNumber({ body: number, idempotencyKey: "number" }),
  ).rejects.toMatchObject({ error: "duplicate_business_number_phone" });
});

test("an empty key is refused", async () => {
  const { client } = await app.signIn();

  for (const key of ["", "   "]) {
    expect(await write(client, key, textBody())).toMatchObject({
      status: 400,
      body: { success: false, error: "invalid_idempotency_key" },
    });
  }
  expect((await client.listThreads()).threads).toEqual([]);
});

test("a key has at most 255 characters", async () => {
  const { client } = await app.signIn();
  const body = textBody();
  const longest = "k".repeat(255);

  const first = await write(client, longest, body);
  expect(first.status).toBe(200);
  expect((await write(client, longest, body)).text).toBe(first.text);
  for (const id of ["sendText", "createBusinessNumber"] as const) {
    const answer = await client.raw(id, { body: {}, idempotencyKey: `${longest}k` });
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_idempotency_key" } });
    expect(answer.body.details[0]).toMatchObject({ field: "Idempotency-Key" });
  }
});

test("keys are compared exactly, including case and inner white space", async () => {
  const { client } = await app.signIn();
  const keys = ["a b", "a  b", "A b", "a%20b", "a_b", "a'b", "ä b"];

  const sent = await Promise.all(keys.map((key) => write(client, key, textBody())));

  expect(sent.map(({ status }) => status)).toEqual(keys.map(() => 200));
});

test("a read ignores the key, even a key that a write would refuse", async () => {
  const { client } = await app.signIn();
  const body = textBody();

  for (const idempotencyKey of ["read", "", "k".repeat(256)]) {
    const answer = await client.raw("listThreads", { idempotencyKey });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-idempotency-replayed")).toBeNull();
  }

  // The key is still unused, and a read with a used key is not a replay.
  expect((await write(client, "read", body)).status).toBe(200);
  expect((await client.raw("listThreads", { idempotencyKey: "read" })).body.threads).toHaveLength(1);
});

test("a refused create frees its key", async () => {
  const { client, team } = await app.signIn();
  const taken = await buildBusinessNumber(app.em(), { team });
  const refused = { ...numberBody(), name: taken.name };

  await expect(client.createBusinessNumber({ body: refused, idempotencyKey: "key" })).rejects.toMatchObject({
    error: "duplicate_business_number_name",
  });
  const answer = await client.raw("createBusinessNumber", { body: numberBody(), idempotencyKey: "key" });

  expect(answer.status).toBe(201);
  expect(answer.headers.get("x-idempotency-replayed")).toBeNull();
});

test("a refusal is never replayed: the same request succeeds once its reason is gone", async () => {
  const { client, team } = await app.signIn({ withNumber: false });
  const body = textBody();
  expect(await write(client, "key", body)).toMatchObject({
    status: 422,
    body: { error: "sending_number_not_resolved" },
  });

  await buildBusinessNumber(app.em(), { team });

  expect((await write(client, "key", body)).status).toBe(200);
});

test("a request that violates the contract does not use its key, and is not a mismatch", async () => {
  const { client } = await app.signIn();
  const body = textBody();
  const broken = { ...body, message: "" };

  expect((await write(client, "key", broken)).body.error).toBe("message_required_or_empty");
  expect((await write(client, "key", body)).status).toBe(200);
  expect((await write(client, "key", broken)).body.error).toBe("message_required_or_empty");
});

test.each(["sendText", "createBusinessNumber"] as const)("%s: a key is kept for 24 hours and then free", async (id) => {
  const { client } = await app.signIn();
  const bodyOf = () => (id === "sendText" ? textBody() : numberBody());
  const key = `day of ${id}`;
  const body = bodyOf();
  const first = await client.raw(id, { body, idempotencyKey: key });

  await ageKey(key, "23 hours 59 minutes");
  expect((await client.raw(id, { body, idempotencyKey: key })).text).toBe(first.text);

  await ageKey(key, "1 minute");
  const other = bodyOf();
  const next = await client.raw(id, { body: other, idempotencyKey: key });
  expect(next.status).toBe(first.status);
  expect(next.headers.get("x-idempotency-replayed")).toBeNull();
  expect((await client.raw(id, { body: other, idempotencyKey: key })).text).toBe(next.text);
});

test("a text that the rules refuse is not answered with an answer that its key had over 24 hours ago", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const body = { phone_number: phone, message: "hello" };
  await write(client, "kept", body);
  await buildOptOut(app.em(), team, phone);
  expect((await write(client, "kept", body)).headers.get("x-idempotency-replayed")).toBe("true");

  await ageKey("kept", "24 hours");

  expect(refusalOf(await write(client, "kept", body))).toBe("409 recipient_opted_out");
});

test("pruning removes only expired keys", async () => {
  const { client } = await app.signIn();
  const [old, young] = [textBody(), textBody()];
  await write(client, "old", old);
  const kept = await write(client, "young", young);
  await ageKey("old", "25 hours");

  const dayAgo = plusMicroseconds(await readClock(app.em()), -24 * 60 * 60 * 1_000_000);
  await pruneClaims(app.em(), dayAgo);

  const rows: { key: string }[] = await app
    .em()
    .execute("select key from idempotency_key where key in ('old', 'young')");
  expect(rows).toEqual([{ key: "young" }]);
  expect((await write(client, "young", young)).text).toBe(kept.text);
});

test("pruning removes more keys than one step holds, while another transaction locks some", async () => {
  const { client, team } = await app.signIn();
  await write(client, "one of many", textBody());
  const dayAgo = plusMicroseconds(await readClock(app.em()), -24 * 60 * 60 * 1_000_000);
  await pruneClaims(app.em(), dayAgo);
  await app.em().execute(
    `insert into idempotency_key (team_id, api_key_id, test_mode, key, fingerprint, created_at)
     select team_id, api_key_id, test_mode, 'many ' || n, fingerprint, created_at - interval '25 hours'
     from idempotency_key, generate_series(1, 11000) n where team_id = ? and key = 'one of many'`,
    [team.id],
  );
  const holder = app.em();
  await holder.begin();
  const held = await holder.execute(
    "select from idempotency_key where team_id = ? and key in ('many 1', 'many 7000') for update",
    [team.id],
  );

  expect(await pruneClaims(app.em(), dayAgo)).toBe(11_000 - held.length);
  await holder.rollback();

  expect(await pruneClaims(app.em(), dayAgo)).toBe(held.length);
});
