import { createHash } from "node:crypto";
import twilio from "twilio";
import { expect, test } from "vitest";
import { type OperationId, operations } from "../generated/operations.ts";
import { useApp, webhookClientSecret } from "./support/app.ts";
import { post } from "./support/callbacks.ts";
import type { RawAnswer } from "./support/client.ts";
import { createAwayDatabase } from "./support/database.ts";
import { refusalOf, refusalsOf } from "./support/refusals.ts";

const app = useApp();
const away = useApp({ database: createAwayDatabase });

const callbacks = (Object.keys(operations) as OperationId[]).filter((id) => operations[id].auth === "signature");

/** Posts a body with the provider's signature over the address, which carries the body's hash. */
function postSigned(url: string, id: OperationId, body: string, type = "application/json"): Promise<RawAnswer> {
  const hash = createHash("sha256").update(body).digest("hex");
  const address = `${url}${operations[id].path}?bodySHA256=${hash}`;
  const signature = twilio.getExpectedTwilioSignature(webhookClientSecret, address, {});
  return post(address, body, { "content-type": type, "x-provider-signature": signature });
}

/** A way to every refusal that a callback of any kind can meet. */
const ways: Record<string, (id: OperationId) => Promise<RawAnswer>> = {
  "401 invalid_signature": (id) => post(app.url + operations[id].path, "{}", { "content-type": "application/json" }),
  "413 payload_too_large": (id) => postSigned(app.url, id, " ".repeat(2 ** 20 + 1)),
  "415 unsupported_media_type": (id) => postSigned(app.url, id, "text", "text/plain"),
  "400 validation_error": (id) => postSigned(app.url, id, "{"),
  "422 validation_error": (id) => postSigned(app.url, id, '{"MessageSid":1}'),
  "503 server_error": (id) => postSigned(away.url, id, "{}"),
};

const cases = callbacks.flatMap((id) => Object.keys(ways).map((refusal) => ({ id, refusal })));

test.each(cases)("$id answers $refusal", async ({ id, refusal }) => {
  expect(refusalOf(await ways[refusal]!(id))).toBe(refusal);
});

test.each(callbacks)("%s names no refusal that nothing here provokes, but for what nobody foresaw", (id) => {
  expect(
    refusalsOf(id)
      .filter((refusal) => refusal !== "500 server_error")
      .toSorted(),
  ).toEqual(Object.keys(ways).toSorted());
});
