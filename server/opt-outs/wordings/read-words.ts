import { type Beginning, languages, type Meanings, root } from "./lexicon.ts";
import { capital, comma, other, sentenceEnd } from "./symbols.ts";

interface Word {
  meanings: Meanings;
  /** Whether the word begins with a capital letter within a sentence, as a name does. */
  isCapital: boolean;
}

const pause = { meanings: comma.repeat(languages.length), isCapital: false };
const end = { meanings: sentenceEnd.repeat(languages.length), isCapital: false };

const isUpper = (code: number) => code >= 65 && code <= 90;
const isLower = (code: number) => code >= 97 && code <= 122;
const isDigit = (code: number) => code >= 48 && code <= 57;
const isOfWord = (code: number) => isLower(code) || isUpper(code) || isDigit(code) || code > 127;

/** Looks up the word that begins here, and returns where it ends. A letter that is repeated, as in "stooop", may count once. */
function readWord(text: string, begin: number): { meanings: Meanings; end: number } {
  let known: Beginning = root;
  let isKnown = true;
  let at = begin;
  for (let before = -1; at < text.length && isOfWord(text.charCodeAt(at)); at += 1) {
    if (!isKnown) continue;
    const code = text.charCodeAt(at) | 32;
    const next = known.next[code - 97];
    if (next === undefined && code === before) continue;
    before = code;
    if (next === undefined) isKnown = false;
    else known = next;
  }
  return { meanings: isKnown ? known.whole : known.begun, end: at };
}

/** Reads the words of a text without accents, and what divides them. */
function readWords(text: string): Word[] {
  const words: Word[] = [];
  let before = end;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (isOfWord(code)) {
      const word = readWord(text, at);
      const isCapital = before !== end && isUpper(code) && isLower(text.charCodeAt(at + 1));
      before = { meanings: word.meanings, isCapital };
      words.push(before);
      at = word.end;
      continue;
    }
    const divider = code === 32 ? before : code === 44 ? pause : ".!?;\n".includes(text.charAt(at)) ? end : before;
    if (divider !== before && before !== end) {
      before = divider;
      words.push(divider);
    }
    at += 1;
  }
  return words;
}

/** The part of the most known words in a language that another must have, too, to count. */
const closeness = 0.75;

/** A text in one language: a symbol for each word. */
export interface Reading {
  language: number;
  symbols: string;
  /** Whether the text ends with a question mark. */
  isQuestion: boolean;
}

/** Reads a text in the language that knows most of its words, and in those that know almost as many. */
export function read(text: string): Reading[] {
  const words = readWords(text);
  const known = languages.map(() => 0);
  for (const { meanings } of words) {
    for (let at = 0; at < languages.length; at += 1) if (meanings[at] !== other) known[at]! += 1;
  }
  const least = Math.max(...known) * closeness;
  const isQuestion = text.endsWith("?");
  return languages.flatMap((_, language) => {
    if (known[language]! < least) return [];
    const symbols = words.map(({ meanings, isCapital }) =>
      isCapital && meanings[language] === other ? capital : meanings[language],
    );
    return [{ language, symbols: symbols.join(""), isQuestion }];
  });
}
