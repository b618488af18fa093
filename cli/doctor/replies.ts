import { findNumbersByReplies } from "../../server/business-numbers/find-numbers-by-replies.ts";
import type { Config } from "../../server/config.ts";
import type { Database } from "../../server/db/database.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import { kindOf } from "../../server/provider/kinds.ts";
import { type Finding, runCheck } from "./check.ts";

const check = "automatic-replies";

const shown = 5;

/**
 * Checks that STOP and HELP are answered once: by the carrier, or by the numbers. Without a fault there is no result, nor with
 * the simulated carrier.
 */
export async function checkReplies({ orm }: Database, { provider }: Config): Promise<Finding[]> {
  if (provider.kind === "simulated") return [];
  const finding = await runCheck(check, "Check the database.", async () => {
    return judgeReplies(orm.em.fork(), kindOf(provider).answersKeywords === true);
  });
  return finding.status === "ok" ? [] : [finding];
}

/** Judges the answers of the active numbers, with a carrier that answers STOP and HELP itself, or one that does not. */
export async function judgeReplies(em: EntityManager, answersKeywords: boolean): Promise<Finding> {
  const phones = await findNumbersByReplies(em, answersKeywords ? "answering" : "silent", shown + 1);
  if (phones.length === 0) return { check, status: "ok", found: "STOP and HELP are answered once" };
  const names = [...phones.slice(0, shown), ...(phones.length > shown ? ["others"] : [])].join(", ");
  if (answersKeywords) {
    const found = `the carrier answers STOP, START and HELP, and so do ${names}`;
    return {
      check,
      status: "warn",
      found,
      todo: "Turn off the answers of one of the two: autoReplies, or the carrier's.",
    };
  }
  const todo = "Set both texts: messaging numbers update ID --auto-reply help=TEXT --auto-reply optOut=TEXT.";
  return { check, status: "warn", found: `neither HELP nor STOP is answered by ${names}`, todo };
}
