/** Uses the service through the client of hey-api. */
import { randomUUID } from "node:crypto";
import { client } from "./sdk/client.gen.ts";
import { generateOtp, listThreads, type MessageThread, sendText, upsertContact, verifyOtp } from "./sdk/index.ts";
import { receiveReply } from "./webhook.ts";

const { MESSAGING_URL = "", MESSAGING_API_KEY = "", MESSAGING_WEBHOOK_SECRET = "" } = process.env;
client.setConfig({ baseUrl: MESSAGING_URL, auth: MESSAGING_API_KEY });

// Send a text, and send it again: the second response is a replay of the first.
const text = {
  headers: { "Idempotency-Key": randomUUID() },
  body: { phone_number: "+12025550123", message: "Your order has shipped." },
};
const { data: sent } = await sendText({ ...text, throwOnError: true });
const again = await sendText({ ...text, throwOnError: true });
const isReplay = again.response.headers.get("X-Idempotency-Replayed") === "true";

// Receive a reply: in test mode this number answers YES.
const replies = await receiveReply(MESSAGING_WEBHOOK_SECRET);
await sendText({
  body: { phone_number: "+15005550006", message: "Shall we come?", replyWebhookUrl: replies.url },
});
const reply = await replies.reply;

// Read all threads, page by page.
const threads: MessageThread[] = [];
let cursor: string | null | undefined;
do {
  const { data: page } = await listThreads({ query: { per_page: 1, ...(cursor && { cursor }) } });
  threads.push(...(page?.threads ?? []));
  cursor = page?.nextCursor;
} while (cursor);

// Add a contact by a bare phone, and one by a phone with a label.
const { data: ada } = await upsertContact({ body: { name: "Ada", phones: ["+12025550123"] } });
const { data: grace } = await upsertContact({
  body: { name: "Grace", phones: [{ phoneNumber: "+12025550124", label: "work" }] },
});

// Generate a passcode and verify it: in test mode this number gets the code 123456.
await generateOtp({ body: { phone: "+15005550009", recipient_id: "user-42" } });
const { data: verified } = await verifyOtp({ body: { recipient_id: "user-42", otp: "123456" } });

// Read the code of a refusal.
const { error: refusal } = await sendText({ body: { phone_number: "+12025550", message: "Hello" } });

console.log(
  JSON.stringify({
    status: sent.status,
    replayed: isReplay && again.data.textId === sent.textId,
    threads: new Set(threads.map(({ id }) => id)).size,
    contacts: new Set([ada?.contact.id, grace?.contact.id]).size,
    passcode: verified?.status,
    refusal: refusal?.error,
    reply: reply.text,
  }),
);
