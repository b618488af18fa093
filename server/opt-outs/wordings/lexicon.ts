import type { Concept } from "./concepts.ts";
import { dutch } from "./languages/dutch.ts";
import { english } from "./languages/english.ts";
import { french } from "./languages/french.ts";
import { german } from "./languages/german.ts";
import { italian } from "./languages/italian.ts";
import { names } from "./languages/names.ts";
import { polish } from "./languages/polish.ts";
import { portuguese } from "./languages/portuguese.ts";
import { shared } from "./languages/shared.ts";
import { spanish } from "./languages/spanish.ts";
import { other, symbolOf } from "./symbols.ts";

const lexicons = { english, german, french, spanish, italian, portuguese, dutch, polish };

export type Language = keyof typeof lexicons;

export const languages = Object.keys(lexicons) as Language[];

/** The meanings of a word: its symbol in each language. */
export type Meanings = string;

/** A beginning of words, in a tree that is read letter by letter: reading a text takes linear time. */
export interface Beginning {
  /** The longer beginnings, by the next letter: `a` is 0. */
  next: readonly (Beginning | undefined)[];
  /** The meanings of the word that ends here. */
  whole: Meanings;
  /** The meanings of a word that goes on in a way that no lexicon has. */
  begun: Meanings;
}

/** The concepts of a word in each language. */
type Concepts = (ReadonlySet<Concept> | undefined)[];

interface Draft {
  next: (Draft | undefined)[];
  whole: Concepts;
  begun: Concepts;
}

const union = (one: Concepts, two: Concepts): Concepts =>
  languages.map((_, at) => new Set([...(one[at] ?? []), ...(two[at] ?? [])]));

/** Lists the words and stems that an entry of a lexicon stands for. */
function expand(entry: string): string[] {
  const [stems = "", ends = ""] = entry.split("-");
  const words = stems.split("/").flatMap((stem) => ends.split(",").map((end) => stem + end));
  // Many people write a long word with single letters instead of double ones.
  return words.flatMap((word) => (word.length > 5 ? [word, word.replace(/([a-z])\1/g, "$1")] : [word]));
}

/** @throws for a word that no folded text can have */
function insert(root: Draft, word: string, language: number, concept: Concept): void {
  if (!/^[a-z]+\*?$/.test(word)) throw new Error(`The word ${word} is not folded.`);
  let at = root;
  for (const letter of word.replace("*", "")) {
    at = at.next[letter.charCodeAt(0) - 97] ??= { next: [], whole: [], begun: [] };
  }
  const concepts = word.endsWith("*") ? at.begun : at.whole;
  concepts[language] = new Set(concepts[language]).add(concept);
}

const write = (concepts: Concepts): Meanings =>
  languages.map((_, at) => (concepts[at]?.size ? symbolOf(concepts[at]) : other)).join("");

/** The concepts that a word has by all stems that it begins with. */
interface Stems {
  concepts: Concepts;
  meanings: Meanings;
}

function addStems(concepts: Concepts, stems: Stems): Stems {
  if (concepts.length === 0) return stems;
  const all = union(concepts, stems.concepts);
  return { concepts: all, meanings: write(all) };
}

/** Completes a draft: a word also has the concepts of the stems that it begins with. */
function complete(draft: Draft, shorter: Stems): Beginning {
  const stems = addStems(draft.begun, shorter);
  return {
    next: Array.from({ length: 26 }, (_, letter) => draft.next[letter] && complete(draft.next[letter], stems)),
    whole: addStems(draft.whole, stems).meanings,
    begun: stems.meanings,
  };
}

function build(): Beginning {
  const root: Draft = { next: [], whole: [], begun: [] };
  for (const [at, language] of languages.entries()) {
    for (const lexicon of [shared, names, lexicons[language]]) {
      for (const [concept, words] of Object.entries(lexicon) as [Concept, string][]) {
        for (const word of words.trim().split(/\s+/).flatMap(expand)) insert(root, word, at, concept);
      }
    }
  }
  return complete(root, { concepts: [], meanings: write([]) });
}

/** The empty beginning. */
export const root = build();
