import { createHash } from "node:crypto";
import twilio from "twilio";
import { describe, expect, test } from "vitest";
import { listCallbacks } from "../../server/inbound/list-callbacks.ts";
import { useApp, webhookClientSecret } from "../support/app.ts";
import { inboundForm, newSid, post, postCallback } from "../support/callbacks.ts";
import { uniquePhone } from "../support/factories.ts";

const app = useApp();
const simulated = useApp({ simulated: true });

/** Posts a body of JSON as it is, signed over its hash. */
function postJson(body: string | Buffer, kind = "inbound") {
  const hash = createHash("sha256").update(body).digest("hex");
  const address = `${app.url}/api/external/sms/${kind}?bodySHA256=${hash}`;
  return post(address, body, {
    "content-type": "application/json",
    "x-provider-signature": twilio.getExpectedTwilioSignature(webhookClientSecret, address, {}),
  });
}

async function readNewest() {
  const [record] = await listCallbacks(app.em(), { limit: 1 });
  return record!;
}

describe("a signed JSON body", () => {
  test("may contain numbers and booleans, which are read as text", async () => {
    const { client, number } = await app.signIn();
    const phone = uniquePhone();
    const [from, to] = [phone.slice(1), number.slice(1)];
    const body = `{"MessageSid":12345678901234567890,"From":${from},"To":${to},"Body":1.10,"NumMedia":0,"Test":true}`;

    expect(await postJson(body)).toMatchObject({ status: 200, text: "<Response/>" });
    await app.jobs.drain();

    expect((await client.listThreads()).threads).toMatchObject([{ contactPhone: phone, lastBody: "1.10" }]);
    expect(await readNewest()).toMatchObject({
      outcome: "stored",
      fields: { MessageSid: "12345678901234567890", From: phone, To: number, NumMedia: "0", Test: "true" },
    });
  });

  test("gets no plus sign for a short code, for text, or in other fields", async () => {
    await postJson('{"From":72345,"To":"12025550100","Caller":12025550123}');
    expect((await readNewest()).fields).toEqual({ From: "72345", To: "12025550100", Caller: "12025550123" });
  });

  test("may contain any other shapes, which are stored and ignored", async () => {
    const { client, number } = await app.signIn();
    const fields = {
      ...inboundForm(uniquePhone(), number, "hello"),
      Body: { a: [1, null, "x"] },
      Extra: [],
      None: null,
    };

    expect((await postJson(JSON.stringify(fields))).status).toBe(200);
    await app.jobs.drain();

    expect((await client.listThreads()).threads).toMatchObject([{ lastBody: "" }]);
    expect((await readNewest()).fields).toEqual(fields);
  });

  test("may contain characters that the database cannot store, which are replaced", async () => {
    const deep = "[".repeat(100) + "]".repeat(100);

    expect((await postJson(`{"a\\u0000":"\\ud800","b":["\\u0000",1e999],"c":${deep}}`)).status).toBe(200);

    const { fields } = await readNewest();
    expect(fields).toMatchObject({ "a\ufffd": "\ufffd", b: ["\ufffd", "1e999"] });
    expect(JSON.stringify(fields.c)).toMatch(/^\[+"\ufffd"\]+$/);
  });

  test.each(["{", "[]", "null", '"text"', "5", "[{}]", "\0", "[".repeat(20_000)])(
    "without an object is stored as text and has no effect: %j",
    async (text) => {
      for (const kind of ["inbound", "status"]) {
        expect((await postJson(text, kind)).status).toBe(200);
        await app.jobs.drain();
        const unreadableBody = text.replaceAll("\0", "\ufffd");
        expect(await readNewest()).toMatchObject({ kind, outcome: "unreadable", fields: { unreadableBody } });
      }
    },
  );

  test("with invalid UTF-8 is stored as far as it can be decoded", async () => {
    expect((await postJson(Buffer.from([0x7b, 0xff]))).status).toBe(200);
    expect((await readNewest()).fields).toEqual({ unreadableBody: "{\ufffd" });
  });
});

test.each(["?textId=1&textId=2", "?textId=%00&team=%ff", "?otpId=%zz&x[]=1", "?testMode=maybe&team="])(
  "a callback is accepted with any query in its URL: %s",
  async (query) => {
    const { client, number } = await app.signIn();

    const { status } = await postCallback(app, "inbound", inboundForm(uniquePhone(), number, "hello"), { query });
    await app.jobs.drain();

    expect(status).toBe(200);
    expect((await client.listThreads()).threads).toMatchObject([{ lastBody: "hello" }]);
  },
);

test("a callback of the simulated carrier may belong to test mode, and a callback of a real provider may not", async () => {
  for (const [server, testMode] of [
    [simulated, true],
    [app, false],
  ] as const) {
    const { client, number } = await server.signIn();
    const form = inboundForm(uniquePhone(), number, "hello");
    await postCallback(server, "inbound", form, { query: "?testMode=true" });
    await postCallback(server, "inbound", inboundForm(form.From, number, "live"), { query: "?testMode=false" });
    await server.jobs.drain();

    const { threads } = await client.listThreads();
    const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
    expect(messages).toMatchObject([
      { body: "live", testMode: false },
      { body: "hello", testMode },
    ]);
  }
});

describe("the body of a callback", () => {
  const padded = (bytes: number) => {
    const form = { MessageSid: newSid(), Body: "" };
    return { ...form, Body: "x".repeat(bytes - new URLSearchParams(form).toString().length) };
  };

  test("has at most 64 KiB", async () => {
    expect((await postCallback(app, "status", padded(65_536))).status).toBe(200);
    expect(await postCallback(app, "status", padded(65_537))).toMatchObject({
      status: 413,
      body: { error: "payload_too_large" },
    });
  });

  test("may have any number of fields", async () => {
    const form = Object.fromEntries(Array.from({ length: 7_000 }, (_, at) => [`x${at}`, "y"]));

    expect((await postCallback(app, "status", { MessageSid: newSid(), ...form })).status).toBe(200);
  });
});
