import { setTimeout as wait } from "node:timers/promises";
import { Failure, repeatHint } from "../failures.ts";
import { type Answer, type Message, NoAnswer, type Transport } from "./message.ts";

export interface ExchangeOptions {
  transport: Transport;
  /** The maximum duration of a request, including its retries. */
  timeoutSeconds: number;
  /** Whether a write has the same effect if it runs twice, so that it needs no `Idempotency-Key`. */
  isRepeatable?: boolean;
  /** Whether to retry a request if that is safe. */
  retry: boolean;
  /** Is called before the pause of each retry. */
  onRetry(note: string): void;
}

/** The maximum number of retries while the server is unavailable. Only the timeout limits other retries. */
const maxRetries = 4;

/** The result of one attempt: a complete response, or the error of the connection. */
type Attempt = { answer: Answer; code: string | undefined } | { failure: NoAnswer };

/**
 * Sends a request and returns the response, which may be an error. A read, and a write with an `Idempotency-Key`, is
 * retried:
 *
 * - after `rate_limited`, as `Retry-After` says
 * - after `idempotency_in_progress`
 * - after a 503, a proxy's 502 or 504, and a lost connection
 *
 * @throws Failure (server) if no response arrives, or a redirect
 */
export async function exchange(message: Message, options: ExchangeOptions): Promise<Answer> {
  const deadline = performance.now() + options.timeoutSeconds * 1_000;
  const isSafe = options.isRepeatable || message.method === "GET" || message.headers["idempotency-key"] !== undefined;
  for (let retries = 0; ; retries += 1) {
    const attempt = await tryOnce(message, options.transport, deadline);
    const pause = options.retry && isSafe ? pauseAfter(attempt, retries) : undefined;
    if (!pause || performance.now() + pause.milliseconds >= deadline) return conclude(attempt, message, options);
    options.onRetry(`${pause.reason}; retrying in ${pause.milliseconds / 1_000} s`);
    await wait(pause.milliseconds);
  }
}

async function tryOnce(message: Message, transport: Transport, deadline: number): Promise<Attempt> {
  try {
    const answer = await transport(message, Math.max(Math.ceil(deadline - performance.now()), 1));
    return { answer, code: readCode(answer) };
  } catch (error) {
    if (error instanceof NoAnswer) return { failure: error };
    throw error;
  }
}

/** The error code of an API's response; undefined for a proxy's response. */
function readCode({ status, text }: Answer): string | undefined {
  if (status < 400) return undefined;
  try {
    return JSON.parse(text).error;
  } catch {
    return undefined;
  }
}

/** The pause before the next attempt; undefined if the request is not retried. */
function pauseAfter(attempt: Attempt, retries: number): { milliseconds: number; reason: string } | undefined {
  const backoff = 250 * 2 ** retries;
  if ("failure" in attempt) {
    return retries < maxRetries ? { milliseconds: backoff, reason: attempt.failure.message } : undefined;
  }
  const { answer, code } = attempt;
  if (code === "rate_limited") {
    return { milliseconds: Number(answer.headers["retry-after"] ?? 1) * 1_000, reason: "rate limited" };
  }
  if (code === "idempotency_in_progress")
    return { milliseconds: 1_000, reason: "the first request is still in progress" };
  const isUnavailable = answer.status === 503 || ([502, 504].includes(answer.status) && code === undefined);
  if (!isUnavailable || retries >= maxRetries) return undefined;
  return { milliseconds: backoff, reason: `the server is unavailable (HTTP ${answer.status})` };
}

function conclude(attempt: Attempt, { url, headers }: Message, { timeoutSeconds }: ExchangeOptions): Answer {
  if ("answer" in attempt) {
    refuseRedirect(url, attempt.answer.status, attempt.answer.headers.location);
    return attempt.answer;
  }
  const { message, isTimeout } = attempt.failure;
  const reason = isTimeout ? `timed out after ${timeoutSeconds} s` : message;
  throw new Failure("server", `No response from ${new URL(url).origin}: ${reason}.`, {
    hint: wasNeverSent(message)
      ? "Is the server running? `messaging profiles show` shows which server commands use. --url or MESSAGING_URL selects another."
      : repeatHint(headers["idempotency-key"]),
  });
}

/** @throws Failure (server) for a redirect */
export function refuseRedirect(url: string, status: number, location: unknown): void {
  if (status < 300 || status >= 400) return;
  throw new Failure("server", `${new URL(url).origin} redirects to ${location ?? "another address"}.`, {
    hint: "Use the new address with --url, MESSAGING_URL or `messaging login`. Redirects are not followed, to protect the key.",
  });
}

const wasNeverSent = (reason: string) =>
  ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"].includes(reason);
