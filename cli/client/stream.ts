import { createResponseDecoder } from "../bytes/decode.ts";
import type { Connection } from "../connection/connect.ts";
import { Failure, refusalOf } from "../failures.ts";
import { refuseRedirect } from "./exchange.ts";
import { describe, isNetworkFailure } from "./send-by-fetch.ts";

/** The maximum silence of a stream. The server sends something at least every 15 seconds. */
const silenceMilliseconds = 45_000;

/**
 * Opens a stream of server-sent events and yields its text, until the server ends it or the signal aborts. The time
 * that the caller takes for a piece of text does not count as silence.
 *
 * @throws Failure if the server refuses the request, the connection is lost, or nothing arrives for 45 seconds
 */
export async function* streamText(
  { apiKey }: Connection,
  request: Request,
  until: AbortSignal,
): AsyncGenerator<string> {
  const silence = new AbortController();
  const signal = AbortSignal.any([until, silence.signal]);
  const headers = new Headers(request.headers);
  if (apiKey !== undefined) headers.set("x-api-key", apiKey);
  try {
    const response = await limit(silence, fetch(request, { headers, signal, redirect: "manual" }));
    refuseRedirect(request.url, response.status, response.headers.get("location"));
    if (!response.ok) throw refusalOf(response.status, await response.json().catch(() => undefined));
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
      throw new Failure("server", `${new URL(request.url).origin} did not answer with a stream of events.`);
    }
    const reader = response.body!.pipeThrough(createResponseDecoder()).getReader();
    for (;;) {
      const { done, value } = await limit(silence, reader.read());
      if (done) return;
      yield value;
    }
  } catch (error) {
    if (until.aborted) return;
    if (silence.signal.aborted) throw new Failure("server", "The connection was lost: nothing arrived for 45 s.");
    if (!(error instanceof TypeError && isNetworkFailure(error))) throw error;
    throw new Failure("server", `The connection was lost: ${describe(error)}.`);
  } finally {
    // Closes the connection, also when the caller stops early.
    silence.abort();
  }
}

/** Waits for a step of the stream, and ends the stream if the step takes too long. */
async function limit<Result>(silence: AbortController, step: Promise<Result>): Promise<Result> {
  const timer = setTimeout(() => silence.abort(), silenceMilliseconds);
  return step.finally(() => clearTimeout(timer));
}
