/** Sends a text with what `openapi-typescript` makes of the contract, and `openapi-fetch`, as their user would. */
import createClient from "openapi-fetch";
import type { paths } from "./api.ts";

const client = createClient<paths>({ baseUrl: process.env.URL!, headers: { "X-API-Key": process.env.KEY! } });

const { data } = await client.POST("/api/text", {
  params: { header: { "Idempotency-Key": "openapi-fetch" } },
  body: { phone_number: "+12025550123", message: "hello" },
});
if (!data) throw new Error("The text was not sent.");
const { data: page } = await client.GET("/api/threads/{id}/messages", { params: { path: { id: data.threadId } } });
const stored = page?.messages.find(({ id }) => id === data.textId)?.body;

const { error, response } = await client.POST("/api/text", { body: { phone_number: "+12025550123", message: " " } });
// A later version may answer a code that this contract does not name, so any text compiles.
const isOfTomorrow = error?.error === "brand_new_code";

console.log(
  JSON.stringify({ textId: data.textId, stored, refusal: error?.error, isOfTomorrow, status: response.status }),
);
