import createFetchClient, { type Client } from "openapi-fetch";
import type { paths } from "../generated/api.ts";

/** The operations of the server by their paths, typed by the contract. Each throws an ApiFailure for an error answer. */
export interface Api extends Client<paths> {
  /** Sends any request with the key. @throws ApiFailure */
  send(request: Request): Promise<Response>;
}

/** An error answer, or the absence of an answer. Its message is for people. */
export class ApiFailure extends Error {
  /** 0 without an answer. */
  readonly status: number;
  /** The contract's code; `no_answer` without an answer. */
  readonly code: string;
  readonly nextStep: string | undefined;
  readonly requestId: string | undefined;
  /** The scope that the key lacks. */
  readonly scope: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, status: number, code: string, answer?: { body: ProblemBody; headers: Headers }) {
    super(message);
    this.status = status;
    this.code = code;
    this.nextStep = answer?.body.nextStep ?? undefined;
    this.requestId = answer?.headers.get("x-request-id") ?? undefined;
    this.scope = /scope="([^"]+)"/.exec(answer?.headers.get("www-authenticate") ?? "")?.[1];
    const seconds = answer?.headers.get("retry-after");
    this.retryAfterSeconds = seconds ? Number(seconds) : undefined;
  }

  /** Whether a write may have happened. A proxy answers 502 or 504 if the server's answer is lost or late. */
  get isOutcomeUnknown(): boolean {
    if (this.code === "idempotency_in_progress" || this.status === 0) return true;
    return this.status >= 500 && this.code !== "message_failed";
  }
}

interface ProblemBody {
  error?: string;
  message?: string;
  nextStep?: string | null;
}

export interface ApiOptions {
  /** The address of the server without a final slash. */
  baseUrl: string;
  /** The value of `X-API-Key`. */
  key: string;
  /** Is called with each error answer that is not repeated. */
  onFailure?(failure: ApiFailure): void;
  /** Waits; replaced in tests. */
  wait?: (milliseconds: number) => Promise<void>;
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Creates a client of the server. A read that is refused for its rate is repeated when the server allows it. */
export function createApi({ baseUrl, key, onFailure, wait = pause }: ApiOptions): Api {
  async function send(request: Request): Promise<Response> {
    for (let repetitions = 0; ; repetitions += 1) {
      const failure = await attempt(request);
      if (!(failure instanceof ApiFailure)) return failure;
      const mayRepeat = request.method === "GET" && failure.code === "rate_limited" && repetitions < 3;
      if (!mayRepeat) {
        onFailure?.(failure);
        throw failure;
      }
      await wait((failure.retryAfterSeconds ?? 1) * 1_000);
    }
  }

  async function attempt(request: Request): Promise<Response | ApiFailure> {
    request.headers.set("X-API-Key", key);
    let response: Response;
    try {
      response = await fetch(request.clone(), {
        credentials: "omit",
        redirect: "error",
        referrerPolicy: "no-referrer",
      });
    } catch (error) {
      if (request.signal.aborted) throw error;
      return new ApiFailure("The server does not answer.", 0, "no_answer");
    }
    if (response.ok) return response;
    const body = (await response.json().catch(() => ({}))) as ProblemBody;
    const message = body.message ?? `The server answers ${response.status}.`;
    return new ApiFailure(message, response.status, body.error ?? "server_error", { body, headers: response.headers });
  }

  return Object.assign(createFetchClient<paths>({ baseUrl, fetch: send }), { send });
}

/** Creates an idempotency key. `crypto.randomUUID` exists on https and localhost only. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The most repetitions of a write whose outcome is unknown, and of one whose first request may still run. */
const [maxRepetitions, maxRepetitionsInProgress] = [3, 30];

/** What became of a write. Without a failure, it is done. */
export interface Outcome {
  failure?: ApiFailure;
  /** The key of a write that may be done, so only a repetition with it is safe. */
  unknownKey?: string;
}

/**
 * Runs a write with one idempotency key, and repeats it with that key until its outcome is known, so that it happens once.
 * The key may be that of an earlier call whose outcome stayed unknown.
 */
export async function attempt(
  write: (header: { "Idempotency-Key": string }) => Promise<unknown>,
  key = newIdempotencyKey(),
  wait = pause,
): Promise<Outcome> {
  for (let requests = 0, unknown = 0; ; requests += 1) {
    const failure = await write({ "Idempotency-Key": key }).then(
      () => undefined,
      (error: ApiFailure) => error,
    );
    if (!failure?.isOutcomeUnknown) return failure ? { failure } : {};
    if (failure.code !== "idempotency_in_progress") unknown += 1;
    if (unknown > maxRepetitions || requests >= maxRepetitionsInProgress) return { failure, unknownKey: key };
    await wait((failure.retryAfterSeconds ?? 1) * 1_000);
  }
}
