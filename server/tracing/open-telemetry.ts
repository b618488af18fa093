import { setTimeout as wait } from "node:timers/promises";
import {
  context,
  DiagLogLevel,
  diag,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { NodeSDK } from "@opentelemetry/sdk-node";
import type { Log } from "../log.ts";
import { passOn } from "./pass-on.ts";
import type { Tracing } from "./tracing.ts";

/** How long a stop waits for a collector. */
const patienceMilliseconds = 1_000;

/**
 * Starts OpenTelemetry, which exports spans to the collector at `endpoint` over OTLP. Everything else about it is set by
 * its own `OTEL_…` variables.
 */
export function startTracing(endpoint: string, log: Log): Tracing {
  const { env } = process;
  // The SDK reads nothing but the environment, and ours may come from `.env`.
  env.OTEL_EXPORTER_OTLP_ENDPOINT = endpoint;
  env.OTEL_SERVICE_NAME ??= "messaging";
  const say = (message: string) => log.warn({ message }, "tracing");
  const ignore = () => {};
  diag.setLogger(
    { error: say, warn: say, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  // Metrics are at /metrics and logs on stdout.
  const sdk = new NodeSDK({ metricReaders: [], logRecordProcessors: [] });
  sdk.start();
  const tracer = trace.getTracer("messaging");
  const passing = passOn();

  return {
    traceRequest(headers, work) {
      // Baggage is not ours to hand to a provider.
      const caller = propagation.deleteBaggage(propagation.extract(ROOT_CONTEXT, headers));
      const span = tracer.startSpan("request", { kind: SpanKind.SERVER }, caller);
      return context.with(trace.setSpan(caller, span), () =>
        work({
          traceId: span.spanContext().traceId,
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
        passing.during(async () => {
          const outcome = await send();
          span.setAttribute("messaging.outcome", outcome.kind);
          endSpan(span, outcome.kind === "unknown");
          return outcome;
        }),
      );
    },
    async stop() {
      passing.stop();
      await Promise.race([sdk.shutdown().catch(say), wait(patienceMilliseconds, undefined, { ref: false })]);
      for (const api of [trace, context, propagation, diag]) api.disable();
    },
  };
}

function endSpan(span: Span, failed: boolean): void {
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
