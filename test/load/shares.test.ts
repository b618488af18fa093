import { once } from "node:events";
import { connect, type Socket } from "node:net";
import twilio from "twilio";
import { expect, onTestFinished, test, vi } from "vitest";
import { useApp, webhookClientSecret } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { createClient, type RawAnswer } from "../support/client.ts";
import { countWaiting } from "../support/database.ts";
import { buildKey, uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();
const small = useApp({ limits: { maxInFlight: 10 } });
const impatient = useApp({ limits: { callbackBodyMilliseconds: 200 } });
const few = {
  keyCheckBytes: 4 * 65_536,
  callbackBodies: { bodies: 20, bytes: 65_536 },
};
const proxied = useApp({ trustedProxies: ["127.0.0.1/32"], limits: few });

/** How long another caller may wait while callers hold all that they can. */
const promisedMilliseconds = 1_000;

/** Sends the beginning of a request, and collects the answer. */
async function begin(url: string, text: string): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let received = "";
  socket
    .on("error", () => {})
    .on("data", (chunk) => {
      received += chunk;
    });
  await new Promise((resolve) => socket.write(text, resolve));
  return { socket, received: () => received };
}

const beginMany = (count: number, url: string, text: (index: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, index) => begin(url, text(index))));

const inboundPath = "/api/external/sms/inbound";

/** The head of a callback and the first byte of its body. The signature is wrong, and only its form is right. */
const idleCallback = (forwardedFor = "192.0.2.1") =>
  `${[
    `POST ${inboundPath} HTTP/1.1`,
    "Host: localhost",
    "Content-Type: application/x-www-form-urlencoded",
    "Content-Length: 65536",
    `X-Provider-Signature: ${"a".repeat(27)}=`,
    `X-Forwarded-For: ${forwardedFor}`,
  ].join("\r\n")}\r\n\r\nM`;

const idleRequest = (...headers: string[]) =>
  ["POST /api/text HTTP/1.1", "Host: localhost", "Content-Type: application/json", ...headers].join("\r\n");

/** The head and the body of a signed callback. */
function signedCallback(url: string, form: Record<string, string>, forwardedFor = "192.0.2.1"): [string, string] {
  const body = new URLSearchParams(form).toString();
  const signature = twilio.getExpectedTwilioSignature(webhookClientSecret, url + inboundPath, form);
  const head = [
    `POST ${inboundPath} HTTP/1.1`,
    "Host: localhost",
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
    `X-Provider-Signature: ${signature}`,
    `X-Forwarded-For: ${forwardedFor}`,
  ];
  return [`${head.join("\r\n")}\r\n\r\n`, body];
}

async function expectSoon(act: () => Promise<{ status: number }>): Promise<void> {
  const begun = performance.now();
  expect((await act()).status).toBe(200);
  expect(performance.now() - begun).toBeLessThan(promisedMilliseconds);
}

test("a signed callback is accepted while 1,100 connections of its address announce one and send a byte", async () => {
  const { number } = await app.signIn();
  await postCallback(app, "inbound", inboundForm(uniquePhone(), number, "hello"));
  await beginMany(1_100, app.url, () => idleCallback());

  await expectSoon(() => postCallback(app, "inbound", inboundForm(uniquePhone(), number, "STOP")));

  // Its body comes after its head.
  const [head, body] = signedCallback(app.url, inboundForm(uniquePhone(), number, "STOP"));
  const late = await begin(app.url, head);
  await beginMany(20, app.url, () => idleCallback());
  late.socket.write(body);
  await vi.waitFor(() => expect(late.received()).toMatch(/^HTTP\/1.1 200 /), { timeout: 5_000 });
}, 30_000);

test("a key in a body is found while 1,100 connections of its address send bodies without an end", async () => {
  const { key } = await app.signIn();
  await beginMany(1_100, app.url, () => `${idleRequest("Transfer-Encoding: chunked")}\r\n\r\n1\r\n{\r\n`);

  await expectSoon(() =>
    createClient(app.url, "").request("POST", "/api/text", {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ phone_number: uniquePhone(), message: "hello", api_key: key }),
    }),
  );
}, 30_000);

test("unfinished bodies of a team take no slots, of its other requests and of another team", async () => {
  const [busy, other] = [await small.signIn(), await small.signIn()];
  const keys = [busy.key, await buildKey(small.em(), busy.team)];
  await beginMany(
    10,
    small.url,
    (index) => `${idleRequest(`X-API-Key: ${keys[index % 2]}`, "Content-Length: 1000")}\r\n\r\n{`,
  );

  await expectSoon(() => other.client.raw("listThreads"));
  await expectSoon(() => other.client.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" } }));
  await expectSoon(() => busy.client.raw("listThreads"));
});

test("a team gets half of the slots, and another team is served meanwhile", async () => {
  const [busy, other] = [await small.signIn(), await small.signIn()];
  await small.em().transactional(async (em) => {
    await em.execute("lock table thread in access exclusive mode");
    const stopping = new AbortController();
    const answers = Array.from({ length: 10 }, () =>
      busy.client.request("GET", "/api/threads", { signal: stopping.signal }).catch(() => undefined),
    );
    const refused: string[] = [];
    for (const answer of answers)
      void answer.then((each) => each && each.status >= 400 && refused.push(refusalOf(each)));
    await vi.waitFor(() => expect(refused).toEqual(Array(5).fill("503 server_error")));

    await expectSoon(() => other.client.raw("getKey"));
    stopping.abort();
  });
});

test("behind a trusted proxy, a caller's address ends only the unfinished bodies of its own", async () => {
  const { number } = await proxied.signIn();
  const callback = () => signedCallback(proxied.url, inboundForm(uniquePhone(), number, "STOP"));
  const [head, body] = callback();
  const early = await begin(proxied.url, head);

  const idle = await beginMany(40, proxied.url, () => idleCallback("198.51.100.9"));
  const sameNetwork = await beginMany(40, proxied.url, (index) => idleCallback(`2001:db8:0:1::${index}`));
  const [laterHead, laterBody] = callback();
  const later = await begin(proxied.url, laterHead);
  const isRefused = ({ received }: { received(): string }) => received().startsWith("HTTP/1.1 503 ");
  await vi.waitFor(() => {
    expect(idle.filter(isRefused).length).toBeGreaterThanOrEqual(30);
    expect(sameNetwork.filter(isRefused).length).toBeGreaterThanOrEqual(34);
  });
  early.socket.write(body);
  later.socket.write(laterBody);

  await vi.waitFor(() => {
    for (const { received } of [early, later]) expect(received()).toMatch(/^HTTP\/1.1 200 /);
  });
});

test("the body of a callback has a few seconds to arrive, however it drips", async () => {
  const { socket, received } = await begin(impatient.url, idleCallback());
  const drip = setInterval(() => socket.write("M"), 20);
  onTestFinished(() => clearInterval(drip));

  while (!received()) await once(socket, "data");

  expect(received()).toMatch(/^HTTP\/1.1 400 [\s\S]*"error":"validation_error"[\s\S]*in time/);
});

test("behind a trusted proxy, keys of one address that wait for their check leave room for those of others", async () => {
  const { key } = await proxied.signIn();
  const list = (address: string, given: string) =>
    createClient(proxied.url, given).request("GET", "/api/threads", { headers: { "x-forwarded-for": address } });
  let served: Promise<RawAnswer> | undefined;
  let flood: Promise<RawAnswer>[] = [];

  await proxied.em().transactional(async (em) => {
    await em.execute("lock table api_key in access exclusive mode");
    flood = Array.from({ length: 6 }, (_, index) => list("198.51.100.9", `wrong ${index}`));
    const refused: string[] = [];
    for (const answer of flood) void answer.then((each) => refused.push(refusalOf(each)));
    await vi.waitFor(() => expect(refused).toEqual(Array(4).fill("503 server_error")));
    served = list("203.0.113.5", key);
    await vi.waitFor(async () => expect(await countWaiting(proxied.database)).toBe(1));
  });

  expect((await served!).status).toBe(200);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([401, 401, 503, 503, 503, 503]);
});
