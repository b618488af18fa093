import type { IncomingHttpHeaders } from "node:http";

/** What a request's span is told once it is known. */
export interface RequestSpan {
  readonly traceId: string;
  end(told: { name: string | undefined; method: string; route: string | undefined; status: number }): void;
}

/** Follows requests across processes. */
export interface Tracing {
  /** Does `work` within a span that continues the trace of the caller's `traceparent`, if it sent one. */
  traceRequest(headers: IncomingHttpHeaders, work: (span: RequestSpan) => Promise<void>): Promise<void>;
  /** Hands a text over within a span; a request that is made meanwhile carries the trace on. */
  traceSend<T extends { kind: string }>(send: () => Promise<T>): Promise<T>;
  /** Writes out what is left, within a second. */
  stop(): Promise<void>;
}
