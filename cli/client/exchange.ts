import { setTimeout as wait } from "node:timers/promises";
import { Failure, repeatHint } from "../failures.ts";

export interface ExchangeOptions {
  /** How long a request may take, with its repetitions. */
  timeoutSeconds: number;
  /** Whether a request is repeated when that is safe. */
  retry: boolean;
  /** Is told before each wait. */
  onWait(note: string): void;
}

/** How often a request is repeated while the server is away or busy; a rate limit is waited for as time allows. */
const maxRepetitions = 4;

/** What came of one try: an answer, whole, or why there was none. */
type Attempt = { response: Response; code: string | undefined } | { failure: Error };

/**
 * Sends a request and gives its answer, refused or not. It is repeated, with the same `Idempotency-Key`, after
 * `rate_limited` (when `Retry-After` says), `idempotency_in_progress`, a 503 and a lost connection; never after
 * `message_failed`, and no write without a key.
 *
 * @throws Failure (server) when no answer came
 */
export async function exchange(request: Request, options: ExchangeOptions): Promise<Response> {
  const deadline = performance.now() + options.timeoutSeconds * 1_000;
  const isSafe = request.method === "GET" || request.headers.has("idempotency-key");
  for (let repetition = 0; ; repetition += 1) {
    const attempt = await tryOnce(request.clone(), deadline);
    const pause = options.retry && isSafe ? pauseAfter(attempt, repetition) : undefined;
    if (!pause || performance.now() + pause.milliseconds >= deadline) return conclude(attempt, request, options);
    options.onWait(`${pause.reason}; trying again in ${pause.milliseconds / 1_000} s`);
    await wait(pause.milliseconds);
  }
}

async function tryOnce(request: Request, deadline: number): Promise<Attempt> {
  try {
    const signal = AbortSignal.timeout(Math.max(Math.ceil(deadline - performance.now()), 1));
    // A redirect is not followed: it would take the key to another server.
    const response = await fetch(request, { signal, redirect: "manual" });
    const body = await response.arrayBuffer();
    const { status, statusText, headers } = response;
    const whole = new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
    return { response: whole, code: readCode(body, status) };
  } catch (error) {
    // How fetch says that the network failed; anything else is no failure of the network.
    if (error instanceof Error && (error.name === "TypeError" || error.name === "TimeoutError"))
      return { failure: error };
    throw error;
  }
}

/** The error code of an answer of the API's; undefined for a proxy's. */
function readCode(body: ArrayBuffer, status: number): string | undefined {
  if (status < 400) return undefined;
  try {
    return JSON.parse(Buffer.from(body).toString("utf8")).error;
  } catch {
    return undefined;
  }
}

/** How long to wait before the next try; undefined: there should be none. */
function pauseAfter(attempt: Attempt, repetition: number): { milliseconds: number; reason: string } | undefined {
  const backoff = 250 * 2 ** repetition;
  if ("failure" in attempt) {
    return repetition < maxRepetitions ? { milliseconds: backoff, reason: describe(attempt.failure) } : undefined;
  }
  const { response, code } = attempt;
  if (code === "rate_limited") {
    return { milliseconds: Number(response.headers.get("retry-after") ?? 1) * 1_000, reason: "rate limited" };
  }
  if (code === "idempotency_in_progress")
    return { milliseconds: 1_000, reason: "the first request is still under way" };
  const isAway = response.status === 503 || ([502, 504].includes(response.status) && code === undefined);
  if (!isAway || repetition >= maxRepetitions) return undefined;
  return { milliseconds: backoff, reason: `the server is away or busy (HTTP ${response.status})` };
}

function conclude(attempt: Attempt, request: Request, { timeoutSeconds }: ExchangeOptions): Response {
  if ("response" in attempt) return refuseRedirect(attempt.response, request);
  const { failure } = attempt;
  const { origin } = new URL(request.url);
  const reason = failure.name === "TimeoutError" ? `no answer within ${timeoutSeconds} s` : describe(failure);
  throw new Failure("server", `No answer from ${origin}: ${reason}.`, {
    hint: isNeverSent(failure)
      ? "Is the server running there? `messaging profiles show` says where commands go; --url and MESSAGING_URL decide otherwise."
      : repeatHint(request.headers.get("idempotency-key")),
  });
}

function refuseRedirect(response: Response, request: Request): Response {
  if (response.status < 300 || response.status >= 400) return response;
  const target = response.headers.get("location") ?? "elsewhere";
  throw new Failure("server", `${new URL(request.url).origin} sends its callers to ${target}.`, {
    hint: "Use that address with --url, MESSAGING_URL or `messaging login`: the key goes to no other by itself.",
  });
}

/** The innermost reason of a failed request. */
function describe(failure: Error): string {
  const { code, message } = (failure.cause ?? {}) as { code?: string; message?: string };
  return code || message || failure.message;
}

const isNeverSent = (failure: Error) =>
  ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"].includes(describe(failure));
