import { createHash } from "node:crypto";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import twilio from "twilio";
import { describe, expect, test } from "vitest";
import { createApp } from "../server/app.ts";
import { callbackUrlsOf, loadConfig } from "../server/config.ts";
import { queries } from "../server/db/orm.ts";
import { createLog } from "../server/log.ts";
import { isSigned, signForm } from "../server/provider/signature.ts";
import { useApp, webhookClientSecret } from "./support/app.ts";
import { inboundForm, newSid, post, postCallback } from "./support/callbacks.ts";
import { uniquePhone } from "./support/factories.ts";

const app = useApp();
const proxied = useApp({ publicUrl: () => "https://sms.example.com/messaging" });

const formType = { "content-type": "application/x-www-form-urlencoded" };
const jsonType = { "content-type": "application/json" };
const path = "/api/external/sms/inbound";

const newForm = (body = "hello") => inboundForm(uniquePhone(), "+12025559999", body);

const encode = (form: Record<string, string>) => new URLSearchParams(form).toString();

const sign = (url: string, form: Record<string, string>, token = webhookClientSecret) =>
  twilio.getExpectedTwilioSignature(token, url, form);

const postSigned = (url: string, body: string, signature: string) =>
  post(url, body, { ...formType, "x-provider-signature": signature });

async function isRecorded(sid: string, { em } = app): Promise<boolean> {
  const rows = await queries(em()).selectFrom("Callback").select("fields").execute();
  return rows.some(({ fields }) => (fields as Record<string, string>).MessageSid === sid);
}

test("a callback that the provider's own library signed is taken, on each of the three paths", async () => {
  for (const kind of ["inbound", "status", "otp-status"] as const) {
    const form = { ...newForm("  ünïcode & spaces + 100 % 👍 "), MessageStatus: "sent", "": "no name", Empty: "" };
    expect((await postCallback(app, kind, form)).status).toBe(200);
    expect(await isRecorded(form.MessageSid)).toBe(true);
  }
});

test("any form at all is taken with the library's signature", async () => {
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

test("a form is read as it was written, also where its writer encodes less than others", async () => {
  const form = { "?MessageSid": "x", MessageSid: newSid(), Body: " a?b'c " };
  const url = app.url + path;
  const body = `?MessageSid=x&MessageSid=${form.MessageSid}&Body=+a?b'c%20`;
  expect((await post(url, body, { ...formType, "x-provider-signature": sign(url, form) })).status).toBe(200);
  expect(await isRecorded(form.MessageSid)).toBe(true);
});

test("a name with several values counts with each different one, as the library has it", () => {
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

describe("refused with 401, and nothing of it is kept:", () => {
  const url = () => app.url + path;
  const cases: [string, (form: Record<string, string>) => Promise<{ status: number; body: { error?: string } }>][] = [
    ["no signature", (form) => post(url(), encode(form), formType)],
    ["an empty one", (form) => post(url(), encode(form), { ...formType, "x-provider-signature": "" })],
    ["one with another token", (form) => postCallback(app, "inbound", form, { authToken: "another token" })],
    [
      "one over another path",
      (form) => post(url(), encode(form), { ...formType, "x-provider-signature": sign(`${app.url}/api/x`, form) }),
    ],
    [
      "one without the query",
      (form) => post(`${url()}?textId=1`, encode(form), { ...formType, "x-provider-signature": sign(url(), form) }),
    ],
    [
      "one over another value",
      (form) =>
        post(url(), encode({ ...form, Body: "bye" }), { ...formType, "x-provider-signature": sign(url(), form) }),
    ],
    [
      "one over a trimmed value",
      (form) =>
        post(url(), encode({ ...form, Body: "hello " }), { ...formType, "x-provider-signature": sign(url(), form) }),
    ],
    [
      "one over the URL that the Host header makes",
      (form) =>
        post(url(), encode(form), {
          ...formType,
          ...{ "x-forwarded-host": "evil.example.com", "x-forwarded-proto": "https" },
          "x-provider-signature": sign(`https://evil.example.com${path}`, form),
        }),
    ],
    [
      "a right one in a longer text",
      (form) => post(url(), encode(form), { ...formType, "x-provider-signature": `${sign(url(), form)}x` }),
    ],
    [
      "a form that is signed as a JSON body would be",
      (form) => {
        const hash = createHash("sha256").update(encode(form)).digest("hex");
        const address = `${url()}?bodySHA256=${hash}`;
        return post(address, encode(form), { ...formType, "x-provider-signature": sign(address, {}) });
      },
    ],
    [
      "one that is not base64",
      (form) => post(url(), encode(form), { ...formType, "x-provider-signature": `${"-".repeat(27)}=` }),
    ],
    ["JSON that cannot be read", () => post(url(), "{", { ...jsonType, "x-provider-signature": "x" })],
    ["a type that is not taken", () => post(url(), "<x/>", { "content-type": "text/xml" })],
    ["nothing at all", () => post(url(), "", {})],
  ];

  test.each(cases)("%s", async (_, send) => {
    const form = newForm();

    const answer = await send(form);

    expect(answer).toMatchObject({ status: 401, body: { success: false, error: "invalid_signature" } });
    expect(await isRecorded(form.MessageSid)).toBe(false);
  });
});

test("the signature may come in the header of the provider's own name", async () => {
  const form = newForm();
  const url = app.url + path;
  const answer = await post(url, encode(form), { ...formType, "x-twilio-signature": sign(url, form) });
  expect(answer.status).toBe(200);
});

test("the key of a team opens nothing here", async () => {
  const { key } = await app.signIn();
  const answer = await post(app.url + path, encode(newForm()), { ...formType, "x-api-key": key });
  expect(answer.status).toBe(401);
});

describe("with a JSON body", () => {
  const send = (body: string, hash = createHash("sha256").update(body).digest("hex"), query = "") => {
    const url = `${app.url}${path}?${query}bodySHA256=${hash}`;
    return post(url, body, { ...jsonType, "x-provider-signature": sign(url, {}) });
  };

  test("the URL is signed with the body's hash, and the fields are the form's", async () => {
    const { client, number } = await app.signIn();
    const body = JSON.stringify({ ...inboundForm(uniquePhone(), number, "in JSON"), Extra: { nested: [1] } });

    expect((await send(body)).status).toBe(200);
    expect((await send(body, undefined, "textId=1&")).status).toBe(200);

    await app.jobs.drain();
    expect((await client.listThreads()).threads).toMatchObject([{ lastBody: "in JSON" }]);
  });

  test("characters that the database cannot hold cost the text those, not its life", async () => {
    const { client, number } = await app.signIn();
    const form = inboundForm(uniquePhone(), number, "a\0b\ud83dc");

    expect((await send(JSON.stringify({ ...form, Extra: [1] }))).status).toBe(200);

    await app.jobs.drain();
    expect((await client.listThreads()).threads).toMatchObject([{ lastBody: "a\ufffdb\ufffdc" }]);
  });

  test("another hash, and none, are refused", async () => {
    const body = JSON.stringify(newForm());
    expect((await send(body, "0".repeat(64))).status).toBe(401);
    const url = app.url + path;
    expect((await post(url, body, { ...jsonType, "x-provider-signature": sign(url, {}) })).status).toBe(401);
  });
});

test("a type that is not taken is refused as such once it is signed", async () => {
  const url = app.url + path;
  const answer = await post(url, "<x/>", { "content-type": "text/xml", "x-provider-signature": sign(url, {}) });
  expect(answer).toMatchObject({ status: 415, body: { error: "unsupported_media_type" } });
});

test("no other operation takes a form", async () => {
  const { key } = await app.signIn();
  const answer = await post(`${app.url}/api/text`, "message=hello", { ...formType, "x-api-key": key });
  expect(answer).toMatchObject({ status: 415, body: { error: "unsupported_media_type" } });
});

test("behind a proxy the public address counts, with its path and whatever Host says", async () => {
  const form = newForm();
  const query = "?textId=a%20b&textId=2";
  const signature = sign(`https://sms.example.com/messaging${path}${query}`, form);

  const answer = await post(proxied.url + path + query, encode(form), {
    ...formType,
    "x-provider-signature": signature,
  });
  const own = newForm();
  const direct = await post(proxied.url + path, encode(own), {
    ...formType,
    "x-provider-signature": sign(proxied.url + path, own),
  });

  expect(answer.status, answer.text).not.toBe(401);
  expect(direct.status).toBe(401);
});

describe("without a public address,", () => {
  const config = loadConfig({}, {});
  const local = useApp({ callbackUrls: (port) => callbackUrlsOf(config, port) });
  const post = (origin: string, authToken = webhookClientSecret) => {
    const form = newForm();
    return postSigned(
      local.url + path,
      encode(form),
      sign(origin.replace("PORT", portOf(local.url)) + path, form, authToken),
    );
  };
  const portOf = (url: string) => new URL(url).port;

  test.each(["http://localhost:PORT", "http://127.0.0.1:PORT", "http://[::1]:PORT"])(
    "%s may be signed",
    async (origin) => {
      expect((await post(origin)).status).toBe(200);
    },
  );

  test.each(["http://localhost", "https://localhost:PORT", "http://127.0.0.2:PORT", "http://sms.example.com:PORT"])(
    "%s may not",
    async (origin) => {
      expect((await post(origin)).status).toBe(401);
    },
  );

  test("the address that it listens on may be signed, too; a public address is the only one", () => {
    expect(callbackUrlsOf(loadConfig({ HOST: "10.0.0.7" }, {}), 80)).toEqual([
      "http://10.0.0.7:80",
      "http://localhost:80",
      "http://127.0.0.1:80",
      "http://[::1]:80",
    ]);
    const baseUrl = "https://sms.example.com";
    expect(callbackUrlsOf(loadConfig({ BASE_URL: `${baseUrl}/` }, {}), 80)).toEqual([baseUrl]);
  });
});

describe("the port that the scheme implies may be signed or not:", () => {
  const token = "12345";
  test.each([
    ["https://sms.example.com/x?y=1", "https://sms.example.com:443/x?y=1"],
    ["https://sms.example.com:443/x", "https://sms.example.com/x"],
    ["http://sms.example.com/x", "http://sms.example.com:80/x"],
    ["https://[::1]/x", "https://[::1]:443/x"],
  ])("%s, signed as %s", (url, signed) => {
    const signature = sign(signed, { a: "b" }, token);
    expect(isSigned(token, { urls: [url], signature, content: { form: [["a", "b"]] } })).toBe(true);
  });

  test.each([
    ["https://sms.example.com:8443/x", "https://sms.example.com/x"],
    ["https://sms.example.com/x", "https://sms.example.com:80/x"],
    ["https://sms.example.com/x", "http://sms.example.com/x"],
    ["https://sms.example.com/x:443", "https://sms.example.com/x"],
  ])("not %s, signed as %s", (url, signed) => {
    const signature = sign(signed, { a: "b" }, token);
    expect(isSigned(token, { urls: [url], signature, content: { form: [["a", "b"]] } })).toBe(false);
  });
});

test("no secret and no text of a callback is in the log", async () => {
  const form = newForm(`private ${newSid()}`);
  await postCallback(app, "inbound", form, { query: "?textId=private-id" });
  await app.jobs.drain();

  const log = app.logLines.join("\n");
  expect(log).not.toContain(form.Body);
  expect(log).not.toContain("private-id");
  expect(log).not.toContain(webhookClientSecret);
});

test("a callback that is on its way when the server stops listening is taken", async () => {
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
