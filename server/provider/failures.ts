import type { DeliveryFailure } from "../../generated/api.ts";
import { type Meaning, twilioFailures } from "./twilio/failures.ts";

/** The provider's own words about a failure, as `quoteMessage` and `quoteLink` return them. */
export type ProviderWords = Partial<Pick<DeliveryFailure, "message" | "moreInfo">>;

/** Describes a failure by the provider's code, or by one of our own, with the provider's words. */
export function describeFailure(
  code: string,
  { message = null, moreInfo = null }: ProviderWords = {},
): DeliveryFailure {
  return { code, message, moreInfo, ...meaningOf(code) };
}

/** What a code means. A code that no table has is left to the operator, because nothing else is known to help. */
export function meaningOf(code: string): Meaning {
  return twilioFailures.get(code) ?? ownFailures.get(code) ?? unknownFailure;
}

/** The codes of failures for which the provider gives no code. */
export type OwnCode = keyof typeof ownMeanings;

const ownMeanings = {
  outcome_unknown: {
    about: "unreachable",
    meaning: "The provider never said whether it took the text, so the text may have been sent.",
  },
  provider_unreachable: { about: "unreachable", meaning: "No connection to the provider could be made." },
  http_401: { about: "account", meaning: "The provider does not accept this server's credentials." },
  http_403: { about: "account", meaning: "The provider does not let this server's account send the text." },
  http_413: { about: "content", meaning: "The text is too large for the provider." },
  http_429: { about: "capacity", meaning: "The provider got too many requests at once." },
} satisfies Record<string, Meaning>;

const ownFailures: ReadonlyMap<string, Meaning> = new Map(Object.entries(ownMeanings));

const unknownFailure: Meaning = {
  about: "account",
  meaning: "This server does not know the provider's code. The provider's documentation explains it.",
};
