import type { DatabaseAddress } from "./orm.ts";

const portOf = (address: string) => Number(address.slice(address.lastIndexOf(":") + 1));

/** The address of a node's part of the database, with the user, password and options of the given address. */
export function addressOfNode(address: DatabaseAddress, name: string, port: number): DatabaseAddress {
  const known = `${name.includes(":") ? `[${name}]` : name}:${port}`;
  const reached = address.nodes?.get(known) ?? known;
  const colon = reached.lastIndexOf(":");
  const host = reached.slice(0, colon);
  const common = { topology: "citus" as const, isNode: true };
  if (!("url" in address)) {
    const { user, database } = address;
    return { host: host.replace(/^\[|\]$/g, ""), port: portOf(reached), user, database, ...common };
  }
  const url = new URL(address.url);
  url.searchParams.delete("host");
  url.searchParams.delete("port");
  url.host = `${host}:${portOf(reached)}`;
  return { url: url.href, ...common };
}
