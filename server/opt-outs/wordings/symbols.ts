import type { Concept } from "./concepts.ts";

/** Stands for a word of which nothing is known. */
export const other = ".";

/** Stands for the end of a sentence, which no rule crosses. */
export const sentenceEnd = "|";

export const comma = ",";

/** The symbols by the concepts of a word. */
const symbols = new Map<string, string>();

/** The first symbol. None is special in a regular expression. */
const first = 0xa1;

/** Returns the symbol of words with these concepts: one character, so that a rule is a regular expression over words. */
export function symbolOf(concepts: Iterable<Concept>): string {
  const key = [...new Set(concepts)].sort().join(" ");
  const known = symbols.get(key);
  if (known !== undefined) return known;
  const symbol = String.fromCharCode(first + symbols.size);
  symbols.set(key, symbol);
  return symbol;
}

/** Stands for a word with a capital letter within a sentence that no lexicon has. */
export const capital = symbolOf(["capital"]);

/**
 * Returns the symbols of words with one of these concepts, of all that `symbolOf` has given out.
 *
 * @throws if there is none: the name of a concept is wrong
 */
export function symbolsWith(concepts: readonly string[]): string {
  const having = [...symbols].filter(([key]) => key.split(" ").some((each) => concepts.includes(each)));
  if (having.length === 0) throw new Error(`No word has a concept of ${concepts.join("|")}.`);
  return having.map(([, symbol]) => symbol).join("");
}
