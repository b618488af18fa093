import { expect, test, vi } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { lockCopying } from "../../server/events/redact-received.ts";
import { insertParts } from "../../server/media/parts.ts";
import type { Outcome } from "../../server/provider/provider.ts";
import { measureText } from "../../server/texts/segments.ts";
import { storeMessages } from "../../server/texts/store/store-messages.ts";
import { publishEvents } from "../../server/webhooks/endpoints/publish-events.ts";
import { queueEventDeliveries } from "../../server/webhooks/queue/queue-deliveries.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { countWaiting } from "../support/database.ts";
import { allowLoopback } from "../support/endpoints.ts";
import { readAllEvents, reportStatus } from "../support/events.ts";
import { buildMessage, uniquePhone } from "../support/factories.ts";
import { pictures, receiveFiles } from "../support/media.ts";
import { tablesWith } from "../support/tables-with.ts";
import { signInByTwilio, type TwilioUser, twilioClient } from "../support/twilio-door.ts";

const app = useApp(allowLoopback);
const neighbour = useNeighbour(app);

const sidOf = (id: string) => `SM${id.replaceAll("-", "")}`;

const waitsForLock = () => vi.waitFor(async () => expect(await countWaiting(app.database)).toBeGreaterThan(0));

/** Receives a text, and returns its id. */
async function receive({ own, number }: TwilioUser, body: string): Promise<string> {
  const phone = uniquePhone();
  await postCallback(app, "inbound", inboundForm(phone, number, body));
  await app.jobs.drain();
  return (await own.listMessages({ query: { phone } })).messages[0]!.id;
}

test("an event that is being copied into a delivery is redacted there, too", async () => {
  const user = await signInByTwilio(app);
  const { own, client, team } = user;
  const word = `canary${newId().replaceAll("-", "")}`;
  const { webhookEndpoint } = await own.createWebhookEndpoint({ body: { url: "http://127.0.0.1:9/", types: [] } });
  const id = await receive(user, word);
  const [event] = await readAllEvents(own, { types: "message.received" });
  let redacted: Promise<unknown> = Promise.resolve();

  await app.inTeam(team.id, async (tx) => {
    await lockCopying(tx, team.id, "shared");
    redacted = client.messages(sidOf(id)).update({ body: "" });
    await waitsForLock();
    await queueEventDeliveries(tx, team.id, [
      {
        id: newId(),
        endpointId: webhookEndpoint.id,
        eventId: event!.id,
        eventType: event!.type,
        target: `endpoint ${webhookEndpoint.id}`,
        url: webhookEndpoint.url,
        payload: JSON.stringify(event),
        createdAt: await readClock(tx),
      },
    ]);
  });
  await redacted;

  expect(await tablesWith(app.em(), word)).toEqual([]);
});

test("the publisher waits for a redaction before it reads events", async () => {
  const { team } = await signInByTwilio(app);
  let published: Promise<unknown> = Promise.resolve();

  await app.inTeam(team.id, async (tx) => {
    await lockCopying(tx, team.id, "exclusive");
    await readClock(tx);
    published = publishEvents(app.database.orm, team.id);
    await waitsForLock();
  });

  expect(await published).toMatchObject({ published: 0 });
});

test("a newer text that is being stored keeps its place in the thread", async () => {
  const user = await signInByTwilio(app);
  const { own, client, team } = user;
  const businessNumberId = (await own.listBusinessNumbers()).businessNumbers[0]!.id;
  const phone = uniquePhone();
  const built = await buildMessage(app.em(), { team, number: { id: businessNumberId } as never, phone, body: "older" });
  let redacted: Promise<unknown> = Promise.resolve();

  await app.inTeam(team.id, async (tx) => {
    const now = await readClock(tx);
    const text = { body: "newer", status: "received", testMode: false, ...measureText("newer") } as const;
    const message = { teamId: team.id, id: newId(), businessNumberId, contactPhone: phone, now, ...text };
    await storeMessages(tx, "inbound", [message]);
    redacted = client.messages(sidOf(built.id)).update({ body: "" });
    await waitsForLock();
  });

  expect(await redacted).toMatchObject({ body: "" });
  expect((await own.listThreads({ query: { phones: [phone] } })).threads).toMatchObject([{ lastBody: "newer" }]);
});

test("a file that is being stored goes with its message", async () => {
  const { own, client, number, team } = await signInByTwilio(app);
  const { id, media } = await receiveFiles(app, { client: own, number }, ["https://media.invalid/1"]);
  const file = { teamId: team.id, id: media[0]!.id! };
  let removed: Promise<unknown> = Promise.resolve();

  await app.inTeam(team.id, async (tx) => {
    await tx.execute("update media set state = 'stored', store = 'db', size = 1 where team_id = ? and id = ?", [
      team.id,
      file.id,
    ]);
    removed = client.messages(sidOf(id)).remove();
    await waitsForLock();
    await insertParts(tx, file, pictures["image/png"]);
  });

  expect(await removed).toBe(true);
  expect(await app.em().execute("select from media where team_id = ?", [team.id])).toEqual([]);
  expect(await app.em().execute("select from media_part where team_id = ?", [team.id])).toEqual([]);
});

test("redactions, statuses and deletions of one text at once, on two servers, end with its deletion", async () => {
  const user = await signInByTwilio(app);
  const { own, accountSid, token } = user;
  const clients = [user.client, twilioClient(neighbour.url, accountSid, token)];
  const { textId, from } = await own.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  await reportStatus(app, { textId, from }, "sent");
  const texts = clients.map((client) => client.messages(sidOf(textId)));

  const redacted = await Promise.all([
    ...texts.flatMap((text) => [text.update({ body: "" }), text.update({ body: "" })]),
    reportStatus(app, { textId, from }, "delivered"),
  ]);
  expect(redacted).toMatchObject([{ body: "" }, { body: "" }, { body: "" }, { body: "" }, undefined]);
  expect(await texts[0]!.fetch()).toMatchObject({ body: "", status: "delivered" });

  const ended = await Promise.allSettled([
    ...texts.map((text) => text.remove()),
    ...texts.map((text) => text.update({ body: "" })),
  ]);
  expect(ended.slice(0, 2).filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const each of ended) if (each.status === "rejected") expect(each.reason).toMatchObject({ status: 404 });
  expect((await own.listMessages()).messages).toEqual([]);
  expect((await own.listThreads()).threads).toEqual([]);
});

test.each(["update", "remove"] as const)("the late answer of the carrier does not undo it: %s", async (end) => {
  const { own, client } = await signInByTwilio(app);
  const word = `canary${newId().replaceAll("-", "")}`;
  let accept: (outcome: Outcome) => void = () => {};
  let asked: (id: string) => void = () => {};
  const handedOver = new Promise<string>((resolve) => {
    asked = resolve;
  });
  const accepted = new Promise<Outcome>((resolve) => {
    accept = resolve;
  });
  const before = app.provider.answer;
  app.provider.answer = ({ id }) => {
    asked(id);
    return accepted;
  };
  const request = { body: { phone_number: uniquePhone(), message: word }, idempotencyKey: "key" };
  const sent = own.sendText(request);
  const textId = await handedOver;
  app.provider.answer = before;
  await reportStatus(app, { textId, from: "" }, "delivered");
  const text = client.messages(sidOf(textId));

  await (end === "update" ? text.update({ body: "" }) : text.remove());
  accept({ kind: "accepted", providerId: sidOf(textId), status: "queued" });

  expect(await sent).toMatchObject({ textId });
  expect(await own.sendText(request)).toMatchObject({ textId });
  expect(await tablesWith(app.em(), word)).toEqual([]);
  const { messages } = await own.listMessages();
  expect(messages).toMatchObject(end === "update" ? [{ id: textId, status: "delivered", body: "" }] : []);
  expect(app.provider.texts.filter(({ id }) => id === textId)).toHaveLength(1);
});
