/** Whether a phone accepts a team's texts. */
export type Consent = "opted_out" | "opted_in";

/** The source of a consent: a keyword in a text, an operator, the provider, a request, an import, or a phrase. */
export type ConsentSource = "keyword" | "operator" | "provider" | "api" | "import" | "phrase";

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

const helpWords: ReadonlySet<string> = new Set(["HELP", "INFO"]);

/** Whether a text asks for help: the whole text, in any case. It changes no consent. */
export function asksForHelp(text: string): boolean {
  const word = text.trim();
  return word.length === 4 && helpWords.has(word.toUpperCase());
}

/** The keywords of consents that the provider has read. */
const providerKeywords: Record<Consent, string> = { opted_out: "STOP", opted_in: "START" };

/**
 * Reads the consent of an inbound text. A keyword must be the whole text, in any case and without surrounding white
 * space. For other texts, the consent that the provider has read counts. Undefined if the text expresses no consent.
 */
export function readConsent(text: string, providers?: Consent): Said | undefined {
  const keyword = text.trim().toUpperCase();
  const consent = keywords.get(keyword);
  if (consent) return { consent, source: "keyword", keyword };
  return providers && { consent: providers, source: "provider", keyword: providerKeywords[providers] };
}
