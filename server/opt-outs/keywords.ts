/** What somebody wants of a team's texts from now on. */
export type Consent = "opted_out" | "opted_in";

const keywords: ReadonlyMap<string, Consent> = new Map([
  ...["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT"].map((word) => [word, "opted_out"] as const),
  ...["START", "UNSTOP"].map((word) => [word, "opted_in"] as const),
]);

/** The keyword that an inbound text is, as a whole and in any case, white space around it aside; undefined if none. */
export function readKeyword(text: string): { keyword: string; consent: Consent } | undefined {
  const keyword = text.trim().toUpperCase();
  const consent = keywords.get(keyword);
  return consent && { keyword, consent };
}
