import twilio from "twilio";
import { expect, test, vi } from "vitest";
import { WebhookDelivery } from "../../server/db/schema/entities/webhook-delivery.ts";
import { createMediaLinks } from "../../server/secrets/media-links.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, newSid, postCallback } from "../support/callbacks.ts";
import { createClient } from "../support/client.ts";
import { buildKey, uniquePhone } from "../support/factories.ts";
import { answer, type ReceivedRequest, useFakeServer } from "../support/fake-server.ts";
import { secretKey } from "../support/passcodes.ts";
import { tablesWith } from "../support/tables-with.ts";
import { signInWithCredentials, type TwilioUser } from "../support/twilio-door.ts";
import { makeAllDue, receiveText, useDeliverer } from "../support/webhooks.ts";

const app = useApp({ webhookAllowPrivate: ["127.0.0.0/8"] });
const strict = useApp();
const target = useFakeServer();
useDeliverer(app);

let serial = 0;

/** A user whose number posts its texts to the target, at a path of its own. */
async function signInWithAddress(mode: "live" | "test" = "live") {
  const user = await signInWithCredentials(app, mode);
  serial += 1;
  const path = `/inbound/${serial}?from=sms`;
  const url = `${target.url}${path}`;
  const [{ id } = { id: "" }] = (await user.own.listBusinessNumbers()).businessNumbers;
  await user.own.updateBusinessNumber({ path: { id }, body: { inboundWebhookUrl: url } });
  return { ...user, id, url, path };
}

async function receive({ number }: Pick<TwilioUser, "number">, text: string, more: Record<string, string> = {}) {
  const from = uniquePhone();
  const form = { ...inboundForm(from, number, text), ...more };
  expect((await postCallback(app, "inbound", form)).status).toBe(200);
  await app.jobs.drain();
  return from;
}

async function awaitPosts(path: string, count = 1): Promise<ReceivedRequest[]> {
  const posts = () => target.requests.filter((request) => request.path === path);
  await vi.waitFor(() => expect(posts()).toHaveLength(count), { timeout: 8_000 });
  return posts();
}

test("a text to a number with an address is posted as Twilio posts it", async () => {
  target.behaviour = answer(200, "");
  const user = await signInWithAddress();

  const from = await receive(user, "Grüße & 🎉");

  const [{ method, headers, form }] = (await awaitPosts(user.path)) as [ReceivedRequest];
  const [message] = (await user.own.listMessages({ query: { phone: from } })).messages;
  const sid = `SM${message!.id.replaceAll("-", "")}`;
  expect(method).toBe("POST");
  expect(headers["content-type"]).toBe("application/x-www-form-urlencoded");
  expect(twilio.validateRequest(user.token, String(headers["x-twilio-signature"]), user.url, form)).toBe(true);
  expect(form).toEqual({
    AccountSid: user.accountSid,
    ApiVersion: "2010-04-01",
    From: from,
    To: user.number,
    Body: "Grüße & 🎉",
    MessageSid: sid,
    SmsSid: sid,
    SmsMessageSid: sid,
    SmsStatus: "received",
    NumMedia: "0",
    NumSegments: "1",
    FromCountry: "US",
    ToCountry: "US",
  });
  expect((await user.client.messages(sid).fetch()).body).toBe("Grüße & 🎉");
});

test("a keyword is posted with the consent that it expresses", async () => {
  target.behaviour = answer(200, "");
  const user = await signInWithAddress();

  await receive(user, "stop");
  await receive(user, "START");

  const posts = await awaitPosts(user.path, 2);
  expect(posts.map(({ form }) => [form.Body, form.OptOutType])).toEqual([
    ["stop", "STOP"],
    ["START", "START"],
  ]);
});

test("the sender may be no phone number", async () => {
  target.behaviour = answer(200, "");
  const user = await signInWithAddress();

  await receive(user, "hello", { From: "12345" });

  const [post] = await awaitPosts(user.path);
  expect(post!.form).toMatchObject({ From: "12345", ToCountry: "US" });
  expect(post!.form.FromCountry).toBeUndefined();
});

test("the posts about texts of test mode are marked, and signed with the token of that mode", async () => {
  target.behaviour = answer(200, "");
  const user = await signInWithAddress("test");
  const sent = await user.own.inTestMode().sendText({ body: { phone_number: uniquePhone(), message: "hello" } });

  await receiveText(app, user.team, sent, { text: "YES" });

  const [{ headers, form }] = (await awaitPosts(user.path)) as [ReceivedRequest];
  expect(headers["x-test-mode"]).toBe("true");
  expect(twilio.validateRequest(user.token, String(headers["x-twilio-signature"]), user.url, form)).toBe(true);
});

test("pictures are posted as links that need no credentials for a day, once they had time to be fetched", async () => {
  target.behaviour = answer(200, "");
  const user = await signInWithAddress();
  const media = { NumMedia: "1", MediaUrl0: "https://api.example.com/picture", MediaContentType0: "image/png" };
  await receive(user, "", media);
  const due =
    "select next_attempt_at > created_at + interval '1 second' as is_later from webhook_delivery where team_id = ?";
  expect(await app.em().execute(due, [user.team.id])).toEqual([{ is_later: true }]);
  await makeAllDue(app.em(), user.team.id);

  const [post] = await awaitPosts(user.path);

  expect(post!.form).toMatchObject({ NumMedia: "1", MediaContentType0: "image/png", Body: "" });
  const [origin, token] = post!.form.MediaUrl0!.split("/media/");
  expect(origin).toBe(app.url);
  const { expiresAt } = createMediaLinks(secretKey).read(token!)!;
  const seconds = (Date.parse(expiresAt) - Date.now()) / 1_000;
  expect(seconds).toBeGreaterThan(86_400 - 60);
  expect(seconds).toBeLessThanOrEqual(86_400);
});

test("the texts of a thread leave in their order", async () => {
  target.behaviour = answer(200, "");
  const user = await signInWithAddress();
  const from = uniquePhone();
  const texts = Array.from({ length: 8 }, (_, index) => `text ${index}`);
  for (const text of texts)
    expect((await postCallback(app, "inbound", inboundForm(from, user.number, text))).status).toBe(200);

  await app.jobs.drain();

  expect((await awaitPosts(user.path, 8)).map(({ form }) => form.Body)).toEqual(texts);
});

test("a text that the carrier repeats is posted once, and a number without an address posts nothing", async () => {
  const user = await signInWithAddress();
  const other = await signInWithCredentials(app);
  const MessageSid = newSid();

  await receive(user, "hello", { MessageSid, SmsSid: MessageSid });
  await receive(user, "hello", { MessageSid, SmsSid: MessageSid });
  await receive(other, "hello");

  const countOf = async ({ team }: Pick<TwilioUser, "team">) =>
    (await app.em().execute("select from webhook_delivery where team_id = ?", [team.id])).length;
  expect([await countOf(user), await countOf(other)]).toEqual([1, 0]);
});

test("a redacted text is in no queued post, and is not posted again", async () => {
  target.behaviour = ({ body }, response) => response.writeHead(500).end(body);
  const user = await signInWithAddress();
  const word = `canary${process.pid}inbound`;

  const from = await receive(user, word);
  await awaitPosts(user.path);
  const [message] = (await user.own.listMessages({ query: { phone: from } })).messages;
  const delivery = async () => (await app.em().find(WebhookDelivery, { teamId: user.team.id }))[0]!;
  await vi.waitFor(async () => expect((await delivery()).attemptCount).toBe(1));
  expect(await tablesWith(app.em(), word)).toEqual(expect.arrayContaining(["webhook_attempt", "webhook_delivery"]));
  await user.client.messages(`SM${message!.id.replaceAll("-", "")}`).update({ body: "" });

  expect(await tablesWith(app.em(), word)).toEqual([]);
  expect(await delivery()).toMatchObject({ status: "failed", nextAttemptAt: null });
});

test("without a token, an attempt fails and says why", async () => {
  const user = await signInWithAddress();
  await app.em().execute("delete from door_secret where team_id = ?", [user.team.id]);

  await receive(user, "hello");

  await vi.waitFor(async () =>
    expect(await app.em().execute("select error from webhook_attempt where team_id = ?", [user.team.id])).toEqual([
      { error: "secret_unreadable" },
    ]),
  );
});

test("the address is shown with the number, also to a client of Twilio, and null ends the posts", async () => {
  const user = await signInWithAddress();

  expect(await user.own.getBusinessNumber({ path: { id: user.id } })).toMatchObject({ inboundWebhookUrl: user.url });
  const shown = async () => (await user.client.incomingPhoneNumbers.list()).map(({ smsUrl }) => smsUrl);
  expect(await shown()).toEqual([user.url]);
  await user.own.updateBusinessNumber({ path: { id: user.id }, body: { name: "Renamed" } });
  expect(await shown()).toEqual([user.url]);
  const body = { inboundWebhookUrl: null };
  const { businessNumber } = await user.own.updateBusinessNumber({ path: { id: user.id }, body });

  expect(businessNumber.inboundWebhookUrl).toBeNull();
  expect(await shown()).toEqual([null]);
  await receive(user, "hello");
  expect(await app.em().execute("select from webhook_delivery where team_id = ?", [user.team.id])).toEqual([]);
});

test("a new number can have an address, and one that is restored keeps no earlier one", async () => {
  const { client } = await app.signIn();
  const number = { name: "Support", phoneNumber: uniquePhone(), phoneNumberSid: "PN1" };
  const inboundWebhookUrl = "https://example.com/inbound";
  const { businessNumber } = await client.createBusinessNumber({ body: { ...number, inboundWebhookUrl } });

  expect(businessNumber.inboundWebhookUrl).toBe(inboundWebhookUrl);
  await client.archiveBusinessNumber({ path: { id: businessNumber.id } });
  const restored = await client.createBusinessNumber({ body: number });

  expect(restored.businessNumber).toMatchObject({ id: businessNumber.id, inboundWebhookUrl: null });
});

test("settings are free JSON, and nothing is posted to an address in them", async () => {
  const { client, team, number } = await app.signIn();
  const [{ id } = { id: "" }] = (await client.listBusinessNumbers()).businessNumbers;
  await client.updateBusinessNumber({ path: { id }, body: { settings: { smsUrl: target.url, inboundWebhookUrl: 5 } } });

  await receive({ number }, "hello");

  expect(await app.em().execute("select from webhook_delivery where team_id = ?", [team.id])).toEqual([]);
});

test.each([
  "http://10.0.0.1/inbound",
  "http://0x7f.1/inbound",
  "http://[::ffff:10.0.0.1]/inbound",
  "http://LOCALHOST:4000/",
  "http://169.254.169.254/",
  "ftp://example.com/",
  "https://user:password@example.com/",
  `https://example.com/${"x".repeat(2_029)}`,
  "",
  5,
])("the address %s is refused and changes nothing", async (inboundWebhookUrl) => {
  const { client } = await strict.signIn();
  const [{ id } = { id: "" }] = (await client.listBusinessNumbers()).businessNumbers;
  const body = { inboundWebhookUrl } as never;

  const updated = await client.raw("updateBusinessNumber", { path: { id }, body });
  const created = await client.raw("createBusinessNumber", {
    body: { name: "Support", phoneNumber: uniquePhone(), phoneNumberSid: "PN1", inboundWebhookUrl } as never,
  });

  const refusal = { error: "validation_error", details: [{ field: "inboundWebhookUrl" }] };
  expect(updated).toMatchObject({ status: 422, body: refusal });
  expect(created).toMatchObject({ status: 422, body: refusal });
  expect(await client.getBusinessNumber({ path: { id } })).toMatchObject({ inboundWebhookUrl: null });
});

test.each([
  [["numbers:write"], ["webhooks:write", "events:read"]],
  [["numbers:write", "webhooks:write"], ["events:read"]],
  [["numbers:write", "events:read"], ["webhooks:write"]],
] as const)("a key with %j needs %j to give or clear an address", async (scopes, missing) => {
  const { team, id, url } = await signInWithAddress();
  const client = createClient(app.url, await buildKey(app.em(), team, { scopes: [...scopes] }));
  const update = (body: object) => client.raw("updateBusinessNumber", { path: { id }, body });

  for (const inboundWebhookUrl of ["https://example.com/other", null]) {
    const refused = await update({ inboundWebhookUrl });
    expect(refused).toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
    for (const scope of missing) expect(refused.body.message).toContain(scope);
  }

  expect((await update({ name: "Renamed" })).body.businessNumber).toMatchObject({ inboundWebhookUrl: url });
});

test("a key with all three scopes gives and clears an address", async () => {
  const { team, id } = await signInWithAddress();
  const scopes = ["numbers:write", "webhooks:write", "events:read"] as const;
  const client = createClient(app.url, await buildKey(app.em(), team, { scopes: [...scopes] }));

  for (const inboundWebhookUrl of ["https://example.com/other", null]) {
    const { businessNumber } = await client.updateBusinessNumber({ path: { id }, body: { inboundWebhookUrl } });
    expect(businessNumber.inboundWebhookUrl).toBe(inboundWebhookUrl);
  }
});
