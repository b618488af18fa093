import type { HttpContext } from "./context.ts";

/**
 * The holder of what a request takes: the team, once the API key is checked, otherwise the address of the caller. An IPv6
 * address counts by its first 64 bits, because a caller usually has all addresses that begin with them.
 *
 * @see docs/decisions.md, Shares
 */
export function holderOf({ state }: HttpContext): string {
  return state.admission?.teamId ?? networkOf(state.address ?? "");
}

/** An IPv4 address as it is, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = [], tail = []] = address.split("::", 2).map(groupsOf);
  // A double colon stands for as many zeros as are missing.
  const zeros = Array(Math.max(0, 8 - head.length - tail.length)).fill(0);
  return [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":");
}

const groupsOf = (text: string) => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)));
