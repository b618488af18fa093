import { findUnableTeams } from "../../server/business-numbers/find-unable-teams.ts";
import type { Config } from "../../server/config.ts";
import type { Database } from "../../server/db/database.ts";
import { type Finding, runCheck } from "./check.ts";

const shown = 5;

/** Checks that each active team has a number that its texts can be sent from. */
export function checkNumbers({ orm }: Database, { provider }: Config): Promise<Finding> {
  const check = "numbers";
  const todo =
    "Add a number of the account with `messaging numbers create`, and make it primary with `messaging numbers make-primary`.";
  return runCheck(check, todo, async () => {
    const unable = await findUnableTeams(orm.em.fork(), provider.kind === "simulated", shown + 1);
    if (unable.length === 0) return { check, status: "ok", found: "every active team can send" };
    const reasons = unable
      .slice(0, shown)
      .map(
        ({ name, sender }) =>
          `team ${name} ${sender === null ? "has no number to send from" : `sends from ${sender}, which is fictional`}`,
      );
    const found = [...reasons, ...(unable.length > shown ? ["and others"] : [])].join("; ");
    return { check, status: "warn", found, todo };
  });
}
