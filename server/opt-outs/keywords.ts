/** What somebody wants of a team's texts from now on. */
export type Consent = "opted_out" | "opted_in";

/** Where a consent comes from: the text itself, the operator, or what the provider says. */
export type ConsentSource = "keyword" | "operator" | "provider";

/** What an inbound text says of its sender's consent. */
export interface Said {
  consent: Consent;
  source: "keyword" | "provider";
  keyword: string;
}

const optOutWords = ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT", "OPT OUT"];

const keywords: ReadonlyMap<string, Consent> = new Map([
  ...optOutWords.map((word) => [word, "opted_out"] as const),
  ...["START", "UNSTOP"].map((word) => [word, "opted_in"] as const),
]);

/** What the provider calls a keyword, also one in another language that its account was given. */
const providerTypes: ReadonlyMap<string, Consent> = new Map([
  ["STOP", "opted_out"],
  ["START", "opted_in"],
]);

/**
 * Reads a keyword: the whole text of a message in any case, without the white space around it. Any other text says what
 * the provider makes of it, by the field `OptOutType`. Undefined if neither says anything.
 *
 * @see https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out
 */
export function readConsent(text: string, optOutType: string | null): Said | undefined {
  const keyword = text.trim().toUpperCase();
  const consent = keywords.get(keyword);
  if (consent) return { consent, source: "keyword", keyword };
  const type = optOutType?.trim().toUpperCase() ?? "";
  const typed = providerTypes.get(type);
  return typed && { consent: typed, source: "provider", keyword: type };
}
