import type { IncomingHttpHeaders } from "node:http";

/** The span of a request. Its details are known only at its end. */
export interface RequestSpan {
  readonly traceId: string;
  /** Links the span to the caller's trace that the body of the request names. Ignores an invalid `traceparent`. */
  link(traceparent: string): void;
  end(details: { name: string | undefined; method: string; route: string | undefined; status: number }): void;
}

/** Traces requests across processes. */
export interface Tracing {
  /** Runs `work` within a span. If the caller sent a `traceparent`, the span continues the caller's trace. */
  traceRequest<T>(headers: IncomingHttpHeaders, work: (span: RequestSpan) => Promise<T>): Promise<T>;
  /** Runs `send` within a span; its HTTP requests get trace headers. */
  traceSend<T extends { kind: string }>(send: () => Promise<T>): Promise<T>;
  /** Exports the remaining spans, within a second. */
  stop(): Promise<void>;
}
