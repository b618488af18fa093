import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type OperationId, operations } from "../../generated/operations.ts";
import { listCallbacks } from "../../server/inbound/list-callbacks.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { newSid, post, postCallback, statusForm } from "../support/callbacks.ts";
import type { RawAnswer } from "../support/client.ts";
import { createAwayDatabase } from "../support/database.ts";
import { uniquePhone } from "../support/factories.ts";
import { useFakeServer } from "../support/fake-server.ts";
import { signLetter } from "../support/pigeon/callbacks.ts";
import { createPigeonProvider } from "../support/pigeon/kind.ts";
import { refusalOf, refusalsOf } from "../support/refusals.ts";
import { exchange } from "../support/socket.ts";

const secret = "the secret of the loft";
const loft = useFakeServer();
const carrier = () => createPigeonProvider({ loft: loft.url, secret });
const app = useApp({ carrier });
const neighbour = useNeighbour(app, { carrier });
const away = useApp({ carrier, database: createAwayDatabase });
const withoutIt = useApp();

const now = () => String(Math.floor(Date.now() / 1_000));

interface Post {
  server?: { url: string };
  path?: string;
  type?: string;
  time?: string;
  seal?: string;
  headers?: Record<string, string>;
}

/** Posts a body as the carrier does. */
function deliver(body: string, { server = app, path = "pigeon/default/inbound", ...given }: Post = {}) {
  const { type = "application/json", time = now(), seal = signLetter(secret, time, body), headers } = given;
  return post(`${server.url}/api/external/${path}`, body, {
    "content-type": type,
    "pigeon-seal": seal,
    "pigeon-time": time,
    ...headers,
  });
}

const letter = (fields: object) => JSON.stringify({ letter: fields });

/** Reports a state of a letter, and processes the callback. */
async function report(fields: object) {
  expect((await deliver(letter(fields), { path: "pigeon/default/status" })).status).toBe(200);
  await app.jobs.drain();
}

async function readThread(client: Awaited<ReturnType<typeof app.signIn>>["client"]) {
  const { threads } = await client.listThreads();
  const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
  return { thread: threads[0]!, messages };
}

/** Lets the carrier answer all letters. */
const answerWith = (answer: object) => {
  loft.behaviour = (_, response) => void response.end(JSON.stringify(answer));
};

describe("a kind of carrier with other names, words and signatures", () => {
  test("sends a text, and its states become delivery statuses that never go back", async () => {
    const { client, number } = await app.signIn();
    const [phone, ref] = [uniquePhone(), newSid()];
    answerWith({ ref });

    const { textId } = await client.sendText({ body: { phone_number: phone, message: "coo" } });
    const sent = JSON.parse(loft.requests.at(-1)!.body);
    expect(sent).toEqual({ label: textId, sender: number, receiver: phone, words: "coo" });

    await report({ ref, state: "flying" });
    expect((await readThread(client)).messages).toMatchObject([{ status: "sent" }]);
    await report({ label: textId, state: "arrived" });
    await report({ ref, state: "lost", reason: "hawk" });
    await report({ ref, state: "moulting" });
    expect((await readThread(client)).messages).toMatchObject([{ status: "delivered", errorCode: null }]);
  });

  test("reports why a text was lost", async () => {
    const { client } = await app.signIn();
    const ref = newSid();
    answerWith({ ref });
    await client.sendText({ body: { phone_number: uniquePhone(), message: "coo" } });

    await report({ ref, state: "lost", reason: "hawk" });

    expect((await readThread(client)).messages).toMatchObject([{ status: "failed", errorCode: "hawk" }]);
  });

  test("refuses a text of a recipient who wishes silence", async () => {
    const { client } = await app.signIn();
    answerWith({ refusal: "silence" });

    const answer = await client.raw("sendText", { body: { phone_number: uniquePhone(), message: "coo" } });

    expect(refusalOf(answer)).toBe("409 recipient_opted_out");
  });

  test("receives a text with its pictures, and gets its own answer", async () => {
    const { client, number } = await app.signIn();
    const phone = uniquePhone();
    const pictures = [{ href: "https://loft.example/1", mime: "image/png" }];

    const answer = await deliver(letter({ ref: newSid(), sender: phone, receiver: number, words: "coo", pictures }));

    expect(answer).toMatchObject({ status: 200, text: '{"heard":true}' });
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    await app.jobs.drain();
    const { thread, messages } = await readThread(client);
    expect(thread).toMatchObject({ contactPhone: phone, lastBody: "coo" });
    expect(messages).toMatchObject([
      { direction: "inbound", testMode: false, media: [{ url: "https://loft.example/1", contentType: "image/png" }] },
    ]);
  });

  test("records a repetition once, by its signature and by its id, at every server", async () => {
    const { client, number } = await app.signIn();
    const phone = uniquePhone();
    const body = letter({ ref: newSid(), sender: phone, receiver: number, words: "coo" });
    const time = now();

    for (const server of [app, neighbour]) expect((await deliver(body, { server, time })).status).toBe(200);
    await app.jobs.drain();
    await deliver(body, { time: String(Number(time) - 1) });
    await app.jobs.drain();

    expect((await readThread(client)).messages).toMatchObject([{ body: "coo" }]);
    const records = (await listCallbacks(app.em(), { limit: 100 })).filter(({ content }) => content.from === phone);
    expect(records.map(({ outcome }) => outcome).toSorted()).toEqual(["duplicate", "duplicate", "stored"]);
  });

  test("knows a repetition of a text without an id by its signature and time alone", async () => {
    const { client, number } = await app.signIn();
    const body = letter({ sender: uniquePhone(), receiver: number, words: "coo" });
    const time = now();

    for (const each of [time, time, String(Number(time) - 9)]) await deliver(body, { time: each });
    await app.jobs.drain();

    expect((await readThread(client)).messages).toMatchObject([{ body: "coo" }, { body: "coo" }]);
  });

  test.each([
    ["the keyword STOP", { words: "stop" }, { words: "START" }, "keyword"],
    ["its own wish", { words: "please, no more", wish: "silence" }, { words: "coo", wish: "letters" }, "provider"],
  ])("opts its sender out by %s before the answer, and in again", async (_, out, back, source) => {
    const { client, number, team } = await app.signIn();
    const phone = uniquePhone();
    answerWith({ ref: newSid() });
    const send = () => client.raw("sendText", { body: { phone_number: phone, message: "coo" } });

    await deliver(letter({ ref: newSid(), sender: phone, receiver: number, ...out }));
    expect(refusalOf(await send())).toBe("409 recipient_opted_out");
    const consents = await app.em().execute("select source, keyword from consent_event where team_id = ?", [team.id]);
    expect(consents).toEqual([{ source, keyword: "STOP" }]);

    await deliver(letter({ ref: newSid(), sender: phone, receiver: number, ...back }));
    expect((await send()).status).toBe(200);
  });

  test.each([
    ["text/plain", "coo coo"],
    ["application/json", "[1]"],
    ["application/xml", "<letter/>"],
  ])("may post a body of the type %s, which is recorded as text if it has no fields", async (type, body) => {
    expect((await deliver(body, { type })).status).toBe(200);
    await app.jobs.drain();

    const [record] = await listCallbacks(app.em(), { limit: 1 });
    expect(record).toMatchObject({ outcome: "unreadable", fields: { unreadableBody: body } });
  });

  test("leaves the requirement's paths to the requirement's signature", async () => {
    expect((await postCallback(app, "status", statusForm(uniquePhone(), newSid(), "sent"))).text).toBe("<Response/>");
    expect(refusalOf(await deliver("{}", { path: "sms/inbound" }))).toBe("401 invalid_signature");
  });
});

describe("the path of a carrier", () => {
  test.each(["pigeon/other/inbound", "Pigeon/default/inbound", "twilio/default/status", "simulated/default/inbound"])(
    "is unknown for another kind or account: %s",
    async (path) => {
      expect(refusalOf(await deliver("{}", { path }))).toBe("404 not_found");
    },
  );

  test("is unknown to a server with another carrier", async () => {
    expect(refusalOf(await deliver("{}", { server: withoutIt }))).toBe("404 not_found");
  });

  const body = letter({ sender: "+12025550123", receiver: "+12025550100", words: "coo" });
  test.each<[string, Post]>([
    ["of another body", { seal: signLetter(secret, now(), "{}") }],
    ["of another time", { seal: signLetter(secret, "1", body) }],
    ["of another secret", { seal: signLetter("another", now(), body) }],
    ["that is too old", { time: String(Number(now()) - 301) }],
    ["that is malformed", { seal: "0" }],
  ])("refuses a signature %s", async (_, given) => {
    expect(refusalOf(await deliver(body, given))).toBe("401 invalid_signature");
  });

  test("takes a body of 64 KiB", async () => {
    expect((await deliver(" ".repeat(65_536), { type: "text/plain" })).status).toBe(200);
  });
});

const carrierOperations = (Object.keys(operations) as OperationId[]).filter((id) => operations[id].auth === "carrier");

const pathOf = (id: OperationId) =>
  operations[id].path.replace("/api/external/", "").replace("{kind}", "pigeon").replace("{account}", "default");

/** Posts a body that breaks off in the middle of its transfer encoding. */
function postBroken(id: OperationId): Promise<RawAnswer> {
  const signed = [`Pigeon-Seal: ${"0".repeat(64)}`, "Pigeon-Time: 1"];
  const lines = ["Host: x", "Transfer-Encoding: chunked", ...signed, "", ""];
  const head = [`POST /api/external/${pathOf(id)} HTTP/1.1`, ...lines].join("\r\n");
  return exchange(app.url, `${head}2\r\n{}\r\nno length\r\n`);
}

/** A request for every refusal. */
const ways: Record<string, (id: OperationId) => Promise<RawAnswer>> = {
  "401 invalid_signature": (id) => deliver("{}", { path: pathOf(id), seal: createHash("sha256").digest("hex") }),
  "404 not_found": (id) => deliver("{}", { path: pathOf(id).replace("pigeon", "owl") }),
  "413 payload_too_large": (id) => deliver(" ".repeat(65_537), { path: pathOf(id) }),
  "415 unsupported_media_type": (id) => deliver("{}", { path: pathOf(id), headers: { "content-encoding": "gzip" } }),
  "400 validation_error": postBroken,
  "503 server_error": (id) => deliver("{}", { path: pathOf(id), server: away }),
};

describe.each(carrierOperations)("%s", (id) => {
  test.each(Object.entries(ways))("answers %s", async (refusal, ask) => {
    expect(refusalOf(await ask(id))).toBe(refusal);
  });

  test("declares no other refusal except 500", () => {
    const declared = refusalsOf(id).filter((refusal) => refusal !== "500 server_error");
    expect(declared.toSorted()).toEqual(Object.keys(ways).toSorted());
  });
});
