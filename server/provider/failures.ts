import type { DeliveryFailure } from "../../generated/api.ts";
import { accountKinds, kinds } from "./kinds.ts";
import type { Meaning, OwnCode, ProviderWords } from "./provider.ts";

/** Describes a failure by the provider's code, or by one of our own, with the provider's words. */
export function describeFailure(
  code: string,
  { message = null, moreInfo = null, about }: ProviderWords = {},
): DeliveryFailure {
  return { code, message, moreInfo, ...meaningOf(code), ...(about && { about }) };
}

/** What a code means. A code that no table has is left to the operator, because nothing else is known to help. */
export function meaningOf(code: string): Meaning {
  return meanings.get(code) ?? unknownFailure;
}

const ownMeanings: Record<OwnCode, Meaning> = {
  outcome_unknown: {
    about: "unreachable",
    meaning: "The provider never said whether it took the text, so the text may have been sent.",
  },
  provider_unreachable: { about: "unreachable", meaning: "No connection to the provider could be made." },
  live_texts_off: {
    about: "account",
    meaning: "The operator has restored the database from a backup, and has not allowed live texts again yet.",
  },
  provider_paused: { about: "account", meaning: "The operator has paused the account that sends for this number." },
  provider_not_usable: { about: "account", meaning: "This server cannot use the account that sends for this number." },
  number_pace: { about: "capacity", meaning: "The number has no turn for the text within two seconds at its pace." },
  http_401: { about: "account", meaning: "The provider does not accept this server's credentials." },
  http_403: { about: "account", meaning: "The provider does not let this server's account send the text." },
  http_413: { about: "content", meaning: "The text is too large for the provider." },
  http_429: { about: "capacity", meaning: "The provider got too many requests at once." },
};

const meanings: ReadonlyMap<string, Meaning> = new Map([
  ...Object.entries(ownMeanings),
  ...[...Object.values(kinds), ...accountKinds.values()].flatMap(({ failures }) => [...failures]),
]);

const unknownFailure: Meaning = {
  about: "account",
  meaning: "This server does not know the provider's code. The provider's documentation explains it.",
};
