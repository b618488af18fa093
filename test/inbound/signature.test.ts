import { createHash } from "node:crypto";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import twilio from "twilio";
import { describe, expect, test } from "vitest";
import { queries } from "../../server/db/orm.ts";
import { createLog } from "../../server/log.ts";
import { createApp } from "../../server/process/compose.ts";
import { signForm } from "../../server/provider/twilio/signature.ts";
import { useApp, webhookClientSecret } from "../support/app.ts";
import { inboundForm, newSid, post, postCallback } from "../support/callbacks.ts";
import { uniquePhone } from "../support/factories.ts";

const app = useApp();

const formType = { "content-type": "application/x-www-form-urlencoded" };
const jsonType = { "content-type": "application/json" };
const path = "/api/external/sms/inbound";

const newForm = (body = "hello") => inboundForm(uniquePhone(), "+12025559999", body);

const encode = (form: Record<string, string>) => new URLSearchParams(form).toString();

const sign = (url: string, form: Record<string, string>, token = webhookClientSecret) =>
  twilio.getExpectedTwilioSignature(token, url, form);

async function isRecorded(sid: string, { em } = app): Promise<boolean> {
  const rows = await queries(em()).selectFrom("Callback").select("fields").execute();
  return rows.some(({ fields }) => (fields as Record<string, string>).MessageSid === sid);
}

test("a callback that is signed by the provider's library is accepted on each of the three paths", async () => {
  for (const kind of ["inbound", "status", "otp-status"] as const) {
    const form = { ...newForm("  ünïcode & spaces + 100 % 👍 "), MessageStatus: "sent", "": "no name", Empty: "" };
    expect((await postCallback(app, kind, form)).status).toBe(200);
    expect(await isRecorded(form.MessageSid)).toBe(true);
  }
});

test("any form is accepted with the signature of the provider's library", async () => {
  const value = fc.string({ unit: "grapheme", maxLength: 20 });
  // The library orders names by UTF-16, which is the order of bytes as long as no surrogates are in them.
  const name = value.filter((each) => !/[\ud800-\udfff]/.test(each));
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, value, { noNullPrototype: true }), async (form) => {
      expect((await postCallback(app, "status", form, { query: "?textId=x&y=%20+" })).status).toBe(200);
    }),
    { numRuns: 40 },
  );
});

test("a form is read as it was written, even if its writer encodes fewer characters than others", async () => {
  const form = { "?MessageSid": "x", MessageSid: newSid(), Body: " a?b'c " };
  const url = app.url + path;
  const body = `?MessageSid=x&MessageSid=${form.MessageSid}&Body=+a?b'c%20`;
  expect((await post(url, body, { ...formType, "x-provider-signature": sign(url, form) })).status).toBe(200);
  expect(await isRecorded(form.MessageSid)).toBe(true);
});

test("each different value of a repeated name counts in the signature, as in the provider's library", () => {
  const values = fc.array(fc.string({ unit: "grapheme-ascii" }), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(values, (several) => {
      const form = several.map((value) => ["MediaUrl", value] as const);
      const url = "https://sms.example.com/x";
      const signature = twilio.getExpectedTwilioSignature("token", url, { MediaUrl: several });
      expect(signForm("token", url, form)).toBe(signature);
    }),
  );
});

describe("refused with 401 and not recorded:", () => {
  const url = () => app.url + path;
  const cases: [string, (form: Record<string, string>) => Promise<{ status: number; body: { error?: string } }>][] = [
    ["no signature", (form) => post(url(), encode(form), formType)],
    ["an empty signature", (form) => post(url(), encode(form), { ...formType, "x-provider-signature": "" })],
    ["a signature with another token", (form) => postCallback(app, "inbound", form, { authToken: "another token" })],
    [
      "a signature of another path",
      (form) => post(url(), encode(form), { ...formType, "x-provider-signature": sign(`${app.url}/api/x`, form) }),
    ],
    [
      "a signature without the query",
      (form) => post(`${url()}?textId=1`, encode(form), { ...formType, "x-provider-signature": sign(url(), form) }),
    ],
    [
      "a signature of another value",
      (form) =>
        post(url(), encode({ ...form, Body: "bye" }), { ...formType, "x-provider-signature": sign(url(), form) }),
    ],
    [
      "a signature of a trimmed value",
      (form) =>
        post(url(), encode({ ...form, Body: "hello " }), { ...formType, "x-provider-signature": sign(url(), form) }),
    ],
    [
      "a signature of the URL from the Host header",
      (form) =>
        post(url(), encode(form), {
          ...formType,
          "x-forwarded-host": "evil.example.com",
          "x-forwarded-proto": "https",
          "x-provider-signature": sign(`https://evil.example.com${path}`, form),
        }),
    ],
    [
      "a valid signature with an appended character",
      (form) => post(url(), encode(form), { ...formType, "x-provider-signature": `${sign(url(), form)}x` }),
    ],
    [
      "a form with the signature of a JSON body",
      (form) => {
        const hash = createHash("sha256").update(encode(form)).digest("hex");
        const address = `${url()}?bodySHA256=${hash}`;
        return post(address, encode(form), { ...formType, "x-provider-signature": sign(address, {}) });
      },
    ],
    [
      "a signature that is not base64",
      (form) => post(url(), encode(form), { ...formType, "x-provider-signature": `${"-".repeat(27)}=` }),
    ],
    ["invalid JSON", () => post(url(), "{", { ...jsonType, "x-provider-signature": "x" })],
    ["an unsupported media type", () => post(url(), "<x/>", { "content-type": "text/xml" })],
    ["an empty request", () => post(url(), "", {})],
  ];

  test.each(cases)("%s", async (_, send) => {
    const form = newForm();

    const answer = await send(form);

    expect(answer).toMatchObject({ status: 401, body: { success: false, error: "invalid_signature" } });
    expect(await isRecorded(form.MessageSid)).toBe(false);
  });
});

test("the signature may be in the provider's own header", async () => {
  const form = newForm();
  const url = app.url + path;
  const answer = await post(url, encode(form), { ...formType, "x-twilio-signature": sign(url, form) });
  expect(answer.status).toBe(200);
});

test("a team's API key is not accepted for a callback", async () => {
  const { key } = await app.signIn();
  const answer = await post(app.url + path, encode(newForm()), { ...formType, "x-api-key": key });
  expect(answer.status).toBe(401);
});

describe("a callback with a JSON body", () => {
  const send = (body: string, hash = createHash("sha256").update(body).digest("hex"), query = "") => {
    const url = `${app.url}${path}?${query}bodySHA256=${hash}`;
    return post(url, body, { ...jsonType, "x-provider-signature": sign(url, {}) });
  };

  test("signs its URL with the hash of the body, and has the fields of the form", async () => {
    const { client, number } = await app.signIn();
    const body = JSON.stringify({ ...inboundForm(uniquePhone(), number, "in JSON"), Extra: { nested: [1] } });

    expect((await send(body)).status).toBe(200);
    expect((await send(body, undefined, "textId=1&")).status).toBe(200);

    await app.jobs.drain();
    expect((await client.listThreads()).threads).toMatchObject([{ lastBody: "in JSON" }]);
  });

  test("loses characters that the database cannot store, and keeps the rest of the text", async () => {
    const { client, number } = await app.signIn();
    const form = inboundForm(uniquePhone(), number, "a\0b\ud83dc");

    expect((await send(JSON.stringify({ ...form, Extra: [1] }))).status).toBe(200);

    await app.jobs.drain();
    expect((await client.listThreads()).threads).toMatchObject([{ lastBody: "a\ufffdb\ufffdc" }]);
  });

  test("is refused with a wrong hash or without a hash", async () => {
    const body = JSON.stringify(newForm());
    expect((await send(body, "0".repeat(64))).status).toBe(401);
    const url = app.url + path;
    expect((await post(url, body, { ...jsonType, "x-provider-signature": sign(url, {}) })).status).toBe(401);
  });
});

test("is refused for an unsupported media type only if its signature is valid", async () => {
  const url = app.url + path;
  const answer = await post(url, "<x/>", { "content-type": "text/xml", "x-provider-signature": sign(url, {}) });
  expect(answer).toMatchObject({ status: 415, body: { error: "unsupported_media_type" } });
});

test("no other operation accepts a form", async () => {
  const { key } = await app.signIn();
  const answer = await post(`${app.url}/api/text`, "message=hello", { ...formType, "x-api-key": key });
  expect(answer).toMatchObject({ status: 415, body: { error: "unsupported_media_type" } });
});

test("the log contains no secret and no text of a callback", async () => {
  const form = newForm(`private ${newSid()}`);
  await postCallback(app, "inbound", form, { query: "?textId=private-id" });
  await app.jobs.drain();

  const log = app.logLines.join("\n");
  expect(log).not.toContain(form.Body);
  expect(log).not.toContain("private-id");
  expect(log).not.toContain(webhookClientSecret);
});

test("a callback that is in flight when the server stops listening is accepted", async () => {
  const { server, drain } = await createApp({
    database: app.database,
    log: createLog("silent"),
    rateLimit: { burst: 1, perSecond: 1 },
    secretKey: "a secret of the tests, 32 characters",
    webhookClientSecret,
    publicUrl: (port) => `http://127.0.0.1:${port}`,
    checkAnswers: true,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const form = newForm();
  const body = encode(form);
  const socket = connect(port, "127.0.0.1");
  const answer = text(socket);
  const signature = sign(`http://127.0.0.1:${port}${path}`, form);
  const head = [`POST ${path} HTTP/1.1`, "Host: x", `Content-Type: ${formType["content-type"]}`];
  head.push(`Content-Length: ${body.length}`, `X-Provider-Signature: ${signature}`, "", "");
  await new Promise<void>((resolve) => {
    server.once("request", () => resolve());
    socket.write(head.join("\r\n"));
  });

  const drained = drain();
  expect(server.listening).toBe(false);
  socket.write(body);

  expect(await answer).toMatch(/^HTTP\/1.1 200 OK/);
  await drained;
  expect(await isRecorded(form.MessageSid)).toBe(true);
});
