import type { FailureCause, OptOutReason, Problem } from "../generated/api.ts";
import { type ErrorCode, errors } from "../generated/errors.ts";
import type { KeyScope } from "../generated/operations.ts";

export type { ErrorCode };

/** One broken field of a request, as `details` of an error lists it. */
export interface Violation {
  field: string;
  code: string;
  message: string;
}

/** A text that the provider refused, and why. Both ids are null for a passcode. */
export type RefusedText = Required<Pick<Problem, "textId" | "threadId" | "provider">>;

interface ErrorOptions {
  /** Replaces the code's default message. The caller sees it, so it must not contain internal details. */
  message?: string;
  /** Replaces the code's usual status by another one that the catalogue lists for it. */
  status?: number;
  details?: Violation[];
  /** Whole seconds, for `Retry-After`. */
  retryAfterSeconds?: number;
  /** The scopes that the API key lacks, for `WWW-Authenticate`. */
  scopes?: KeyScope[];
  /** Present if the provider refused a text. */
  refused?: RefusedText;
  /** The first time at which a text may be sent that quiet hours refuse. */
  nextAllowedAt?: string;
  /** The contact that the contact which is not found was merged into. */
  mergedInto?: string | undefined;
  /** The recipient that has opted out. It is not answered. */
  recipient?: string;
  /** Since when the recipient has opted out, and by what. */
  consent?: OptOutReason;
  cause?: unknown;
}

/** An entry of the catalogue. The next step of a refused text depends on the cause of the refusal. */
interface Variant {
  status: number;
  message: string;
  nextStep: string | Record<FailureCause, string>;
}

/** An error answer of the contract: a code of the catalogue with its status. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** What the client can do about the error. */
  readonly nextStep: string;
  readonly details: Violation[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly scopes: KeyScope[] | undefined;
  readonly refused: RefusedText | undefined;
  readonly nextAllowedAt: string | undefined;
  readonly mergedInto: string | undefined;
  readonly recipient: string | undefined;
  readonly consent: OptOutReason | undefined;

  constructor(
    code: ErrorCode,
    { message, status, details, retryAfterSeconds, scopes, refused, cause, ...rest }: ErrorOptions = {},
  ) {
    const variants: readonly Variant[] = errors[code];
    const variant = status === undefined ? variants[0] : variants.find((each) => each.status === status);
    if (!variant) throw new RangeError(`The catalogue has no ${code} with status ${status}`);
    // The stack of a refusal is never logged, and recording it costs a quarter of a refused request.
    const { stackTraceLimit } = Error;
    if (variant.status < 500) Error.stackTraceLimit = 0;
    super(message ?? variant.message, { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.status = variant.status;
    const { nextStep } = variant;
    this.nextStep = typeof nextStep === "string" ? nextStep : nextStep[refused?.provider.about ?? "account"];
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
    this.scopes = scopes;
    this.refused = refused;
    this.nextAllowedAt = rest.nextAllowedAt;
    this.mergedInto = rest.mergedInto;
    this.recipient = rest.recipient;
    this.consent = rest.consent;
  }
}

/** Refuses the request with a code of the catalogue. */
export function fail(code: ErrorCode, options?: ErrorOptions): never {
  throw new ApiError(code, options);
}

/** Refuses the request for fields that break a rule outside of the contract's schemas. @throws validation_error */
export function failFields(fields: string[], message: string): never {
  fail("validation_error", {
    message: `${fields[0]} ${message}.`,
    details: fields.map((field) => ({ field, code: "validation_error", message })),
  });
}
