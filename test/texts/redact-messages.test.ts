import { describe, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { type Client, createClient } from "../support/client.ts";
import { buildKey, buildMessage, uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";
import { tablesWith } from "../support/tables-with.ts";
import { schedule } from "../support/waiting-texts.ts";

const app = useApp();

const operations = ["redactMessage", "deleteMessage"] as const;

/** Receives a text, and returns its id. */
async function receive(client: Client, number: string, text: string): Promise<string> {
  await postCallback(app, "inbound", inboundForm(uniquePhone(), number, text));
  await app.jobs.drain();
  return (await client.listMessages()).messages[0]!.id;
}

test("a redaction answers the record without its text, which no table has any more", async () => {
  const { client, number } = await app.signIn();
  const word = `canary${process.pid}r`;
  const id = await receive(client, number, word);
  const before = await client.getMessage({ path: { id } });
  expect(await tablesWith(app.em(), word)).toEqual(["callback", "message", "thread"]);

  const answer = await client.redactMessage({ path: { id } });

  expect(answer).toEqual({ success: true, message: { ...before, body: "" } });
  expect(await client.getMessage({ path: { id } })).toEqual(answer.message);
  expect(await tablesWith(app.em(), word)).toEqual([]);
  expect(await client.redactMessage({ path: { id } })).toEqual(answer);
});

test("a deletion answers the id, and removes the record with its thread", async () => {
  const { client, number } = await app.signIn();
  const word = `canary${process.pid}d`;
  const id = await receive(client, number, word);

  expect(await client.deleteMessage({ path: { id: id.toUpperCase() } })).toEqual({ success: true, messageId: id });

  expect(await tablesWith(app.em(), word)).toEqual([]);
  expect((await client.listMessages()).messages).toEqual([]);
  expect((await client.listThreads()).threads).toEqual([]);
  expect(refusalOf(await client.raw("getMessage", { path: { id } }))).toBe("404 message_not_found");
});

test("a canceled text is redacted and deleted like a sent one", async () => {
  const { client } = await app.signIn();
  const { id } = await schedule(app, client, { message: "hello" });
  await client.cancelMessage({ path: { id } });

  expect((await client.redactMessage({ path: { id } })).message).toMatchObject({ id, body: "", status: "canceled" });
  await client.deleteMessage({ path: { id } });

  expect((await client.listPendingMessages({ query: { status: "canceled" } })).messages).toEqual([]);
});

describe.each(operations)("%s", (operation) => {
  test("refuses a text that waits or is being sent, and changes nothing", async () => {
    const { client, team } = await app.signIn();
    const waiting = await schedule(app, client);
    const sending = await buildMessage(app.em(), { team, direction: "outbound", status: "sending", body: "hello" });
    const queued = await buildMessage(app.em(), { team, direction: "outbound", status: "queued", body: "hello" });

    for (const { id } of [waiting, sending, queued]) {
      expect(refusalOf(await client.raw(operation, { path: { id } }))).toBe("409 message_in_progress");
      expect((await client.getMessage({ path: { id } })).body).not.toBe("");
    }
  });

  test("does not find a text of another team or of the other mode, and no id that is none", async () => {
    const [{ client }, { team }] = [await app.signIn(), await app.signIn()];
    const { id } = await buildMessage(app.em(), { team });
    const own = await client.inTestMode().sendText({ body: { phone_number: uniquePhone(), message: "hello" } });

    for (const each of [id, own.textId, "none"]) {
      expect(refusalOf(await client.raw(operation, { path: { id: each } }))).toBe("404 message_not_found");
    }
  });

  test("needs the scope messages:send", async () => {
    const { team } = await app.signIn();
    const key = await buildKey(app.em(), team, { scopes: ["messages:read"] });
    const { id } = await buildMessage(app.em(), { team });

    expect(refusalOf(await createClient(app.url, key).raw(operation, { path: { id } }))).toBe("403 insufficient_scope");
  });

  test("leaves an audit event, and a repetition with the same key is answered as before", async () => {
    const { client, team } = await app.signIn();
    const { id } = await buildMessage(app.em(), { team });
    const run = () => client.raw(operation, { path: { id }, idempotencyKey: "once" });

    const first = await run();
    const repeated = await run();

    expect(repeated.text).toBe(first.text);
    expect(repeated.headers.get("x-idempotency-replayed")).toBe("true");
    const { auditEvents } = await client.listAuditEvents();
    const own = auditEvents.filter((event) => event.operation === operation);
    expect(own).toMatchObject([{ target: id, outcome: 200 }]);
  });
});
