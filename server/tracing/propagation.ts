import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { context, createContextKey, propagation } from "@opentelemetry/api";

/** Adds trace headers to outgoing HTTP requests. */
export interface TracePropagation {
  /** Runs `work`, whose HTTP requests get the headers of the active span. */
  during<T>(work: () => Promise<T>): Promise<T>;
  stop(): void;
}

const propagatesTrace = createContextKey("outgoing requests get trace headers");

/** The channel on which undici reports every request before it is written, in the context of the request's caller. */
const requestCreated = "undici:request:create";

/**
 * Starts listening for outgoing requests. Only the requests of `during` get trace headers, because other receivers have
 * not asked for them.
 *
 * @see https://undici.nodejs.org/#/docs/api/DiagnosticsChannel
 */
export function startPropagation(): TracePropagation {
  const addHeaders = (message: unknown) => {
    if (!context.active().getValue(propagatesTrace)) return;
    const { request } = message as { request: { addHeader(name: string, value: string): void } };
    propagation.inject(context.active(), request, { set: (to, name, value) => to.addHeader(name, value) });
  };
  subscribe(requestCreated, addHeaders);
  return {
    during: (work) => context.with(context.active().setValue(propagatesTrace, true), work),
    stop: () => void unsubscribe(requestCreated, addHeaders),
  };
}
