/**
 * What texts say that may withdraw consent in other words than a keyword. Nothing of it opts a phone out by itself: it asks a
 * person. The folder `wordings` has the words of each language by concept, and rules that combine concepts.
 *
 * @see docs/decisions.md, Suspected revocations
 */
import { readConsent } from "./keywords.ts";
import { judge, kinds, type RuleKind } from "./wordings/judge.ts";
import { read } from "./wordings/read-words.ts";

/** What a text may say: that it withdraws consent, or that it came to the wrong person. */
export type SuspicionKind = "revocation" | "wrong_number";

export interface Suspicion {
  kind: SuspicionKind;
  /** The kind of rule that applies. */
  rule: RuleKind;
}

/** Texts that are longer without accents are not looked at. */
const maxLength = 300;

/** Whether a text has only ASCII, as most texts do. */
const isPlain = (text: string) => !/[^\0-\x7f]/.test(text);

/** Folds a text: contractions are one word, and so are the letters of "s t o p" and "sto p". The zero of "st0p" is a letter. */
function fold(text: string): string {
  return text
    .replace(/'(?=(?:t|m|s|d|re|ve|ll)\b)/gi, "")
    .replace(/\b(?:[a-z][ .-]){3,}[a-z]\b/gi, (letters) => letters.replace(/[ .-]/g, ""))
    .replace(/^\W*s ?t ?o ?p\W*$/i, "stop")
    .replace(/(?<=[a-z])0(?=[a-z])/gi, "o")
    .replaceAll("#", " nr ");
}

function removeAccents(text: string): string {
  const letters = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[łŁß’ʼ´œŒ]/g, (each) => replacements[each] ?? each);
  return isPlain(letters) ? letters : letters.replace(/[^\0-\x7f\p{L}\p{N}]+/gu, " ");
}

/** What Unicode does not take apart. */
const replacements: Readonly<Record<string, string>> = {
  ł: "l",
  Ł: "L",
  ß: "ss",
  œ: "oe",
  Œ: "OE",
  "’": "'",
  ʼ: "'",
  "´": "'",
};

/**
 * Suspects that a text withdraws consent, or came to the wrong person, in other words than a keyword. Undefined for any other
 * text, and for keywords, which take effect themselves.
 */
export function suspect(text: string): Suspicion | undefined {
  if (readConsent(text) !== undefined) return undefined;
  const plain = (isPlain(text) ? text : removeAccents(text)).trim();
  if (plain.length > maxLength) return undefined;
  const found = read(fold(plain)).map(judge);
  const rule = kinds.find((each) => found.includes(each));
  return rule && { kind: rule === "wrong_number" ? "wrong_number" : "revocation", rule };
}
