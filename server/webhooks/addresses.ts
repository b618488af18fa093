import type { LookupAddress } from "node:dns";
import { Resolver, lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The addresses that a host has now. A host that is an address is its own. */
export type FindAddresses = (host: string) => Promise<LookupAddress[]>;

/** A host is, or has, an address that is not of the public internet. Its message names neither. */
export class AddressRefused extends Error {
  readonly code = "address_refused";

  constructor() {
    super("The host has an address that is not public.");
  }
}

/** All of IPv6 that is given out to the public internet; ipaddr.js takes what is not given out at all for that, too. */
const publicIpv6 = ipaddr.parseCIDR("2000::/3");

/**
 * Lets `find` give only what may be connected to: public addresses, and those in `allowed`, a list of CIDR ranges. One
 * address that is neither is enough to refuse the host.
 *
 * Whoever connects must use these addresses and no other look-up's, or a name could mean something else by then.
 */
export function guardAddresses(find: FindAddresses, allowed: string[]): FindAddresses {
  const ranges = allowed.map((range) => ipaddr.parseCIDR(range));
  return async (host) => {
    const found = isIP(host) === 0 ? await find(host) : [{ address: host, family: isIP(host) }];
    if (!found.every(({ address }) => isPublic(address) || isWithin(ranges, address))) throw new AddressRefused();
    return found;
  };
}

function isPublic(address: string): boolean {
  const parsed = ipaddr.parse(address);
  // IPv6 forms of an IPv4 address (mapped, translated, NAT64, 6to4, Teredo) have ranges of their own.
  return parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(...publicIpv6));
}

function isWithin(ranges: ReturnType<typeof ipaddr.parseCIDR>[], address: string): boolean {
  const parsed = ipaddr.process(address);
  return ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits));
}

/** How long a name server may take for one question, of which there are two. */
const patience = { timeout: 3_000, tries: 2 };

interface FinderOptions {
  /** Name servers, as `address:port`, instead of those of the system. */
  nameServers?: string[];
  /** What the name servers are not asked, or do not know; by default the system's look-up. */
  findLocally?: FindAddresses;
}

/**
 * Finds addresses without the threads that the system's look-up takes: four names that hang would hold up every other
 * one. Only what the name servers do not know, such as names in a hosts file, goes that way, one at a time.
 */
export function createFinder({ nameServers, findLocally = findBySystem }: FinderOptions = {}): FindAddresses {
  const resolver = new Resolver(patience);
  if (nameServers) resolver.setServers(nameServers);
  let turn: Promise<unknown> = Promise.resolve();
  const findInTurn = (host: string) => {
    const found = turn.then(() => findLocally(host));
    turn = found.catch(() => {});
    return found;
  };
  return async (host) => {
    if (!host.includes(".") || host.endsWith(".localhost")) return findInTurn(host);
    const answers = await Promise.allSettled([
      resolver.resolve4(host).then((found) => found.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(host).then((found) => found.map((address) => ({ address, family: 6 }))),
    ]);
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length > 0) return found;
    const failure = answers.find((answer) => answer.status === "rejected" && !isUnknown(answer.reason));
    if (failure?.status === "rejected") throw failure.reason;
    return findInTurn(host);
  };
}

const findBySystem: FindAddresses = (host) => systemLookup(host, { all: true });

const isUnknown = ({ code }: NodeJS.ErrnoException) => code === "ENOTFOUND" || code === "ENODATA";
