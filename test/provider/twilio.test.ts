import dns from "node:dns";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Outcome } from "../../server/provider/provider.ts";
import type { TwilioOptions } from "../../server/provider/twilio/send.ts";
import * as behaviours from "../support/fake-server.ts";
import { type Behaviour, messageSid } from "../support/fake-server.ts";
import { newText, useTwilio } from "../support/twilio.ts";

const { fakeServer, open, openFakeServer } = useTwilio();

afterEach(() => {
  vi.restoreAllMocks();
});

/** Sends a text to a fake server with this behaviour, which must read it at most once. Returns the outcome. */
async function outcomeOf(behaviour: Behaviour, options: Partial<TwilioOptions> = {}): Promise<Outcome> {
  fakeServer.behaviour = behaviour;
  const outcome = await open(options).send(newText());
  expect(fakeServer.requests).toHaveLength(1);
  return outcome;
}

const unknown: Outcome = { kind: "unknown" };
const refused = (errorCode: string): Outcome => ({ kind: "refused", errorCode, optedOut: false });
const soon = { timeoutMilliseconds: 150 };

describe("a text that was answered", () => {
  test.each([200, 201, 202])("is accepted by %i with an id", async (status) => {
    const sid = messageSid();
    const outcome = await outcomeOf(behaviours.answer(status, { sid, status: "accepted" }));
    expect(outcome).toEqual({ kind: "accepted", providerId: sid, status: "queued" });
  });

  test("is accepted by an answer that arrives in parts", async () => {
    const sid = messageSid();
    const outcome = await outcomeOf(async (_, response) => {
      response.writeHead(201, { "content-type": "application/json" });
      for (const piece of JSON.stringify({ sid }).match(/.{1,5}/g)!) {
        await new Promise((written) => response.write(piece, written));
      }
      response.end();
    });
    expect(outcome).toMatchObject({ kind: "accepted", providerId: sid });
  });

  test.each([401, 403])("is refused with %i because of the server's own credentials", async (status) => {
    const outcome = await outcomeOf(behaviours.refuse(20003, status));
    expect(outcome).toMatchObject({ ...refused("20003"), refusesServer: true });
  });

  test("has the outcome of the answer after an early hint", async () => {
    const outcome = await outcomeOf((request, response) => {
      response.writeEarlyHints({ link: "</a>; rel=preload" });
      behaviours.refuse(21211)(request, response);
    });
    expect(outcome).toMatchObject(refused("21211"));
  });

  test.each([
    ["21211", behaviours.refuse(21211)],
    ["20429", behaviours.refuse(20429, 429)],
    ["E-17", behaviours.refuse("E-17", 422)],
    ["x".repeat(64), behaviours.refuse("x".repeat(65))],
    ["http_404", behaviours.answer(404, "<h1>Not found</h1>")],
    ["http_400", behaviours.answer(400, "")],
    ["http_400", behaviours.answer(400, "null")],
    ["http_422", behaviours.answer(422, { code: { of: "another shape" } })],
    ["http_422", behaviours.answer(422, { code: "" })],
    ["http_422", behaviours.answer(422, { code: "not\0storable" })],
    ["http_413", behaviours.answer(413, { code: 1, message: "x".repeat(70_000) })],
    ["http_400", behaviours.resetAfterHeaders(400)],
  ])("with a status of 4xx is refused: %s", async (errorCode, behaviour) => {
    expect(await outcomeOf(behaviour)).toMatchObject(refused(errorCode));
  });

  test("with a status of 4xx and then nothing more is refused after the timeout", async () => {
    expect(await outcomeOf(behaviours.hangAfterHeaders(400), soon)).toMatchObject(refused("http_400"));
  });

  test("with the code for an opt-out is refused for the opt-out", async () => {
    const outcome = await outcomeOf(behaviours.refuse(21610));
    expect(outcome).toMatchObject({ kind: "refused", errorCode: "21610", optedOut: true });
  });

  test.each([
    ["a status of 500 with the provider's code", behaviours.refuse(20500, 500)],
    ["a status of 503 without a body", behaviours.answer(503, "")],
    ["a status of 5xx with an id", behaviours.answer(502, { sid: messageSid() })],
    ["an empty 201", behaviours.answer(201, "")],
    ["a 204", (_, response) => response.writeHead(204).end()],
    ["a 201 that is not JSON", behaviours.answer(201, "<h1>Welcome</h1>")],
    ["a 201 of JSON that is not an object", behaviours.answer(201, '"SM1"')],
    ["a 201 without an id", behaviours.answer(201, { status: "queued" })],
    ["a 201 with an id that is not a string", behaviours.answer(201, { sid: 1 })],
    ["a 201 with an id that is empty", behaviours.answer(201, { sid: "" })],
    ["a 201 with an id that cannot be stored", behaviours.answer(201, { sid: "S\0M" })],
    ["a 201 with an id that is too long", behaviours.answer(201, { sid: "S".repeat(65) })],
    ["a 201 that is too long", behaviours.answer(201, { sid: messageSid(), more: "x".repeat(70_000) })],
    ["a 201 that breaks off", behaviours.resetAfterHeaders(201)],
    ["bytes that are not HTTP", behaviours.writeBytes("SSH-2.0-OpenSSH_9.6\r\n")],
    ["a switch of protocols", behaviours.writeBytes("HTTP/1.1 101 -\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n")],
    ["headers that are too long", behaviours.writeBytes(`HTTP/1.1 400 -\r\nA: ${"x".repeat(70_000)}\r\n\r\n`)],
  ] as [string, Behaviour][])("with %s has an unknown outcome", async (_, behaviour) => {
    expect(await outcomeOf(behaviour)).toEqual(unknown);
  });

  test.each([301, 302, 303, 307, 308])(
    "with a redirect (%i) has an unknown outcome, and the redirect is not followed",
    async (status) => {
      const elsewhere = await openFakeServer();
      expect(await outcomeOf(behaviours.answer(status, "", { location: `${elsewhere.url}/` }))).toEqual(unknown);
      expect(elsewhere.connections.opened).toBe(0);
    },
  );
});

describe("a text without an answer has an unknown outcome", () => {
  test.each([
    ["reset", behaviours.reset],
    ["closed", behaviours.closeWithoutAnswer],
  ])("when the connection is %s after the request was read", async (_, behaviour) => {
    expect(await outcomeOf(behaviour)).toEqual(unknown);
    expect(fakeServer.connections.opened).toBe(1);
  });

  test("when the connection is reset before the request was read", async () => {
    fakeServer.readsNothing = true;
    expect(await open().send(newText())).toEqual(unknown);
    expect(fakeServer.connections.opened).toBe(1);
  });

  test.each([
    ["no byte arrives", behaviours.hang],
    ["only headers arrive", behaviours.hangAfterHeaders(201)],
  ])("when %s within the timeout, and closes its connection", async (_, behaviour) => {
    const started = performance.now();
    expect(await outcomeOf(behaviour, soon)).toEqual(unknown);
    expect(performance.now() - started).toBeLessThan(3_000);
    await expect.poll(() => fakeServer.connections.open).toBe(0);
  });

  test("when the answer exceeds the total timeout without a pause", async () => {
    const outcome = await outcomeOf((_, response) => {
      response.writeHead(201, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" "), 10);
      response.once("close", () => clearInterval(drip));
    }, soon);
    expect(outcome).toEqual(unknown);
  });

  test("when a reused connection fails after the request was written, without a repetition", async () => {
    const provider = open({ maxConnections: 1 });
    await provider.send(newText());
    fakeServer.behaviour = behaviours.reset;

    expect(await provider.send(newText())).toEqual(unknown);

    expect(fakeServer.requests).toHaveLength(2);
    expect(fakeServer.connections.opened).toBe(1);
  });
});

describe("a text of which no byte was written is refused", () => {
  test("when no server listens", async () => {
    const provider = open();
    await fakeServer.close();
    expect(await provider.send(newText())).toEqual(refused("provider_unreachable"));
  });

  test("when the name does not resolve", async () => {
    const lookup = vi
      .spyOn(dns, "lookup")
      .mockImplementation(((name: string, _: unknown, done: (error: Error) => void) =>
        done(Object.assign(new Error(`no ${name}`), { code: "ENOTFOUND" }))) as unknown as typeof dns.lookup);
    expect(await open({ baseUrl: "https://api.example.invalid" }).send(newText())).toEqual(
      refused("provider_unreachable"),
    );
    expect(lookup.mock.calls[0]![0]).toBe("api.example.invalid");
  });

  test("when the server does not support TLS", async () => {
    const baseUrl = fakeServer.url.replace("http:", "https:");
    expect(await open({ baseUrl }).send(newText())).toEqual(refused("provider_unreachable"));
    expect(fakeServer.requests).toEqual([]);
  });

  test("when the TLS handshake is reset or times out", async () => {
    for (const silent of [false, true]) {
      const server = createServer((socket) => {
        socket.on("error", () => {});
        if (!silent) socket.once("readable", () => socket.resetAndDestroy());
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
      expect(await open({ baseUrl, ...soon }).send(newText())).toEqual(refused("provider_unreachable"));
      server.close();
    }
  });

  test.each([1, 2])("when no connection opens before the timeout, and is not sent later: %i texts", async (count) => {
    let resolveName: () => void = () => {};
    vi.spyOn(dns, "lookup").mockImplementation(((_: string, __: unknown, done: (...args: unknown[]) => void) => {
      resolveName = () => done(null, [{ address: "127.0.0.1", family: 4 }]);
    }) as unknown as typeof dns.lookup);
    const provider = open({
      baseUrl: fakeServer.url.replace("127.0.0.1", "api.example.invalid"),
      maxConnections: 1,
      ...soon,
    });
    const outcomes = await Promise.all(Array.from({ length: count }, () => provider.send(newText())));
    expect(outcomes).toEqual(Array(count).fill(refused("provider_unreachable")));

    const last = newText();
    const sending = provider.send(last);
    resolveName();

    expect(await sending).toMatchObject({ kind: "accepted" });
    expect(fakeServer.requests).toEqual(fakeServer.requestsTo(last.to));
    expect(fakeServer.connections.opened).toBe(1);
  });

  test("when the provider is closed", async () => {
    const provider = open();
    await provider.close();
    expect(await provider.send(newText())).toEqual(refused("provider_unreachable"));
  });
});
