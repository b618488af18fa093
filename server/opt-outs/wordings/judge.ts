import { compile, compileWhole } from "./compile.ts";
import { type Language, languages } from "./lexicon.ts";
import type { Reading } from "./read-words.ts";
import {
  foreignKeywords,
  harmless,
  keywords,
  type Rules,
  refusals,
  revocations,
  threats,
  wrongNumbers,
} from "./rules.ts";
import { comma, other, sentenceEnd, symbolsWith } from "./symbols.ts";

/** The kinds of rules, the strongest first. */
export const kinds = ["keyword_folded", "keyword_foreign", "phrase", "wrong_number"] as const;

export type RuleKind = (typeof kinds)[number];

const isKeyword = compileWhole(keywords);
const isForeignKeyword = compileWhole(foreignKeywords);
const isRefusal = compileWhole(refusals);
const isThreat = compile(threats);
const harmlessWords = compile(harmless, "g");
const courtesy = new RegExp(`[${symbolsWith(["courtesy", "please"])}${sentenceEnd}${comma}]`, "g");
const dividers = new RegExp(`[${sentenceEnd}${comma}]`, "g");

/** Returns a function that tells whether one of these rules applies to symbols of a language. */
function createSearch({ all, of }: Rules): (symbols: string, language: number) => boolean {
  const inAll = compile(all);
  const inOne = languages.map((each: Language) => of[each] && compile(of[each]));
  return (symbols, language) => inAll.test(symbols) || (inOne[language]?.test(symbols) ?? false);
}

const isRevocation = createSearch(revocations);
const isWrongNumber = createSearch(wrongNumbers);

/** The number of words in the longest text that is read as a keyword with courtesies. */
const mostWords = 12;

function judgeWhole({ symbols, isQuestion }: Reading): RuleKind | undefined {
  if (symbols.length > mostWords) return undefined;
  const bare = symbols.replace(courtesy, "");
  if (isKeyword.test(bare)) return "keyword_folded";
  // "Are you not interested?" asks about the interest of the business.
  if (isRefusal.test(bare) && !isQuestion) return "phrase";
  return isForeignKeyword.test(bare) || isForeignKeyword.test(symbols.replace(dividers, ""))
    ? "keyword_foreign"
    : undefined;
}

/** Judges a text as it reads in one language. */
export function judge(reading: Reading): RuleKind | undefined {
  const { symbols, language } = reading;
  const whole = judgeWhole(reading);
  if (whole !== undefined || isThreat.test(symbols)) return whole ?? "phrase";
  const meant = symbols.replace(harmlessWords, (words) => other.repeat(words.length));
  if (isRevocation(meant, language)) return "phrase";
  return isWrongNumber(meant, language) ? "wrong_number" : undefined;
}
