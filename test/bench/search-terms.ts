import { entryOf } from "./data-set.ts";

/** How many terms there are. */
export const termCount = 200;

/**
 * The n-th term of three characters and more to search so many contacts for: names, companies and phones, their
 * beginnings, middles and ends, from what stands in every contact to what stands in none.
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
