import { expect, test } from "vitest";
import { sidOf } from "../../server/doors/twilio/ids.ts";
import { useApp } from "../support/app.ts";
import { reportStatus } from "../support/events.ts";
import { uniquePhone } from "../support/factories.ts";
import { signInByTwilio, type TwilioUser } from "../support/twilio-door.ts";
import { schedule } from "../support/waiting-texts.ts";

const app = useApp();

/** Sends a text that arrives, and returns its id. */
async function sendDelivered({ own }: TwilioUser): Promise<string> {
  const { textId, from } = await own.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  await reportStatus(app, { textId, from }, "delivered");
  return sidOf("SM", textId);
}

test("an empty Body redacts, and everything else but a cancel is refused", async () => {
  const user = await signInByTwilio(app);
  const { client, send, path } = user;
  const sid = await sendDelivered(user);

  for (const fields of [
    { Body: "other" },
    { Body: " " },
    { Body: "", Status: "canceled" },
    { Body: "", Status: "" },
    { Status: "sent" },
    {},
  ]) {
    const answer = await send("POST", `${path}/Messages/${sid}.json`, fields as Record<string, string>);
    expect(answer, JSON.stringify(fields)).toMatchObject({ status: 400, body: { code: 20001 } });
    expect((await client.messages(sid).fetch()).body).toBe("hello");
  }

  for (const _ of [1, 2]) {
    expect(await client.messages(sid).update({ body: "" })).toMatchObject({ sid, body: "", status: "delivered" });
  }
  expect((await client.messages.list())[0]).toMatchObject({ sid, body: "" });
});

test("a deletion is answered with 204 and no body, once with a key, and then with 404", async () => {
  const user = await signInByTwilio(app);
  const { client, send, path } = user;
  const [sid, other] = [await sendDelivered(user), await sendDelivered(user)];
  const remove = (key: string) => send("DELETE", `${path}/Messages/${sid}.json`, undefined, { "idempotency-key": key });

  const first = await remove("one");
  const replayed = await remove("one");

  for (const { status, text, headers } of [first, replayed]) {
    expect([status, text, headers.get("content-type")]).toEqual([204, "", null]);
  }
  expect(replayed.headers.get("x-idempotency-replayed")).toBe("true");
  expect(await remove("two")).toMatchObject({ status: 404, body: { code: 20404 } });
  expect(await client.messages(other).remove()).toBe(true);
  await expect(client.messages(other).remove()).rejects.toMatchObject({ status: 404, code: 20404 });
});

test("a text that waits is canceled first, and then redacted or deleted", async () => {
  const { client, own } = await signInByTwilio(app);
  const { id } = await schedule(app, own);
  const text = client.messages(sidOf("SM", id));
  await expect(text.update({ body: "" })).rejects.toMatchObject({ status: 409, code: 20009 });
  await expect(text.remove()).rejects.toMatchObject({ status: 409, code: 20009 });

  await text.update({ status: "canceled" });

  expect(await text.update({ body: "" })).toMatchObject({ body: "", status: "canceled" });
  expect(await text.remove()).toBe(true);
  await expect(text.fetch()).rejects.toMatchObject({ status: 404 });
});

test("another team's text, and one of the other mode, are answered as if they did not exist", async () => {
  const [user, other] = [await signInByTwilio(app), await signInByTwilio(app)];
  const foreign = await sendDelivered(other);
  const { textId } = await user.own.inTestMode().sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  await app.deliver();

  for (const sid of [foreign, sidOf("SM", textId), `SM${"0".repeat(32)}`, "SM1"]) {
    const text = user.client.messages(sid);
    await expect(text.update({ body: "" })).rejects.toMatchObject({ status: 404, code: 20404 });
    await expect(text.remove()).rejects.toMatchObject({ status: 404, code: 20404 });
  }
  expect((await other.client.messages(foreign).fetch()).body).toBe("hello");
});

test("both need the scope messages:send, and leave an event in the record of writes", async () => {
  const user = await signInByTwilio(app, { scopes: ["messages:send", "messages:read"] });
  const reader = await signInByTwilio(app, { scopes: ["messages:read"] });
  const sid = await sendDelivered(user);
  const hidden = await sendDelivered(reader);
  const text = reader.client.messages(hidden);
  await expect(text.update({ body: "" })).rejects.toMatchObject({ status: 403, code: 20403 });
  await expect(text.remove()).rejects.toMatchObject({ status: 403, code: 20403 });

  await user.client.messages(sid).update({ body: "" });
  await user.client.messages(sid).remove();

  const { auditEvents } = await user.own.listAuditEvents();
  expect(auditEvents.slice(0, 2).map(({ operation, target, outcome }) => ({ operation, target, outcome }))).toEqual([
    { operation: "deleteTwilioMessage", target: sid, outcome: 204 },
    { operation: "updateTwilioMessage", target: sid, outcome: 200 },
  ]);
});
