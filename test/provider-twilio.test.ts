import dns from "node:dns";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Outcome } from "../server/provider/provider.ts";
import type { TwilioOptions } from "../server/provider/twilio.ts";
import * as standInDoes from "./support/stand-in.ts";
import { type Behaviour, messageSid } from "./support/stand-in.ts";
import { newText, useTwilio } from "./support/twilio.ts";

const { standIn, open, openStandIn } = useTwilio();

afterEach(() => {
  vi.restoreAllMocks();
});

/** The outcome of one text that the stand-in treats so; it must have read it no more than once. */
async function outcomeOf(behaviour: Behaviour, options: Partial<TwilioOptions> = {}): Promise<Outcome> {
  standIn.behaviour = behaviour;
  const outcome = await open(options).send(newText());
  expect(standIn.requests).toHaveLength(1);
  return outcome;
}

const unknown: Outcome = { kind: "unknown" };
const refused = (errorCode: string): Outcome => ({ kind: "refused", errorCode, optedOut: false });
const soon = { timeoutMilliseconds: 150 };

describe("a text that was answered", () => {
  test.each([200, 201, 202])("is accepted by %i with an id", async (status) => {
    const sid = messageSid();
    const outcome = await outcomeOf(standInDoes.answer(status, { sid, status: "accepted" }));
    expect(outcome).toEqual({ kind: "accepted", providerId: sid, status: "queued" });
  });

  test("is accepted by an answer that comes in pieces", async () => {
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

  test("is judged by the answer after an early hint", async () => {
    const outcome = await outcomeOf((request, response) => {
      response.writeEarlyHints({ link: "</a>; rel=preload" });
      standInDoes.refuse(21211)(request, response);
    });
    expect(outcome).toEqual(refused("21211"));
  });

  test.each([
    ["21211", standInDoes.refuse(21211)],
    ["20003", standInDoes.refuse(20003, 401)],
    ["20429", standInDoes.refuse(20429, 429)],
    ["E-17", standInDoes.refuse("E-17", 422)],
    ["x".repeat(64), standInDoes.refuse("x".repeat(65))],
    ["http_404", standInDoes.answer(404, "<h1>Not found</h1>")],
    ["http_400", standInDoes.answer(400, "")],
    ["http_400", standInDoes.answer(400, "null")],
    ["http_403", standInDoes.answer(403, { code: { of: "another shape" } })],
    ["http_403", standInDoes.answer(403, { code: "" })],
    ["http_403", standInDoes.answer(403, { code: "not\0storable" })],
    ["http_413", standInDoes.answer(413, { code: 1, message: "x".repeat(70_000) })],
    ["http_400", standInDoes.resetAfterHeaders(400)],
  ])("with a status of 4xx is refused: %s", async (errorCode, behaviour) => {
    expect(await outcomeOf(behaviour)).toEqual(refused(errorCode));
  });

  test("with a status of 4xx and then nothing more is refused when the time is up", async () => {
    expect(await outcomeOf(standInDoes.hangAfterHeaders(400), soon)).toEqual(refused("http_400"));
  });

  test("with the code for an opt-out is refused for that", async () => {
    const outcome = await outcomeOf(standInDoes.refuse(21610));
    expect(outcome).toEqual({ kind: "refused", errorCode: "21610", optedOut: true });
  });

  test.each([
    ["a status of 500 with the provider's code", standInDoes.refuse(20500, 500)],
    ["a status of 503 without a body", standInDoes.answer(503, "")],
    ["a status of 5xx with an id", standInDoes.answer(502, { sid: messageSid() })],
    ["an empty 201", standInDoes.answer(201, "")],
    ["a 204", (_, response) => response.writeHead(204).end()],
    ["a 201 that is no JSON", standInDoes.answer(201, "<h1>Welcome</h1>")],
    ["a 201 of JSON that is no object", standInDoes.answer(201, '"SM1"')],
    ["a 201 without an id", standInDoes.answer(201, { status: "queued" })],
    ["a 201 with an id that is no text", standInDoes.answer(201, { sid: 1 })],
    ["a 201 with an id that is empty", standInDoes.answer(201, { sid: "" })],
    ["a 201 with an id that cannot be stored", standInDoes.answer(201, { sid: "S\0M" })],
    ["a 201 with an id that is too long", standInDoes.answer(201, { sid: "S".repeat(65) })],
    ["a 201 that is too long", standInDoes.answer(201, { sid: messageSid(), more: "x".repeat(70_000) })],
    ["a 201 that breaks off", standInDoes.resetAfterHeaders(201)],
    ["what is no HTTP", standInDoes.writeBytes("SSH-2.0-OpenSSH_9.6\r\n")],
    ["a switch of protocols", standInDoes.writeBytes("HTTP/1.1 101 -\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n")],
    ["headers that are too long", standInDoes.writeBytes(`HTTP/1.1 400 -\r\nA: ${"x".repeat(70_000)}\r\n\r\n`)],
  ] as [string, Behaviour][])("with %s has an unknown outcome", async (_, behaviour) => {
    expect(await outcomeOf(behaviour)).toEqual(unknown);
  });

  test.each([301, 302, 303, 307, 308])(
    "with a redirect (%i) has an unknown outcome and is sent nowhere else",
    async (status) => {
      const elsewhere = await openStandIn();
      expect(await outcomeOf(standInDoes.answer(status, "", { location: `${elsewhere.url}/` }))).toEqual(unknown);
      expect(elsewhere.connections.opened).toBe(0);
    },
  );
});

describe("a text without an answer has an unknown outcome", () => {
  test.each([
    ["reset", standInDoes.reset],
    ["closed", standInDoes.closeWithoutAnswer],
  ])("when the connection is %s after it was read", async (_, behaviour) => {
    expect(await outcomeOf(behaviour)).toEqual(unknown);
    expect(standIn.connections.opened).toBe(1);
  });

  test("when the connection is reset before it was read", async () => {
    standIn.readsNothing = true;
    expect(await open().send(newText())).toEqual(unknown);
    expect(standIn.connections.opened).toBe(1);
  });

  test.each([
    ["nothing comes", standInDoes.hang],
    ["no more than headers come", standInDoes.hangAfterHeaders(201)],
  ])("when %s within the time, and gives its connection up", async (_, behaviour) => {
    const started = performance.now();
    expect(await outcomeOf(behaviour, soon)).toEqual(unknown);
    expect(performance.now() - started).toBeLessThan(3_000);
    await expect.poll(() => standIn.connections.open).toBe(0);
  });

  test("when the answer takes longer than the time in all, though it never pauses", async () => {
    const outcome = await outcomeOf((_, response) => {
      response.writeHead(201, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" "), 10);
      response.once("close", () => clearInterval(drip));
    }, soon);
    expect(outcome).toEqual(unknown);
  });

  test("when a kept connection turns out to be dead only after it was written, and it is not repeated", async () => {
    const provider = open({ maxConnections: 1 });
    await provider.send(newText());
    standIn.behaviour = standInDoes.reset;

    expect(await provider.send(newText())).toEqual(unknown);

    expect(standIn.requests).toHaveLength(2);
    expect(standIn.connections.opened).toBe(1);
  });
});

describe("a text of which nothing was written is refused", () => {
  test("when nobody listens", async () => {
    const provider = open();
    await standIn.close();
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

  test("when the other side speaks no TLS", async () => {
    const baseUrl = standIn.url.replace("http:", "https:");
    expect(await open({ baseUrl }).send(newText())).toEqual(refused("provider_unreachable"));
    expect(standIn.requests).toEqual([]);
  });

  test("when the TLS handshake is reset, or gets no answer in time", async () => {
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

  test.each([1, 2])(
    "when no connection was there until its time was up, and is not sent later: %i texts",
    async (count) => {
      let resolveName: () => void = () => {};
      vi.spyOn(dns, "lookup").mockImplementation(((_: string, __: unknown, done: (...args: unknown[]) => void) => {
        resolveName = () => done(null, [{ address: "127.0.0.1", family: 4 }]);
      }) as unknown as typeof dns.lookup);
      const provider = open({
        baseUrl: standIn.url.replace("127.0.0.1", "api.example.invalid"),
        maxConnections: 1,
        ...soon,
      });
      const outcomes = await Promise.all(Array.from({ length: count }, () => provider.send(newText())));
      expect(outcomes).toEqual(Array(count).fill(refused("provider_unreachable")));

      const last = newText();
      const sending = provider.send(last);
      resolveName();

      expect(await sending).toMatchObject({ kind: "accepted" });
      expect(standIn.requests).toEqual(standIn.requestsTo(last.to));
      expect(standIn.connections.opened).toBe(1);
    },
  );

  test("when the provider is closed", async () => {
    const provider = open();
    await provider.close();
    expect(await provider.send(newText())).toEqual(refused("provider_unreachable"));
  });
});
