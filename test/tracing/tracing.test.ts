import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { operations } from "../../generated/operations.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { createLog } from "../../server/log.ts";
import { createTwilioProvider } from "../../server/provider/twilio/send.ts";
import { startTracing } from "../../server/tracing/open-telemetry.ts";
import type { Tracing } from "../../server/tracing/tracing.ts";
import { useApp } from "../support/app.ts";
import { type Collector, createCollector, type Span, spanKinds } from "../support/collector.ts";
import { uniquePhone } from "../support/factories.ts";
import { accept, reset, useFakeServer } from "../support/fake-server.ts";
import { postMcp, request } from "../support/mcp.ts";

const log = createLog("silent");

beforeAll(() => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json");
  vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "1");
});
afterAll(() => void vi.unstubAllEnvs());

/** A caller's trace, and the header that says so. */
function newTrace() {
  const [traceId, spanId] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } };
}

describe("a server with tracing", () => {
  let collector: Collector;
  let tracing: Tracing;
  beforeAll(async () => {
    collector = await createCollector();
    tracing = startTracing(collector.url, log);
  });
  afterAll(async () => {
    await tracing.stop();
    await collector.close();
  });
  const fakeServer = useFakeServer();
  const carrier = () =>
    createTwilioProvider({
      accountSid: "AC1",
      authToken: "token",
      baseUrl: fakeServer.url,
      callbackBaseUrl: undefined,
      log,
      maxConnections: 1,
    });
  const app = useApp({ carrier, tracing: () => tracing });
  const untraced = useApp({ carrier });

  test("creates one span for a request, named after its operation", async () => {
    const { client } = await app.signIn();
    const { traceId, spanId, headers } = newTrace();

    await client.raw("getThread", { path: { id: newId() }, headers });

    const spans = await collector.received(traceId, 1);
    expect(spans).toMatchObject([
      { name: "getThread", kind: spanKinds.server, parentSpanId: spanId, failed: false, service: "messaging" },
    ]);
    expect(spans[0]!.attributes).toEqual({
      "http.request.method": "GET",
      "http.route": operations.getThread.path,
      "http.response.status_code": 404,
    });
  });

  test("has no phone of a path in its spans", async () => {
    const { client } = await app.signIn();
    const { traceId, headers } = newTrace();
    const phone = uniquePhone();

    await client.raw("getContactByPhone", { path: { phone }, headers });

    const [span] = await collector.received(traceId, 1);
    expect(span!.attributes["http.route"]).toBe("/api/contacts/by-phone/{phone}");
    expect(JSON.stringify(span)).not.toContain(phone.slice(1));
  });

  test("links the span of an MCP message to the trace that its _meta names", async () => {
    const { key } = await app.signIn();
    const { traceId, headers } = newTrace();
    const { traceId: linked, spanId, headers: inMeta } = newTrace();
    const ask = (_meta: unknown) =>
      postMcp(app.url, request("tools/list", { _meta }), { "x-api-key": key, ...headers });

    for (const meta of [inMeta, { traceparent: "none" }, { traceparent: 5 }, null]) await ask(meta);

    const spans = await collector.received(traceId, 4);
    expect(spans.map(({ links }) => links.map((link) => [link.traceId, link.spanId]))).toEqual([
      [[linked, spanId]],
      [],
      [],
      [],
    ]);
  });

  test("names a request without an operation after its method alone", async () => {
    const { traceId, headers } = newTrace();

    await fetch(`${app.url}/nowhere/${newId()}?api_key=secret`, { headers });

    const [span] = await collector.received(traceId, 1);
    expect(span).toMatchObject({ name: "GET" });
    expect(JSON.stringify(span)).not.toMatch(/nowhere|secret/);
  });

  test("starts a new trace if the caller sends none, or an invalid trace", async () => {
    const ids = [];
    for (const headers of [{}, { traceparent: "00-none-none-01" }] as Record<string, string>[]) {
      await fetch(`${app.url}/nowhere`, { headers });
      ids.push(JSON.parse(app.logLines.at(-1)!).traceId);
    }

    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{32}$/);
      expect((await collector.received(id, 1))[0]!.parentSpanId).toBeUndefined();
    }
    expect(ids[0]).not.toBe(ids[1]);
  });

  test("writes the trace id into the request's log line", async () => {
    const { client } = await app.signIn();
    const { traceId, headers } = newTrace();

    const { headers: answered } = await client.raw("listThreads", { headers });

    const lines = app.logLines.map((line) => JSON.parse(line));
    expect(lines.filter(({ requestId }) => requestId === answered.get("x-request-id"))).toEqual([
      expect.objectContaining({ msg: "request", traceId }),
    ]);
  });

  test("has a span for the provider call within the request's span, and passes the trace to the provider", async () => {
    const { client } = await app.signIn();
    const { traceId, headers } = newTrace();
    const phone = uniquePhone();

    await client.sendText({ body: { phone_number: phone, message: "hello" }, headers });

    const spans = await collector.received(traceId, 2);
    const [request, send] = spans.toSorted((a, b) => a.kind - b.kind) as [Span, Span];
    expect(request).toMatchObject({ name: "sendText", kind: spanKinds.server });
    expect(send).toMatchObject({ name: "send", kind: spanKinds.client, parentSpanId: request.spanId, failed: false });
    expect(send.attributes).toEqual({ "messaging.outcome": "accepted" });
    const [received] = fakeServer.requestsTo(phone);
    expect(received!.headers.traceparent).toBe(`00-${traceId}-${send.spanId}-01`);
  });

  test("does not pass the caller's baggage to the provider", async () => {
    const { client } = await app.signIn();
    const phone = uniquePhone();

    await client.sendText({
      body: { phone_number: phone, message: "hello" },
      headers: { ...newTrace().headers, baggage: "customer=42" },
    });

    expect(fakeServer.requestsTo(phone)[0]!.headers).not.toHaveProperty("baggage");
  });

  test("marks a call with an unknown outcome as failed", async () => {
    const { client } = await app.signIn();
    const { traceId, headers } = newTrace();

    fakeServer.behaviour = reset;
    await client.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" }, headers });
    fakeServer.behaviour = accept;

    const spans = await collector.received(traceId, 2);
    const send = spans.find(({ kind }) => kind === spanKinds.client)!;
    expect(send).toMatchObject({ failed: true, attributes: { "messaging.outcome": "unknown" } });
  });

  test("sends every text with its own trace, even if many wait for a connection", async () => {
    const provider = carrier();
    const sends = Array.from({ length: 20 }, () => ({ phone: uniquePhone(), ...newTrace() }));

    await Promise.all(
      sends.map(({ phone, headers }) =>
        tracing.traceRequest(headers, async (span) => {
          const text = {
            kind: "text" as const,
            id: newId(),
            teamId: newId(),
            from: uniquePhone(),
            to: phone,
            body: "hello",
          };
          await tracing.traceSend(() => provider.send(text));
          span.end({ name: "sendText", method: "POST", route: "/api/text", status: 200 });
        }),
      ),
    );

    for (const { phone, traceId } of sends) {
      expect(fakeServer.requestsTo(phone)[0]!.headers.traceparent).toMatch(`00-${traceId}-`);
    }
    await provider.close();
  });

  test("passes the trace only to the provider", async () => {
    const asked = fakeServer.requests.length;

    await tracing.traceRequest({}, async (span) => {
      await fetch(fakeServer.url);
      span.end({ name: "sendText", method: "POST", route: "/api/text", status: 200 });
    });

    expect(fakeServer.requests.slice(asked).map(({ headers }) => headers.traceparent)).toEqual([undefined]);
  });

  test("does not trace the requests of another server", async () => {
    const { client } = await untraced.signIn();
    const phone = uniquePhone();

    await client.sendText({ body: { phone_number: phone, message: "hello" }, ...newTrace() });

    expect(fakeServer.requestsTo(phone)[0]!.headers).not.toHaveProperty("traceparent");
    const lines = untraced.logLines.map((line) => JSON.parse(line));
    expect(lines.filter((line) => "traceId" in line)).toEqual([]);
  });
});

describe("the end of tracing", () => {
  test("exports the remaining spans", async () => {
    vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "60000");
    const collector = await createCollector();
    const tracing = startTracing(collector.url, log);
    await tracing.traceRequest({}, async (span) => {
      span.end({ name: "last", method: "GET", route: "/", status: 200 });
    });
    expect(collector.spans).toEqual([]);

    await tracing.stop();

    expect(collector.spans).toMatchObject([{ name: "last" }]);
    await collector.close();
  });

  test("does not wait for a collector that does not respond", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const tracing = startTracing(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, log);
    await tracing.traceRequest({}, async (span) => {
      span.end({ name: "last", method: "GET", route: "/", status: 200 });
    });
    const started = performance.now();

    await tracing.stop();

    expect(performance.now() - started).toBeLessThan(3_000);
    silent.closeAllConnections();
    silent.close();
  });
});
