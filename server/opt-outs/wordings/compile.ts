import type { Rule } from "./rules.ts";
import { comma, sentenceEnd, symbolsWith } from "./symbols.ts";

const ends: Readonly<Record<string, string>> = {
  "^": `(?<=^|[${sentenceEnd}${comma}])`,
  "^^": `(?<=^|[${sentenceEnd}])`,
  $: `(?=$|[${sentenceEnd}${comma}])`,
  $$: `(?=$|[${sentenceEnd}])`,
};

function compileTerm(term: string): string {
  const gap = /^([~-])(\d)$/.exec(term);
  if (gap) return `[^${sentenceEnd}${gap[1] === "-" ? comma : ""}]{0,${gap[2]}}`;
  const repeat = /[?*]$/.exec(term)?.[0] ?? "";
  return ends[term] ?? `[${symbolsWith(term.replace(repeat, "").split("|"))}]${repeat}`;
}

const compileTerms = (terms: string) => terms.trim().split(" ").map(compileTerm).join("");

/** Returns the source of a regular expression over symbols. */
function compileRule(rule: Rule): string {
  const [wanted = "", ...unwanted] = rule.split("!");
  return compileTerms(wanted) + unwanted.map((each) => `(?!${compileTerms(each)})`).join("");
}

/** Compiles rules to one regular expression over the symbols of a text. */
export const compile = (rules: readonly Rule[], flags = "") => new RegExp(rules.map(compileRule).join("|"), flags);

/** Compiles rules for a whole text. */
export const compileWhole = (rules: readonly Rule[]) => new RegExp(`^(?:${rules.map(compileRule).join("|")})$`);
