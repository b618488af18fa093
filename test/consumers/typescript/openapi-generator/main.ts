/** Uses the service through the client of openapi-generator. */
import { randomUUID } from "node:crypto";
import {
  Configuration,
  ContactsApi,
  type MessageThread,
  MessagingApi,
  OtpApi,
  ProblemFromJSON,
  type ResponseError,
  ThreadsApi,
} from "./sdk/index.ts";
import { receiveReply } from "./webhook.ts";

const { MESSAGING_URL = "", MESSAGING_API_KEY = "", MESSAGING_WEBHOOK_SECRET = "" } = process.env;
// As an `apiKey`, the key would also go into the address of each request.
const configuration = new Configuration({ basePath: MESSAGING_URL, headers: { "X-API-Key": MESSAGING_API_KEY } });
const texts = new MessagingApi(configuration);
const contacts = new ContactsApi(configuration);
const passcodes = new OtpApi(configuration);

// Send a text, and send it again: the second response is a replay of the first.
const text = {
  idempotencyKey: randomUUID(),
  sendText: { phoneNumber: "+12025550123", message: "Your order has shipped." },
};
const sent = await texts.sendText(text);
const again = await texts.sendTextRaw(text);
const isReplay = again.raw.headers.get("X-Idempotency-Replayed") === "true";

// Receive a reply: in test mode this number answers YES.
const replies = await receiveReply(MESSAGING_WEBHOOK_SECRET);
await texts.sendText({
  sendText: { phoneNumber: "+15005550006", message: "Shall we come?", replyWebhookUrl: replies.url },
});
const reply = await replies.reply;

// Read all threads, page by page.
const threads: MessageThread[] = [];
let cursor: string | undefined;
do {
  const page = await new ThreadsApi(configuration).listThreads({ perPage: 1, cursor });
  threads.push(...page.threads);
  cursor = page.nextCursor ?? undefined;
} while (cursor);

// Add a contact by a bare phone, and one by a phone with a label.
const ada = await contacts.upsertContact({ upsertContact: { name: "Ada", phones: ["+12025550123"] } });
const grace = await contacts.upsertContact({
  upsertContact: { name: "Grace", phones: [{ phoneNumber: "+12025550124", label: "work" }] },
});

// Generate a passcode and verify it: in test mode this number gets the code 123456.
await passcodes.generateOtp({ generateOtp: { phone: "+15005550009", recipientId: "user-42" } });
const verified = await passcodes.verifyOtp({ verifyOtp: { recipientId: "user-42", otp: "123456" } });

// Read the code of a refusal.
const refusal = await texts.sendText({ sendText: { phoneNumber: "+12025550", message: "Hello" } }).then(
  () => undefined,
  async (error: ResponseError) => ProblemFromJSON(await error.response.json()),
);

console.log(
  JSON.stringify({
    status: sent.status,
    replayed: isReplay && (await again.value()).textId === sent.textId,
    threads: new Set(threads.map(({ id }) => id)).size,
    contacts: new Set([ada.contact.id, grace.contact.id]).size,
    passcode: verified.status,
    refusal: refusal?.error,
    reply: reply.text,
  }),
);
