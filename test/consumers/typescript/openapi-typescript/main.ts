/** Uses the service through the types of openapi-typescript and the client openapi-fetch. */
import { randomUUID } from "node:crypto";
import createClient from "openapi-fetch";
import type { components, paths } from "./api.ts";
import { receiveReply } from "./webhook.ts";

const { MESSAGING_URL = "", MESSAGING_API_KEY = "", MESSAGING_WEBHOOK_SECRET = "" } = process.env;
const client = createClient<paths>({ baseUrl: MESSAGING_URL, headers: { "X-API-Key": MESSAGING_API_KEY } });

// Send a text, and send it again: the second response is a replay of the first.
const text = {
  params: { header: { "Idempotency-Key": randomUUID() } },
  body: { phone_number: "+12025550123", message: "Your order has shipped." },
};
const { data: sent } = await client.POST("/api/text", text);
const again = await client.POST("/api/text", text);
const isReplay = again.response.headers.get("X-Idempotency-Replayed") === "true";

// Receive a reply: in test mode this number answers YES.
const replies = await receiveReply(MESSAGING_WEBHOOK_SECRET);
await client.POST("/api/text", {
  body: { phone_number: "+15005550006", message: "Shall we come?", replyWebhookUrl: replies.url },
});
const reply = await replies.reply;

// Read all threads, page by page.
const threads: components["schemas"]["MessageThread"][] = [];
let cursor: string | null | undefined;
do {
  const { data: page } = await client.GET("/api/threads", {
    params: { query: { per_page: 1, ...(cursor && { cursor }) } },
  });
  threads.push(...(page?.threads ?? []));
  cursor = page?.nextCursor;
} while (cursor);

// Add a contact by a bare phone, and one by a phone with a label.
const { data: ada } = await client.POST("/api/contacts/upsert", { body: { name: "Ada", phones: ["+12025550123"] } });
const { data: grace } = await client.POST("/api/contacts/upsert", {
  body: { name: "Grace", phones: [{ phoneNumber: "+12025550124", label: "work" }] },
});

// Generate a passcode and verify it: in test mode this number gets the code 123456.
await client.POST("/api/otp/generate", { body: { phone: "+15005550009", recipient_id: "user-42" } });
const { data: verified } = await client.POST("/api/otp/verify", { body: { recipient_id: "user-42", otp: "123456" } });

// Read the code of a refusal. Its type has the known codes; a later version may have others.
const { error: refusal } = await client.POST("/api/text", { body: { phone_number: "+12025550", message: "Hello" } });
const code = refusal?.error as components["schemas"]["ErrorCode"] | undefined;

console.log(
  JSON.stringify({
    status: sent?.status,
    replayed: isReplay && again.data?.textId === sent?.textId,
    threads: new Set(threads.map(({ id }) => id)).size,
    contacts: new Set([ada?.contact.id, grace?.contact.id]).size,
    passcode: verified?.status,
    refusal: code,
    reply: reply.text,
  }),
);
