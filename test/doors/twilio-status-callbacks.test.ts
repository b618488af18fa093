import twilio from "twilio";
import { expect, test, vi } from "vitest";
import { prepareCredentials } from "../../server/doors/twilio/credentials.ts";
import { messageIdOf } from "../../server/doors/twilio/ids.ts";
import { messageDeliveries } from "../../server/texts/delivery-tables.ts";
import { giveUpUnknown } from "../../server/texts/give-up-unknown.ts";
import { useApp } from "../support/app.ts";
import { newSid, postCallback, statusForm } from "../support/callbacks.ts";
import { buildOptOut, uniquePhone } from "../support/factories.ts";
import { answer, type ReceivedRequest, useFakeServer } from "../support/fake-server.ts";
import { fromNow } from "../support/times.ts";
import { signInByTwilio, signInWithCredentials, type TwilioUser } from "../support/twilio-door.ts";
import { makeDue } from "../support/waiting-texts.ts";
import { makeDue as makePostsDue, sealer, useDeliverer } from "../support/webhooks.ts";

const app = useApp();
const target = useFakeServer();
useDeliverer(app);

let serial = 0;

/** An address of the target that no other call gives. */
function newAddress(): { url: string; path: string } {
  serial += 1;
  const path = `/status/${serial}?order=7&name=a%20b`;
  return { url: `${target.url}${path}`, path };
}

/** The posts to a path, once there are that many. */
async function awaitPosts(path: string, count: number): Promise<ReceivedRequest[]> {
  const posts = () => target.requests.filter((request) => request.path === path);
  await vi.waitFor(() => expect(posts()).toHaveLength(count), { timeout: 8_000 });
  return posts();
}

const statusesOf = (posts: ReceivedRequest[]) => posts.map(({ form }) => form.MessageStatus);

const create = ({ client }: TwilioUser, fields: { statusCallback?: string; to?: string } = {}) =>
  client.messages.create({ to: uniquePhone(), body: "hello", ...fields });

/** Receives a status of a text from the carrier. */
async function receiveStatus({ sid }: { sid: string }, status: string, more: Record<string, string> = {}) {
  const query = `?textId=${messageIdOf(sid)}`;
  const answer = await postCallback(app, "status", statusForm("", newSid(), status, more), { query });
  expect(answer.status).toBe(200);
}

/** The same, and lets it take effect. */
async function reportStatus(text: { sid: string }, status: string, more: Record<string, string> = {}) {
  await receiveStatus(text, status, more);
  await app.jobs.drain();
}

const deliveriesOf = ({ team }: TwilioUser) =>
  app
    .em()
    .execute<{ id: string; payload: string }[]>("select * from webhook_delivery where team_id = ? order by id", [
      team.id,
    ]);

test("each later status of a text is posted to its address, as Twilio posts it", async () => {
  target.behaviour = answer(200, "");
  const user = await signInWithCredentials(app);
  const { url, path } = newAddress();
  const to = uniquePhone();

  const message = await create(user, { statusCallback: url, to });
  await reportStatus(message, "sent");
  await reportStatus(message, "delivered");

  const posts = await awaitPosts(path, 2);
  expect(statusesOf(posts)).toEqual(["sent", "delivered"]);
  for (const { method, headers, form } of posts) {
    expect(method).toBe("POST");
    expect(headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(headers["x-test-mode"]).toBeUndefined();
    expect(headers["webhook-signature"]).toBeUndefined();
    expect(twilio.validateRequest(user.token, String(headers["x-twilio-signature"]), url, form)).toBe(true);
    expect(form).toEqual({
      AccountSid: user.accountSid,
      ApiVersion: "2010-04-01",
      From: user.number,
      To: to,
      MessageSid: message.sid,
      SmsSid: message.sid,
      MessageStatus: form.MessageStatus,
      SmsStatus: form.MessageStatus,
    });
  }
  const ids = posts.map(({ headers }) => headers["i-twilio-idempotency-token"]);
  expect(new Set(ids).size).toBe(2);
  expect(ids).toEqual((await deliveriesOf(user)).map(({ id }) => id));
});

test("a status that tells nothing new is not posted, and the first one is that of the answer", async () => {
  const user = await signInWithCredentials(app);
  const message = await create(user, { statusCallback: newAddress().url });

  await reportStatus(message, "queued");
  await reportStatus(message, "delivered");
  await reportStatus(message, "delivered");
  await reportStatus(message, "sent");

  expect((await deliveriesOf(user)).map(({ payload }) => JSON.parse(payload).status)).toEqual(["delivered"]);
});

test("the statuses of one callback batch leave in their order", async () => {
  target.behaviour = answer(200, "");
  const user = await signInWithCredentials(app);
  const texts = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const { url, path } = newAddress();
      return { path, message: await create(user, { statusCallback: url }) };
    }),
  );

  for (const status of ["sending", "sent", "delivered"])
    await Promise.all(texts.map(({ message }) => receiveStatus(message, status)));
  await app.jobs.drain();

  for (const { path } of texts) expect(statusesOf(await awaitPosts(path, 3))).toEqual(["sending", "sent", "delivered"]);
});

test("a failed delivery has the code of the carrier, and 30008 if that is not a number", async () => {
  target.behaviour = answer(200, "");
  const user = await signInWithCredentials(app);
  const [first, second] = [newAddress(), newAddress()];
  const undelivered = await create(user, { statusCallback: first.url });
  const failed = await create(user, { statusCallback: second.url });

  await reportStatus(undelivered, "undelivered", { ErrorCode: "30003" });
  await reportStatus(failed, "failed", { ErrorCode: "unreachable" });

  expect((await awaitPosts(first.path, 1))[0]!.form).toMatchObject({
    MessageStatus: "undelivered",
    ErrorCode: "30003",
  });
  expect((await awaitPosts(second.path, 1))[0]!.form).toMatchObject({ MessageStatus: "failed", ErrorCode: "30008" });
});

test("in test mode, the statuses of the simulated carrier are posted, marked and signed with the token of that mode", async () => {
  target.behaviour = answer(200, "");
  const user = await signInWithCredentials(app, "test");
  const { url, path } = newAddress();

  await create(user, { statusCallback: url });
  await app.deliver();

  const posts = await awaitPosts(path, 2);
  expect(statusesOf(posts)).toEqual(["sent", "delivered"]);
  for (const { headers, form } of posts) {
    expect(headers["x-test-mode"]).toBe("true");
    expect(twilio.validateRequest(user.token, String(headers["x-twilio-signature"]), url, form)).toBe(true);
  }
});

test("a text without an answer of the carrier is posted as failed when it is given up", async () => {
  target.behaviour = answer(200, "");
  const user = await signInWithCredentials(app);
  const { url, path } = newAddress();
  const answerOf = app.provider.answer;
  app.provider.answer = () => ({ kind: "unknown" });
  const message = await create(user, { statusCallback: url });
  app.provider.answer = answerOf;
  await app
    .em()
    .execute(
      "update message set created_at = (created_at at time zone 'UTC' - interval '11 minutes') at time zone 'UTC' where team_id = ?",
      [user.team.id],
    );

  await giveUpUnknown(app.em(), messageDeliveries);

  const [post] = await awaitPosts(path, 1);
  expect(post!.form).toMatchObject({ MessageSid: message.sid, MessageStatus: "failed", ErrorCode: "30008" });
});

test("a text with a time keeps its address, and a refusal at its time is posted", async () => {
  target.behaviour = answer(200, "");
  const user = await signInWithCredentials(app);
  const messagingServiceSid = user.accountSid.replace("AC", "MG");
  const sendAt = new Date(await fromNow(app.em(), 3_600));
  const later = { body: "later", messagingServiceSid, scheduleType: "fixed" as const, sendAt };
  const [sent, refused, canceled] = [newAddress(), newAddress(), newAddress()];
  const text = (statusCallback: string, to = uniquePhone()) =>
    user.client.messages.create({ ...later, to, statusCallback });
  const optedOut = uniquePhone();
  const [first, second, third] = [await text(sent.url), await text(refused.url), await text(canceled.url, optedOut)];
  const answerOf = app.provider.answer;
  app.provider.answer = (each) =>
    each.to === second.to ? ({ kind: "refused", errorCode: "21614", about: "recipient" } as never) : answerOf(each);
  await buildOptOut(app.em(), user.team, optedOut);

  await makeDue(app, user.team);
  await app.dispatch();
  app.provider.answer = answerOf;
  await reportStatus(first, "delivered");

  expect(statusesOf(await awaitPosts(sent.path, 1))).toEqual(["delivered"]);
  expect((await awaitPosts(refused.path, 1))[0]!.form).toMatchObject({
    MessageSid: second.sid,
    MessageStatus: "failed",
    ErrorCode: "21614",
  });
  const [post] = await awaitPosts(canceled.path, 1);
  expect(post!.form).toMatchObject({ MessageSid: third.sid, To: third.to, MessageStatus: "canceled" });
  expect(post!.form.ErrorCode).toBeUndefined();
});

test("a text that the carrier refuses at once is not posted, because its request is answered with the refusal", async () => {
  const user = await signInWithCredentials(app);
  const answerOf = app.provider.answer;
  app.provider.answer = () => ({ kind: "refused", errorCode: "21614", about: "recipient" }) as never;

  await expect(create(user, { statusCallback: newAddress().url })).rejects.toMatchObject({ code: 21614 });

  app.provider.answer = answerOf;
  expect(await deliveriesOf(user)).toEqual([]);
});

test("a post that fails is repeated, signed with the token of then, and the operator sees it", async () => {
  target.behaviour = answer(500, "not now");
  const user = await signInWithCredentials(app);
  const { url, path } = newAddress();
  const message = await create(user, { statusCallback: url });
  await reportStatus(message, "sent");
  await awaitPosts(path, 1);
  const [rotated] = await prepareCredentials(app.em(), sealer, user.team, { rotate: true });
  await vi.waitFor(async () => expect(await makePostsDue(app, user.team)).toBeGreaterThan(3));
  target.behaviour = answer(200, "");

  const [first, second] = await awaitPosts(path, 2);

  const isSignedBy = (token: string, { headers, form }: ReceivedRequest) =>
    twilio.validateRequest(token, String(headers["x-twilio-signature"]), url, form);
  expect(isSignedBy(user.token, first!)).toBe(true);
  expect(isSignedBy(user.token, second!)).toBe(false);
  expect(isSignedBy(rotated!.authToken, second!)).toBe(true);
  expect(second!.headers["i-twilio-idempotency-token"]).toBe(first!.headers["i-twilio-idempotency-token"]);
});

test("without the key that sealed the token, an attempt fails and says why", async () => {
  const user = await signInWithCredentials(app);
  const message = await create(user, { statusCallback: newAddress().url });
  await app.em().execute("update door_secret set sealed = sha512(sealed) where team_id = ?", [user.team.id]);

  await reportStatus(message, "sent");

  await vi.waitFor(async () =>
    expect(
      await app.em().execute("select error, status from webhook_attempt where team_id = ?", [user.team.id]),
    ).toMatchObject([{ error: "secret_unreadable", status: null }]),
  );
});

test("a text without an address writes nothing more", async () => {
  const user = await signInWithCredentials(app);
  const message = await create(user);

  await reportStatus(message, "delivered");

  expect(await deliveriesOf(user)).toEqual([]);
});

test.each([
  "ftp://example.com/",
  "example.com",
  "https://",
  "https://user@example.com/",
  "https://user:password@example.com/",
  "https://exa mple.com/",
  `https://example.com/${"a".repeat(2_029)}`,
])("the address %s is refused with 21609, and nobody is texted", async (statusCallback) => {
  const user = await signInWithCredentials(app);

  await expect(create(user, { statusCallback })).rejects.toMatchObject({ code: 21609, status: 400 });

  expect((await user.own.listMessages()).messages).toEqual([]);
});

test("an address of 2,048 characters is accepted", async () => {
  const user = await signInWithCredentials(app);

  const { status } = await create(user, { statusCallback: `https://example.com/${"a".repeat(2_028)}` });

  expect(status).toBe("queued");
});

test.each(["live", "test"] as const)(
  "an address needs a token that signs in the mode %s, and the refusal names the command",
  async (mode) => {
    const user = await signInWithCredentials(app, mode);
    await app
      .em()
      .execute("delete from door_secret where team_id = ? and test_mode = ?", [user.team.id, mode === "test"]);

    const refused = create(user, { statusCallback: "https://example.com/status" });

    await expect(refused).rejects.toMatchObject({
      code: 21609,
      message: expect.stringContaining("messaging teams twilio-credentials"),
    });
    expect(await user.client.messages.list()).toEqual([]);
  },
);

test("an address needs a key with the scope webhooks:write", async () => {
  const user = await signInByTwilio(app, { scopes: ["messages:send"] });
  const other = await signInByTwilio(app, { scopes: ["messages:send", "webhooks:write"] });
  for (const { team } of [user, other]) await prepareCredentials(app.em(), sealer, team);
  const statusCallback = "https://example.com/status";

  await expect(create(user, { statusCallback })).rejects.toMatchObject({
    code: 21609,
    message: expect.stringContaining("webhooks:write"),
  });
  expect(await create(other, { statusCallback })).toMatchObject({ status: "queued" });
});
