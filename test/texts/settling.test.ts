import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { queries } from "../../server/db/orm.ts";
import type { Outcome } from "../../server/provider/provider.ts";
import { messageDeliveries } from "../../server/texts/delivery-tables.ts";
import { giveUpUnknown } from "../../server/texts/give-up-unknown.ts";
import { useApp } from "../support/app.ts";
import { uniquePhone } from "../support/factories.ts";

const app = useApp();

/** Makes the database fail whenever the row of a message is changed. */
async function breakSettling(): Promise<void> {
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$
  `.execute(queries(app.em()));
  await sql`create trigger refuse before update on message for each row execute function refuse()`.execute(
    queries(app.em()),
  );
}

async function mendSettling(): Promise<void> {
  await sql`drop trigger if exists refuse on message`.execute(queries(app.em()));
  await sql`drop function if exists refuse`.execute(queries(app.em()));
}

afterEach(async () => {
  await mendSettling();
  Object.assign(app.provider, { answer: () => accepted() });
});

const accepted = (): Outcome => ({ kind: "accepted", providerId: `SM${uniquePhone()}`, status: "queued" });

async function messageOf(id: string) {
  return queries(app.em())
    .selectFrom("Message")
    .select(["status", "providerId", "errorCode"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

async function ageMessage(id: string, minutes: number): Promise<void> {
  await sql`update message set created_at = (created_at at time zone 'UTC' - ${`${minutes} minutes`}::interval) at time zone 'UTC' where id = ${id}`.execute(
    queries(app.em()),
  );
}

test("a database failure while settling fails no request, and settling is retried", async () => {
  const { client } = await app.signIn();
  const text = { body: { phone_number: uniquePhone(), message: "hello" }, idempotencyKey: "settle later" };
  await breakSettling();
  const before = app.provider.texts.length;

  const sent = await client.sendText(text);
  expect(sent.status).toBe("queued");
  expect((await messageOf(sent.textId)).providerId).toBeNull();

  await mendSettling();
  await expect.poll(async () => (await messageOf(sent.textId)).providerId, { timeout: 10_000 }).toMatch(/^SM/);
  const replayed = await client.raw("sendText", text);
  expect(replayed.headers.get("x-idempotency-replayed")).toBe("true");
  expect(replayed.body.textId).toBe(sent.textId);
  expect(app.provider.texts.length).toBe(before + 1);
});

test("a refusal stays a refusal if the database fails while settling", async () => {
  const { client } = await app.signIn();
  Object.assign(app.provider, { answer: (): Outcome => ({ kind: "refused", errorCode: "21211", optedOut: false }) });
  await breakSettling();

  const text = { body: { phone_number: uniquePhone(), message: "hello" } };
  await expect(client.sendText(text)).rejects.toMatchObject({ status: 502, error: "message_failed" });

  await mendSettling();
  const { id } = app.provider.texts.at(-1)!;
  await expect.poll(async () => (await messageOf(id)).status, { timeout: 10_000 }).toBe("failed");
});

test("a live text with an unknown outcome fails after ten minutes, and is not sent again", async () => {
  const { client } = await app.signIn();
  Object.assign(app.provider, { answer: (): Outcome => ({ kind: "unknown" }) });
  const { textId } = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  const calls = app.provider.texts.length;

  await ageMessage(textId, 9);
  await giveUpUnknown(app.em(), messageDeliveries);
  expect(await messageOf(textId)).toMatchObject({ status: "sending" });

  await ageMessage(textId, 2);
  await giveUpUnknown(app.em(), messageDeliveries);
  expect(await messageOf(textId)).toEqual({ status: "failed", providerId: null, errorCode: "outcome_unknown" });
  expect(app.provider.texts.length).toBe(calls);
});

test("a text that the provider accepted is never given up, at any age", async () => {
  const { client } = await app.signIn();
  const { textId } = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });

  await ageMessage(textId, 24 * 60);
  await giveUpUnknown(app.em(), messageDeliveries);

  expect(await messageOf(textId)).toMatchObject({ status: "queued", errorCode: null });
});

test("a text that was given up accepts a later provider status", async () => {
  const { client } = await app.signIn();
  let answer: (outcome: Outcome) => void = () => {};
  const asked = new Promise<string>((resolve) => {
    Object.assign(app.provider, {
      answer: ({ id }: { id: string }) => {
        resolve(id);
        return new Promise<Outcome>((later) => {
          answer = later;
        });
      },
    });
  });
  const sending = client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  const id = await asked;
  await ageMessage(id, 11);
  await giveUpUnknown(app.em(), messageDeliveries);
  expect(await messageOf(id)).toMatchObject({ status: "failed", errorCode: "outcome_unknown" });

  answer({ kind: "accepted", providerId: "SM1", status: "queued" });

  expect(await sending).toMatchObject({ textId: id, status: "queued" });
  expect(await messageOf(id)).toEqual({ status: "queued", providerId: "SM1", errorCode: null });
});
