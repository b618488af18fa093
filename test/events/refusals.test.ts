import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import { queries } from "../../server/db/orm.ts";
import { otpSettling } from "../../server/otp/settle-otps.ts";
import type { OutboundText, Outcome, Refused } from "../../server/provider/provider.ts";
import { messageDeliveries } from "../../server/texts/delivery-tables.ts";
import { giveUpUnknown } from "../../server/texts/give-up-unknown.ts";
import { textSettling } from "../../server/texts/settle-texts.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { openStream, readRecorded, reportStatus } from "../support/events.ts";
import { uniquePhone } from "../support/factories.ts";

const app = useApp();

let accept: (text: OutboundText) => Outcome | Promise<Outcome>;
beforeEach(() => {
  accept ??= app.provider.answer;
  app.provider.answer = accept;
});

const refused: Refused = { kind: "refused", errorCode: "21211", optedOut: false, message: "No.", moreInfo: null };

const failure = { errorCode: "21211", provider: { code: "21211", message: "No.", about: "recipient" } };

/** A team whose events are recorded from now on. */
async function listen() {
  const signedIn = await app.signIn();
  await signedIn.client.listEvents();
  return signedIn;
}

const send = (client: Client) => client.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" } });

const generate = (client: Client) =>
  client.raw("generateOtp", { body: { phone: uniquePhone(), recipient_id: "user" } });

test("a refused text and a refused passcode are events with the provider's reason, and an accepted one is none", async () => {
  const { client } = await listen();
  await send(client);
  app.provider.answer = () => refused;

  const { textId, threadId } = (await send(client)).body;
  await generate(client);

  expect(await readRecorded(client)).toMatchObject([
    { type: "message.status", testMode: false, data: { messageId: textId, threadId, status: "failed", ...failure } },
    { type: "otp.status", testMode: false, data: { recipientId: "user", deliveryStatus: "failed", ...failure } },
  ]);
});

test("a refusal because of an opt-out is an event", async () => {
  const { client } = await listen();
  app.provider.answer = () => ({ ...refused, errorCode: "21610", optedOut: true });

  expect((await send(client)).body.error).toBe("recipient_opted_out");

  expect(await readRecorded(client)).toMatchObject([
    { type: "message.status", data: { status: "failed", errorCode: "21610" } },
  ]);
});

test("a stream that is open gets a refusal", async () => {
  const { client, key } = await listen();
  const stream = await openStream(app.url, key, { types: "message.status" });
  app.provider.answer = () => refused;

  const { textId } = (await send(client)).body;

  expect((await stream.next()).event.data).toMatchObject({ messageId: textId, status: "failed", ...failure });
  stream.close();
});

test("a team without listeners has no event of a refusal", async () => {
  const { client, team } = await app.signIn();
  app.provider.answer = () => refused;

  await send(client);

  const { rows } = await sql`select from event where team_id = ${team.id}`.execute(queries(app.em()));
  expect(rows).toEqual([]);
});

test("a refusal that is settled late or twice is one event", async () => {
  const { client } = await listen();
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$`.execute(
    queries(app.em()),
  );
  await sql`create trigger refuse before update on message for each row execute function refuse()`.execute(
    queries(app.em()),
  );
  app.provider.answer = () => refused;

  const { body } = await send(client).finally(() =>
    app.em().execute("drop trigger refuse on message; drop function refuse"),
  );

  expect(body).toMatchObject({ error: "message_failed", provider: { code: "21211" } });
  await expect.poll(() => readRecorded(client), { timeout: 10_000 }).toHaveLength(1);
  await settleAgain("text", body.textId);
  expect(await readRecorded(client)).toMatchObject([{ data: { messageId: body.textId, ...failure } }]);
});

test("a refused passcode that is settled twice is one event", async () => {
  const { client } = await listen();
  app.provider.answer = () => refused;
  await generate(client);

  await settleAgain("otp", app.provider.texts.at(-1)!.id);

  expect(await readRecorded(client)).toHaveLength(1);
});

test("a refusal that comes after a final status of the provider is no event", async () => {
  const { client } = await listen();
  app.provider.answer = async ({ id, from }) => {
    await reportStatus(app, { textId: id, from }, "delivered");
    return refused;
  };

  await send(client);

  expect(await readRecorded(client)).toMatchObject([{ data: { status: "delivered" } }]);
});

test("a later failure has the meaning of its code, also of our own code", async () => {
  const { client, team } = await listen();
  const { body } = await send(client);
  await reportStatus(app, body, "undelivered", { ErrorCode: "30006" });
  app.provider.answer = () => ({ kind: "unknown" });
  const { textId } = (await send(client)).body;
  await app
    .em()
    .execute(
      "update message set created_at = (created_at at time zone 'UTC' - interval '11 minutes') at time zone 'UTC' where team_id = ?",
      [team.id],
    );
  await giveUpUnknown(app.em(), messageDeliveries);

  expect(await readRecorded(client)).toMatchObject([
    { data: { errorCode: "30006", provider: { message: null, meaning: expect.stringContaining("landline") } } },
    { data: { messageId: textId, errorCode: "outcome_unknown", provider: { about: "unreachable" } } },
  ]);
});

/** Settles a refusal again, as if the result of the commit had been lost. */
async function settleAgain(kind: "text" | "otp", id: string): Promise<void> {
  const [teamId, now] = [app.provider.texts.find((text) => text.id === id)!.teamId, await readClock(app.em())];
  const settlement = { stored: { id, teamId } as never, outcome: refused, testMode: false, now };
  const items = [{ ...settlement, charge: undefined, claim: undefined }];
  await app.inTeam(teamId, async (tx) => {
    await (kind === "text" ? textSettling.run(tx, items) : otpSettling.run(tx, items));
  });
}
