import type { LookupAddress } from "node:dns";
import { Resolver, lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Looks up the addresses of a host. An IP address is returned as it is. */
export type FindAddresses = (host: string) => Promise<LookupAddress[]>;

/** A host is or has an address that is not public. The message contains neither. */
export class AddressRefused extends Error {
  readonly code = "address_refused";

  constructor() {
    super("The host has an address that is not public.");
  }
}

/** The IPv6 range that is allocated to the public internet. ipaddr.js also counts unallocated ranges as public. */
const publicIpv6 = ipaddr.parseCIDR("2000::/3");

/**
 * Wraps `find` so that it returns only addresses that may be connected to: public addresses, and addresses in the CIDR
 * ranges of `allowed`. A host with any other address is refused.
 *
 * The caller must connect to these addresses and must not look the name up again, because its addresses may change.
 */
export function guardAddresses(find: FindAddresses, allowed: string[]): FindAddresses {
  const ranges = allowed.map((range) => ipaddr.parseCIDR(range));
  return async (host) => {
    const found = isIP(host) === 0 ? await find(host) : [{ address: host, family: isIP(host) }];
    if (!found.every(({ address }) => isPublic(address) || isWithin(ranges, address))) throw new AddressRefused();
    return found;
  };
}

/** Whether an address belongs to the public internet. */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.parse(address);
  // IPv6 forms of an IPv4 address (mapped, translated, NAT64, 6to4, Teredo) are not in the range `unicast`.
  return parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(...publicIpv6));
}

function isWithin(ranges: ReturnType<typeof ipaddr.parseCIDR>[], address: string): boolean {
  const parsed = ipaddr.process(address);
  return ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits));
}

/** The timeout of one query to a name server, and the number of tries. */
const resolverOptions = { timeout: 3_000, tries: 2 };

interface FinderOptions {
  /** Name servers as `address:port`. By default those of the system. */
  nameServers?: string[];
  /** Looks up local names, and names that the name servers do not know. By default the system's lookup. */
  findLocally?: FindAddresses;
}

/**
 * Looks up addresses by DNS queries. The system's lookup would occupy one of Node's four worker threads, so four slow
 * names would block all others. It is used only for names that DNS does not know, and for one name at a time.
 */
export function createFinder({ nameServers, findLocally = findBySystem }: FinderOptions = {}): FindAddresses {
  const resolver = new Resolver(resolverOptions);
  if (nameServers) resolver.setServers(nameServers);
  let previous: Promise<unknown> = Promise.resolve();
  const findOneAtATime = (host: string) => {
    const found = previous.then(() => findLocally(host));
    previous = found.catch(() => {});
    return found;
  };
  return async (host) => {
    if (!host.includes(".") || host.endsWith(".localhost")) return findOneAtATime(host);
    const answers = await Promise.allSettled([
      resolver.resolve4(host).then((found) => found.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(host).then((found) => found.map((address) => ({ address, family: 6 }))),
    ]);
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length > 0) return found;
    const failure = answers.find((answer) => answer.status === "rejected" && !isUnknown(answer.reason));
    if (failure?.status === "rejected") throw failure.reason;
    return findOneAtATime(host);
  };
}

const findBySystem: FindAddresses = (host) => systemLookup(host, { all: true });

const isUnknown = ({ code }: NodeJS.ErrnoException) => code === "ENOTFOUND" || code === "ENODATA";
