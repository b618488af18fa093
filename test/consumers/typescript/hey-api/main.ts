/** Sends a text with what `@hey-api/openapi-ts` makes of the contract, as its user would. */
import { client } from "./sdk/client.gen.ts";
import { listThreadMessages, sendText } from "./sdk/index.ts";

client.setConfig({ baseUrl: process.env.URL!, auth: process.env.KEY! });

const { data } = await sendText({
  body: { phone_number: "+12025550123", message: "hello" },
  headers: { "Idempotency-Key": "hey-api" },
  throwOnError: true,
});
const { data: page } = await listThreadMessages({ path: { id: data.threadId }, throwOnError: true });
const stored = page.messages.find(({ id }) => id === data.textId)?.body;

const { error, response } = await sendText({ body: { phone_number: "+12025550123", message: " " } });
// A later version may answer a code that this contract does not name, so any text compiles.
const isOfTomorrow = error?.error === "brand_new_code";

console.log(
  JSON.stringify({ textId: data.textId, stored, refusal: error?.error, isOfTomorrow, status: response?.status }),
);
