import { findDatabases } from "../../server/db/commit/each-place.ts";
import type { Database } from "../../server/db/database.ts";
import { type Orm, openingOf } from "../../server/db/orm.ts";
import { type Finding, runCheck } from "./check.ts";

const check = "nodes";

/** Checks that this machine reaches every node of a cluster. On one PostgreSQL there is nothing to check. */
export async function checkNodes({ orm, address }: Database): Promise<Finding[]> {
  if (address.topology !== "citus") return [];
  const todo = "Start the nodes. If this machine reaches them at other addresses, set DATABASE_NODES.";
  const finding = await runCheck(check, todo, async () => {
    const nodes = await findDatabases(orm);
    const away = (await Promise.all(nodes.map(findFault))).flatMap((fault) => fault ?? []);
    if (away.length > 0) return { check, status: "fail", found: away.join("; "), todo };
    return { check, status: "ok", found: `all ${nodes.length} are reached` };
  });
  return [finding];
}

/** Why a node does not answer; undefined if it does. */
async function findFault(orm: Orm): Promise<string | undefined> {
  try {
    await orm.em.fork().execute("select 1");
    return undefined;
  } catch (error) {
    const address = openingOf(orm)?.address;
    const where = !address
      ? "a node"
      : "url" in address
        ? new URL(address.url).host
        : `${address.host}:${address.port}`;
    return `${where} does not answer: ${(error as Error).message}`;
  }
}
