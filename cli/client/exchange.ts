import { setTimeout as wait } from "node:timers/promises";
import { Failure, repeatHint } from "../failures.ts";

export interface ExchangeOptions {
  /** The maximum duration of a request, including its retries. */
  timeoutSeconds: number;
  /** Whether to retry a request if that is safe. */
  retry: boolean;
  /** Is called before the pause of each retry. */
  onRetry(note: string): void;
}

/** The maximum number of retries while the server is unavailable. Only the timeout limits other retries. */
const maxRetries = 4;

/** The result of one attempt: a complete response, or the error of the connection. */
type Attempt = { response: Response; code: string | undefined } | { failure: Error };

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
export async function exchange(request: Request, options: ExchangeOptions): Promise<Response> {
  const deadline = performance.now() + options.timeoutSeconds * 1_000;
  const isSafe = request.method === "GET" || request.headers.has("idempotency-key");
  for (let retries = 0; ; retries += 1) {
    const attempt = await tryOnce(request.clone(), deadline);
    const pause = options.retry && isSafe ? pauseAfter(attempt, retries) : undefined;
    if (!pause || performance.now() + pause.milliseconds >= deadline) return conclude(attempt, request, options);
    options.onRetry(`${pause.reason}; retrying in ${pause.milliseconds / 1_000} s`);
    await wait(pause.milliseconds);
  }
}

async function tryOnce(request: Request, deadline: number): Promise<Attempt> {
  try {
    const signal = AbortSignal.timeout(Math.max(Math.ceil(deadline - performance.now()), 1));
    // Following a redirect would send the key to another server.
    const response = await fetch(request, { signal, redirect: "manual" });
    const body = await response.arrayBuffer();
    const { status, statusText, headers } = response;
    const whole = new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
    return { response: whole, code: readCode(body, status) };
  } catch (error) {
    // fetch throws these errors for network failures. Other errors are bugs.
    if (error instanceof Error && (error.name === "TypeError" || error.name === "TimeoutError"))
      return { failure: error };
    throw error;
  }
}

/** The error code of an API's response; undefined for a proxy's response. */
function readCode(body: ArrayBuffer, status: number): string | undefined {
  if (status < 400) return undefined;
  try {
    return JSON.parse(Buffer.from(body).toString("utf8")).error;
  } catch {
    return undefined;
  }
}

/** The pause before the next attempt; undefined if the request is not retried. */
function pauseAfter(attempt: Attempt, retries: number): { milliseconds: number; reason: string } | undefined {
  const backoff = 250 * 2 ** retries;
  if ("failure" in attempt) {
    return retries < maxRetries ? { milliseconds: backoff, reason: describe(attempt.failure) } : undefined;
  }
  const { response, code } = attempt;
  if (code === "rate_limited") {
    return { milliseconds: Number(response.headers.get("retry-after") ?? 1) * 1_000, reason: "rate limited" };
  }
  if (code === "idempotency_in_progress")
    return { milliseconds: 1_000, reason: "the first request is still in progress" };
  const isUnavailable = response.status === 503 || ([502, 504].includes(response.status) && code === undefined);
  if (!isUnavailable || retries >= maxRetries) return undefined;
  return { milliseconds: backoff, reason: `the server is unavailable (HTTP ${response.status})` };
}

function conclude(attempt: Attempt, request: Request, { timeoutSeconds }: ExchangeOptions): Response {
  if ("response" in attempt) return refuseRedirect(attempt.response, request);
  const { failure } = attempt;
  const { origin } = new URL(request.url);
  const reason = failure.name === "TimeoutError" ? `timed out after ${timeoutSeconds} s` : describe(failure);
  throw new Failure("server", `No response from ${origin}: ${reason}.`, {
    hint: wasNeverSent(failure)
      ? "Is the server running? `messaging profiles show` shows which server commands use. --url or MESSAGING_URL selects another."
      : repeatHint(request.headers.get("idempotency-key")),
  });
}

/** @throws Failure (server) for a redirect */
export function refuseRedirect(response: Response, request: Request): Response {
  if (response.status < 300 || response.status >= 400) return response;
  const target = response.headers.get("location") ?? "another address";
  throw new Failure("server", `${new URL(request.url).origin} redirects to ${target}.`, {
    hint: "Use the new address with --url, MESSAGING_URL or `messaging login`. Redirects are not followed, to protect the key.",
  });
}

/** The reason of a failed request: the code or message of the error's cause. */
export function describe(failure: Error): string {
  const { code, message } = (failure.cause ?? {}) as { code?: string; message?: string };
  return code || message || failure.message;
}

const wasNeverSent = (failure: Error) =>
  ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"].includes(describe(failure));
