/**
 * Search by substring. A contact row has the searchable text and its trigrams, which are indexed. The trigrams are
 * those of all characters. PostgreSQL's pg_trgm uses only letters and digits, and their definition depends on the
 * database's locale.
 */

/** A prefix of the name, so that the first one or two letters of a name also form a trigram. */
const nameStart = "\u0002\u0002";

/** The searchable text: name, company and phones in folded case. */
export function searchTextOf(name: string, company: string | null, phones: string[]): string {
  return fold([nameStart + name, company ?? "", ...phones].join("\n"));
}

/** The term to search for. A query of one or two characters matches only the beginning of a name. */
export function searchTermOf(query: string): string {
  const missing = Math.max(0, 3 - [...query].length);
  return fold(nameStart.slice(0, missing) + query);
}

/** Folds the case of letters. Lower case alone is not enough, because Σ has two lower-case forms. */
const fold = (text: string) => text.toUpperCase().toLowerCase().replaceAll("ς", "σ");

/** The distinct trigrams of a text, by code points. */
export function trigramsOf(text: string): string[] {
  const characters = [...text];
  return [...new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join("")))];
}

const maxIndexTrigrams = 4;

/**
 * The trigrams by which the index finds a term: all of them, or four that are spread over the term. With fewer trigrams
 * the index finds more contacts to check; with more trigrams the index itself takes longer, in each block.
 */
export function indexedTrigramsOf(term: string): string[] {
  const all = trigramsOf(term);
  if (all.length <= maxIndexTrigrams) return all;
  const step = (all.length - 1) / (maxIndexTrigrams - 1);
  return Array.from({ length: maxIndexTrigrams }, (_, nth) => all[Math.round(nth * step)]!);
}
