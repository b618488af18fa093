import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { context, createContextKey, propagation } from "@opentelemetry/api";

/** Adds trace headers to HTTP requests, whoever makes them. */
export interface PassingOn {
  /** Does `work`; the requests that it makes carry the trace of the active span on. */
  during<T>(work: () => Promise<T>): Promise<T>;
  stop(): void;
}

const passesOn = createContextKey("requests carry the trace on");

/** Where undici tells of every request before it is written, in the context of who made it. */
const requestCreated = "undici:request:create";

/**
 * Starts listening for requests. Only those of `during` are touched: nobody else asked to be told of a trace.
 *
 * @see https://undici.nodejs.org/#/docs/api/DiagnosticsChannel
 */
export function passOn(): PassingOn {
  const addHeaders = (message: unknown) => {
    if (!context.active().getValue(passesOn)) return;
    const { request } = message as { request: { addHeader(name: string, value: string): void } };
    propagation.inject(context.active(), request, { set: (to, name, value) => to.addHeader(name, value) });
  };
  subscribe(requestCreated, addHeaders);
  return {
    during: (work) => context.with(context.active().setValue(passesOn, true), work),
    stop: () => void unsubscribe(requestCreated, addHeaders),
  };
}
