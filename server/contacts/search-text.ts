/**
 * Search by substring. A contact carries the text to look into and every three characters that stand side by side in
 * it, which are indexed. The trigrams of PostgreSQL's pg_trgm would not do: they know letters and digits only, and
 * which these are depends on the database's locale.
 */

/** Stands before the name, so that the beginning of a name is a text of three characters as well. */
const nameStart = "\u0002\u0002";

/** What a search looks into: name, company and phones, without case. */
export function searchTextOf(name: string, company: string | null, phones: string[]): string {
  return fold([nameStart + name, company ?? "", ...phones].join("\n"));
}

/** What to look for: any part of the text for three characters and more, the beginning of the name for one or two. */
export function searchTermOf(query: string): string {
  const missing = Math.max(0, 3 - [...query].length);
  return fold(nameStart.slice(0, missing) + query);
}

/** Without the case of letters. Small letters alone would not do: Σ has two of them, by its place in the word. */
const fold = (text: string) => text.toUpperCase().toLowerCase().replaceAll("ς", "σ");

/** Every three characters (code points) that stand side by side in a text, each once. */
export function trigramsOf(text: string): string[] {
  const characters = [...text];
  return [...new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join("")))];
}

const mostLookedUp = 5;

/**
 * What to look a term up by: its trigrams, or five from its beginning to its end where there are more. With fewer there
 * is more to look into, with more the index takes longer.
 */
export function indexedTrigramsOf(term: string): string[] {
  const all = trigramsOf(term);
  if (all.length <= mostLookedUp) return all;
  const step = (all.length - 1) / (mostLookedUp - 1);
  return Array.from({ length: mostLookedUp }, (_, nth) => all[Math.round(nth * step)]!);
}
