import { BlockList, isIP } from "node:net";

/** Finds the address of a client, from the address of its peer and the header `X-Forwarded-For`. */
export type FindClientAddress = (peer: string | undefined, forwardedFor: string | undefined) => string | undefined;

/**
 * Trusts the proxies in CIDR ranges. If the peer is such a proxy, the client is the last address of `X-Forwarded-For` that
 * is no such proxy. A client can write addresses only before that one. Otherwise the client is the peer.
 */
export function trustProxies(ranges: string[]): FindClientAddress {
  const proxies = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    proxies.addSubnet(address, Number(bits), familyOf(address));
  }
  const isProxy = (address: string) => proxies.check(address, familyOf(address));

  return (peer, forwardedFor) => {
    const client = peer && withoutPrefix(peer);
    if (ranges.length === 0 || !client || forwardedFor === undefined || !isProxy(client)) return client;
    const addresses = forwardedFor.split(",").map((text) => plainAddress(text.trim()));
    const last = addresses.findLast((address) => isIP(address) === 0 || !isProxy(address));
    return last !== undefined && isIP(last) !== 0 ? last : client;
  };
}

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** A forwarded address without its port, and without the prefix of an IPv4 address in IPv6. */
function plainAddress(text: string): string {
  const [, address = text] = /^\[(.*)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? [];
  return withoutPrefix(address);
}

const withoutPrefix = (address: string) =>
  address.startsWith("::ffff:") && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
