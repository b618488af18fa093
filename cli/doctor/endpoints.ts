import type { Database } from "../../server/db/database.ts";
import { findLeftEndpoints, type LeftEndpoint } from "../../server/webhooks/endpoints/endpoints-of-keys.ts";
import { hostOf } from "../../server/webhooks/queue/targets.ts";
import { type Finding, runCheck } from "./check.ts";

const check = "endpoints";

const todo =
  "If nobody should get these events: messaging keys revoke KEY --with-endpoints. Otherwise give the endpoint its address " +
  "with another key: messaging webhooks endpoints update ID --url ADDRESS";

const reasons: Record<LeftEndpoint["reason"], string> = {
  revoked: "is revoked",
  expired: "has expired",
  test: "has the mode test, and the endpoint gets live events",
};

/** Finds enabled webhook endpoints that their key could not make now. Without one there is no result. */
export async function checkEndpoints({ orm }: Database): Promise<Finding[]> {
  let left: LeftEndpoint[] = [];
  const finding = await runCheck(check, "Check the database.", async () => {
    left = await findLeftEndpoints(orm.em.fork());
    return { check, status: "warn", found: left.map(describe).join("; "), todo };
  });
  return finding.status === "warn" && left.length === 0 ? [] : [finding];
}

/** Shows only the host of the address, because the rest may contain credentials. */
const describe = ({ id, url, team, apiKeyId, reason }: LeftEndpoint) =>
  `${id} of team ${team} at ${hostOf(url)}, whose key ${apiKeyId} ${reasons[reason]}`;
