import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

export const spanKinds = { server: 2, client: 3 } as const;

/** A received span. */
export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  failed: boolean;
  service: unknown;
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

/** The JSON body of OTLP over HTTP. */
interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<Span, "attributes" | "failed" | "service"> & {
        attributes: Attribute[];
        status: { code: number };
      })[];
    }[];
  }[];
}

/** A fake OpenTelemetry collector on loopback. */
export interface Collector {
  readonly url: string;
  readonly spans: Span[];
  /** Waits for a number of spans of a trace. */
  received(traceId: string, count: number): Promise<Span[]>;
  close(): Promise<void>;
}

const errorStatus = 2;

export async function createCollector(): Promise<Collector> {
  const spans: Span[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    spans.push(...read((await json(request)) as Export));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
    for (const look of waiting) look();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    received: (traceId, count) =>
      new Promise((resolve) => {
        const look = () => {
          const found = spans.filter((span) => span.traceId === traceId);
          if (found.length < count) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function read({ resourceSpans }: Export): Span[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, status, ...span }) => ({
        ...span,
        attributes: toRecord(attributes),
        failed: status.code === errorStatus,
        service: toRecord(resource.attributes)["service.name"],
      })),
    ),
  );
}

const toRecord = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
