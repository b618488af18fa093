import { sql } from "kysely";
import { isDatabaseAway, isDatabaseMissing, isTableMissing } from "../faults.ts";
import { type DatabaseAddress, openOrm, queries } from "../orm.ts";

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

/**
 * The address of the coordinator of a cluster, by the address of any node. Without an answer, the given address counts as
 * that of the coordinator.
 */
export async function findCoordinator(address: DatabaseAddress): Promise<DatabaseAddress> {
  const orm = await openOrm(address, 2);
  try {
    const { rows } = await sql<{ name: string; port: number; is_here: boolean }>`
      select nodename as name, nodeport as port, groupid = (select groupid from pg_dist_local_group) as is_here
      from pg_dist_node where groupid = 0 and noderole = 'primary'
    `.execute(queries(orm.em.fork()));
    const [coordinator] = rows;
    if (!coordinator || coordinator.is_here) return address;
    return { ...addressOfNode(address, coordinator.name, coordinator.port), nodes: address.nodes, isNode: false };
  } catch (error) {
    // The caller waits for a database that is away, and reports one without Citus.
    if (isDatabaseAway(error) || isDatabaseMissing(error) || isTableMissing(error)) return address;
    throw error;
  } finally {
    await orm.close();
  }
}
