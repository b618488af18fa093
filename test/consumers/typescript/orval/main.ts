/** Uses the service through the client of orval. */
import { randomUUID } from "node:crypto";
import { generateOtp, listThreads, type MessageThread, sendText, upsertContact, verifyOtp } from "./sdk.ts";
import { receiveReply } from "./webhook.ts";

// Send a text, and send it again: the second response is a replay of the first.
const text = { phone_number: "+12025550123", message: "Your order has shipped." };
const options = { headers: { "Idempotency-Key": randomUUID() } };
const sent = await sendText(text, options);
const again = await sendText(text, options);
if (sent.status !== 200 || again.status !== 200) throw new Error(`The text was refused: ${sent.status}.`);
const isReplay = again.headers.get("X-Idempotency-Replayed") === "true";

// Receive a reply: in test mode this number answers YES.
const replies = await receiveReply(process.env.MESSAGING_WEBHOOK_SECRET ?? "");
await sendText({ phone_number: "+15005550006", message: "Shall we come?", replyWebhookUrl: replies.url });
const reply = await replies.reply;

// Read all threads, page by page.
const threads: MessageThread[] = [];
let cursor: string | null = null;
do {
  const page = await listThreads({ per_page: 1, ...(cursor && { cursor }) });
  if (page.status !== 200) throw new Error(`The threads were refused: ${page.data.error}.`);
  threads.push(...page.data.threads);
  cursor = page.data.nextCursor;
} while (cursor);

// Add a contact by a bare phone, and one by a phone with a label.
const ada = await upsertContact({ name: "Ada", phones: ["+12025550123"] });
const grace = await upsertContact({ name: "Grace", phones: [{ phoneNumber: "+12025550124", label: "work" }] });
const ids = [ada, grace].flatMap((upserted) => (upserted.status === 200 ? upserted.data.contact.id : []));

// Generate a passcode and verify it: in test mode this number gets the code 123456.
await generateOtp({ phone: "+15005550009", recipient_id: "user-42" });
const verified = await verifyOtp({ recipient_id: "user-42", otp: "123456" });

// Read the code of a refusal.
const refusal = await sendText({ phone_number: "+12025550", message: "Hello" });

console.log(
  JSON.stringify({
    status: sent.data.status,
    replayed: isReplay && again.data.textId === sent.data.textId,
    threads: new Set(threads.map(({ id }) => id)).size,
    contacts: new Set(ids).size,
    passcode: verified.status === 200 && verified.data.status,
    refusal: refusal.status !== 200 && refusal.data.error,
    reply: reply.text,
  }),
);
