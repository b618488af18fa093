/** Whether a phone accepts a team's texts. */
export type Consent = "opted_out" | "opted_in";

/** The source of a consent: a keyword in a text, an operator, or the provider. */
export type ConsentSource = "keyword" | "operator" | "provider";

/** The consent that an inbound text expresses. */
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

/** The consent of each `OptOutType`. The provider also sets it for further keywords that its account has configured. */
const providerTypes: ReadonlyMap<string, Consent> = new Map([
  ["STOP", "opted_out"],
  ["START", "opted_in"],
]);

/**
 * Reads the consent of an inbound text. A keyword must be the whole text, in any case and without surrounding white
 * space. For other texts the provider's field `OptOutType` counts. Undefined if the text expresses no consent.
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
