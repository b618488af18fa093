import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import twilio from "twilio";
import { expect, test } from "vitest";
import { type OperationId, operations } from "../../generated/operations.ts";
import { useApp, webhookClientSecret } from "../support/app.ts";
import { post } from "../support/callbacks.ts";
import type { RawAnswer } from "../support/client.ts";
import { createAwayDatabase } from "../support/database.ts";
import { refusalOf, refusalsOf } from "../support/refusals.ts";
import { exchange } from "../support/socket.ts";

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

/** Posts a body that breaks off in the middle of its transfer encoding. */
function postBroken(id: OperationId): Promise<RawAnswer> {
  const lines = ["Host: x", "Content-Type: application/json", "Transfer-Encoding: chunked"];
  const head = [`POST ${operations[id].path} HTTP/1.1`, ...lines, `X-Provider-Signature: ${"A".repeat(27)}=`, "", ""];
  return exchange(app.url, `${head.join("\r\n")}2\r\n{}\r\nno length\r\n`);
}

/** A request for every refusal of a callback. */
const ways: Record<string, (id: OperationId) => Promise<RawAnswer>> = {
  "401 invalid_signature": (id) => post(app.url + operations[id].path, "{}", { "content-type": "application/json" }),
  "413 payload_too_large": (id) => postSigned(app.url, id, " ".repeat(2 ** 16 + 1)),
  "415 unsupported_media_type": (id) => postSigned(app.url, id, "text", "text/plain"),
  "400 validation_error": (id) => postBroken(id),
  "503 server_error": (id) => postSigned(away.url, id, "{}"),
};

const cases = callbacks.flatMap((id) => Object.keys(ways).map((refusal) => ({ id, refusal })));

test.each(cases)("$id answers $refusal", async ({ id, refusal }) => {
  expect(refusalOf(await ways[refusal]!(id))).toBe(refusal);
});

test("a callback without a signature is refused before its body is read", async () => {
  const head = (signature: string) => {
    const lines = [
      "Host: x",
      "Content-Type: application/json",
      "Content-Length: 65536",
      `X-Provider-Signature: ${signature}`,
    ];
    return ["POST /api/external/sms/inbound HTTP/1.1", ...lines, "", ""].join("\r\n");
  };
  for (const signature of ["", "short", `${"A".repeat(28)}`, `${"?".repeat(27)}=`, "A".repeat(8_000)]) {
    const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
    socket.write(head(signature));
    const [chunk] = await once(socket, "data");
    socket.destroy();
    expect(String(chunk)).toMatch(/^HTTP\/1.1 401 /);
  }
});

test.each(callbacks)("every declared refusal of %s except 500 is covered by a test", (id) => {
  expect(
    refusalsOf(id)
      .filter((refusal) => refusal !== "500 server_error")
      .toSorted(),
  ).toEqual(Object.keys(ways).toSorted());
});
