import type { DeliveryFailure } from "../../generated/api.ts";
import type { Exchange } from "./exchange.ts";
import type { OutboundText, Outcome, OwnCode } from "./provider.ts";
import { quoteLink, quoteMessage } from "./quote.ts";

/** What an answer says, in whatever form the carrier wrote it. */
export interface Answered {
  id: unknown;
  code: unknown;
  message?: unknown;
  moreInfo?: unknown;
  about?: DeliveryFailure["about"] | undefined;
  optedOut?: boolean;
  /** What became of the text, if the answer says so and the status alone would say something else. */
  verdict?: "taken" | "refused" | "unclear" | undefined;
}

/** Reads the JSON object of an answer to a text, which is empty if there is none. */
export type ReadAnswer = (answer: Record<string, unknown>, status: number, text: OutboundText) => Answered;

/** The maximum stored length of an id or an error code. */
const maxCodeLength = 64;

/** Our own code for a text that was not sent, because no connection could be made. */
const unreachableCode: OwnCode = "provider_unreachable";

/**
 * The outcome of a text that was sent by HTTP, for each carrier whose refusals have a status of 4xx. A definite refusal is
 * that status, or a request of which no byte was written, unless the answer has a verdict. Every other failure leaves the
 * outcome unknown:
 *
 * - a timeout or a lost connection after the first byte;
 * - a status of 5xx or a redirect;
 * - an answer without an id, or one that is unclear.
 *
 * @param secrets what the carrier may repeat of the request, and must not be quoted
 */
export function outcomeOf(
  exchange: Exchange,
  read: ReadAnswer,
  text: OutboundText,
  secrets: readonly string[],
): Outcome {
  if (exchange.kind === "unsent") return { kind: "refused", errorCode: unreachableCode, optedOut: false };
  if (exchange.kind === "lost") return { kind: "unknown" };
  const { status } = exchange;
  const {
    id,
    code,
    message,
    moreInfo,
    about,
    optedOut = false,
    verdict = verdictOf(status),
  } = read(parse(exchange.body), status, text);
  if (verdict === "refused") {
    const refusesServer = status === 401 || status === 403;
    return {
      kind: "refused",
      errorCode: codeOf(code)?.slice(0, maxCodeLength) ?? `http_${status}`,
      optedOut,
      message: quoteMessage(message, text.kind, secrets),
      moreInfo: quoteLink(moreInfo, text.kind, secrets),
      ...(about && { about }),
      ...(refusesServer && { refusesServer }),
    };
  }
  const providerId = typeof id === "string" ? codeOf(id) : undefined;
  const isNamed = providerId !== undefined && providerId.length <= maxCodeLength;
  return verdict === "taken" && isNamed ? { kind: "accepted", providerId, status: "queued" } : { kind: "unknown" };
}

/** What a status alone says. */
function verdictOf(status: number): NonNullable<Answered["verdict"]> {
  if (status < 300) return "taken";
  return status >= 400 && status < 500 ? "refused" : "unclear";
}

/** The fields of a JSON answer; empty for an answer that is not a JSON object. */
function parse(body: string | undefined): Record<string, unknown> {
  try {
    return Object(JSON.parse(body ?? "{}"));
  } catch {
    return {};
  }
}

/** An id or a code as text; undefined unless it consists of printable ASCII characters. */
function codeOf(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  return /^[\x21-\x7e]+$/.test(String(value)) ? String(value) : undefined;
}
