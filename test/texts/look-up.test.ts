import { expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildBusinessNumber, buildMessage, uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();

const get = (client: Client, id: string) => client.raw("getMessage", { path: { id } });

/** The ids of the first page of a search. */
async function idsOf(client: Client, query: Parameters<Client["listMessages"]>[0] extends infer I ? I : never) {
  return (await client.listMessages(query)).messages.map(({ id }) => id);
}

test("a sent text is found by its id, with both phones", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();
  const sent = await client.sendText({ body: { phone_number: phone, message: "Grüße 🎉" } });

  expect(await client.getMessage({ path: { id: sent.textId } })).toEqual({
    id: sent.textId,
    threadId: sent.threadId,
    direction: "outbound",
    from: number,
    to: phone,
    body: "Grüße 🎉",
    status: sent.status,
    errorCode: null,
    errorMeaning: null,
    segments: 1,
    encoding: "UCS-2",
    media: [],
    sendAt: null,
    waitsFor: null,
    campaign: null,
    discarded: false,
    testMode: false,
    createdAt: sent.createdAt,
  });
});

test("a received text comes from its sender, whatever that is, with its files", async () => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const media = [{ url: "https://api.twilio.com/picture", contentType: "image/png" }];
  const { id } = await buildMessage(app.em(), { team, number, phone: "ACME" as never, body: "", media });

  const record = await client.getMessage({ path: { id } });

  expect(record).toMatchObject({
    direction: "inbound",
    from: "ACME",
    to: number.phoneNumber,
    status: "received",
    media,
  });
  expect(await client.listMessages({ query: { phone: "ACME" } })).toEqual({
    messages: [record],
    hasMore: false,
    nextCursor: null,
    searchedBack: null,
  });
});

test("an unknown id, a text that is no id, another team's text and one of the other mode are not found", async () => {
  const { client, team } = await app.signIn();
  const live = await buildMessage(app.em(), { team });
  const simulated = await buildMessage(app.em(), { team, testMode: true });
  const stranger = (await app.signIn()).client;

  for (const [reader, id] of [
    [client, newId()],
    [client, "x"],
    [stranger, live.id],
    [client, simulated.id],
    [client.inTestMode(), live.id],
  ] as const) {
    expect(refusalOf(await get(reader, id))).toBe("404 message_not_found");
  }
  expect(await idsOf(client, {})).toEqual([live.id]);
  expect(await idsOf(client.inTestMode(), {})).toEqual([simulated.id]);
  expect(await idsOf(stranger, {})).toEqual([]);
});
