import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { RawAnswer } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";

const app = useApp();

const base = "https://example.com/";

/** Sends a text with the given fields, of whatever type, for a team of its own. */
async function send(fields: Record<string, unknown>): Promise<{ answer: RawAnswer; threads: unknown[] }> {
  const { client } = await app.signIn();
  const answer = await client.request("POST", "/api/text", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ phone_number: uniquePhone(), message: "hello", ...fields }),
  });
  return { answer, threads: (await client.listThreads()).threads };
}

test.each([
  ["an http address", "http://example.com"],
  ["an https address with all its parts", "https://user:word@example.com:8443/replies?from=sms&x=%20#top"],
  ["an IPv6 address", "http://[2001:db8::1]/"],
  ["2,048 characters", base.padEnd(2_048, "a")],
])("replyWebhookUrl accepts %s", async (_, replyWebhookUrl) => {
  expect((await send({ replyWebhookUrl })).answer.status).toBe(200);
});

test.each([
  ["an empty text", ""],
  ["an address without a scheme", "example.com/replies"],
  ["a path", "/replies"],
  ["another scheme", "ftp://example.com/replies"],
  ["a script", "javascript:alert(1)"],
  ["a space in the host", "https://exa mple.com/"],
  ["an address without a host", "https://"],
  ["a port that is not a number", "https://example.com:port/"],
  ["white space around it", " https://example.com/ "],
  ["a value that is not a string", 7],
  ["2,049 characters", base.padEnd(2_049, "a")],
])("replyWebhookUrl refuses %s, and nothing is sent", async (_, replyWebhookUrl) => {
  const { answer, threads } = await send({ replyWebhookUrl });

  expect(answer).toMatchObject({
    status: 422,
    body: { error: "validation_error", details: [{ field: "replyWebhookUrl", code: "validation_error" }] },
  });
  expect(threads).toEqual([]);
});

test.each([
  ["an empty text", ""],
  ["100 characters", "a".repeat(100)],
  ["100 astral characters", "😀".repeat(100)],
])("webhookData accepts %s", async (_, webhookData) => {
  expect((await send({ webhookData })).answer.status).toBe(200);
});

test.each([
  ["101 characters", "a".repeat(101)],
  ["101 astral characters", "😀".repeat(101)],
  ["an object", { order: 7 }],
  ["a NUL", "nul \0"],
])("webhookData refuses %s, and nothing is sent", async (_, webhookData) => {
  const { answer, threads } = await send({ webhookData });

  expect(answer).toMatchObject({
    status: 422,
    body: { error: "validation_error", details: [{ field: "webhookData", code: "validation_error" }] },
  });
  expect(threads).toEqual([]);
});

test("an unknown field is refused", async () => {
  const { answer, threads } = await send({ reply_webhook_url: base });

  expect(answer).toMatchObject({
    status: 422,
    body: { error: "validation_error", details: [{ field: "reply_webhook_url" }] },
  });
  expect(threads).toEqual([]);
});
