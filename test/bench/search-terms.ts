import { entryOf } from "./data-set.ts";

/** The number of terms. */
export const termCount = 200;

/**
 * The n-th search term for a number of contacts, with at least three characters. Terms are names, companies and phones,
 * and their beginnings, middles and ends. They match from all contacts to none.
 */
export function searchTermOf(n: number, contacts: number): string {
  const at = n % termCount;
  const { name, company, phone } = entryOf((at * 7_919) % contacts);
  const space = name.indexOf(" ");
  const terms = [
    ...[name, name.slice(0, 3), name.slice(2, 6), name.slice(-5), name.slice(space - 2, space + 3)],
    ...[company, company.slice(0, 4), company.slice(-6)],
    ...[phone, phone.slice(0, 4), phone.slice(3, 9), phone.slice(-4)],
    ...[[...name].reverse().join(""), `${phone.slice(-4)}99999`],
  ];
  return terms[at % terms.length]!;
}
