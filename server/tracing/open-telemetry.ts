import { setTimeout as wait } from "node:timers/promises";
import {
  context,
  DiagLogLevel,
  diag,
  propagation as propagationApi,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { NodeSDK } from "@opentelemetry/sdk-node";
import type { Log } from "../log.ts";
import { startPropagation } from "./propagation.ts";
import type { Tracing } from "./tracing.ts";

/** How long a stop waits for the collector. */
const maxStopMilliseconds = 1_000;

/**
 * Starts OpenTelemetry, which exports spans to the collector at `endpoint` over OTLP. Its own `OTEL_…` variables
 * configure everything else.
 */
export function startTracing(endpoint: string, log: Log): Tracing {
  const { env } = process;
  // The SDK reads only the environment, and our setting may come from `.env`.
  env.OTEL_EXPORTER_OTLP_ENDPOINT = endpoint;
  env.OTEL_SERVICE_NAME ??= "messaging";
  const warn = (message: string) => log.warn({ message }, "tracing");
  const ignore = () => {};
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  // Only traces are exported: metrics are at /metrics, and logs are on stdout.
  const sdk = new NodeSDK({ metricReaders: [], logRecordProcessors: [] });
  sdk.start();
  const tracer = trace.getTracer("messaging");
  const propagation = startPropagation();

  return {
    traceRequest(headers, work) {
      // The caller's baggage must not reach the provider.
      const caller = propagationApi.deleteBaggage(propagationApi.extract(ROOT_CONTEXT, headers));
      const span = tracer.startSpan("request", { kind: SpanKind.SERVER }, caller);
      return context.with(trace.setSpan(caller, span), () =>
        work({
          traceId: span.spanContext().traceId,
          link(traceparent) {
            const linked = trace.getSpanContext(propagationApi.extract(ROOT_CONTEXT, { traceparent }));
            if (linked) span.addLink({ context: linked });
          },
          end({ name, method, route, status }) {
            span.updateName(name ?? method);
            span.setAttributes({ "http.request.method": method, "http.response.status_code": status });
            if (route) span.setAttribute("http.route", route);
            endSpan(span, status >= 500);
          },
        }),
      );
    },
    traceSend(send) {
      return tracer.startActiveSpan("send", { kind: SpanKind.CLIENT }, (span) =>
        propagation.during(async () => {
          const outcome = await send();
          span.setAttribute("messaging.outcome", outcome.kind);
          endSpan(span, outcome.kind === "unknown");
          return outcome;
        }),
      );
    },
    async stop() {
      propagation.stop();
      await Promise.race([sdk.shutdown().catch(warn), wait(maxStopMilliseconds, undefined, { ref: false })]);
      for (const api of [trace, context, propagationApi, diag]) api.disable();
    },
  };
}

function endSpan(span: Span, failed: boolean): void {
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
