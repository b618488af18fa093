import { sql } from "kysely";
import type { EntityManager } from "../db/orm.ts";
import type { TeamPhone } from "../db/sql/locks.ts";
import { type Given, statement } from "../db/sql/statement.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";
import type { Scope } from "../operations/scope.ts";
import { type Entry, entryColumns } from "./entries.ts";
import { hasherOf } from "./erased/hasher.ts";

/** What is known about the consent of a phone. */
export interface FoundConsent {
  /** The time of its opt-out; null if it has not opted out. */
  optedOutAt: Timestamp | null;
  /** The newest effective entry of the consent log. An opt-out from before there was a log has none. */
  entry: Entry | null;
}

/**
 * Reads the opt-out of a phone, and the entry of the consent log that decides. Consents of an erased phone stand under its hash, and
 * count until there is an entry from after the erasure.
 */
export async function findConsent(
  scope: Pick<Scope, "em" | "teamId" | "rights" | "phoneHashes">,
  phone: string,
): Promise<FoundConsent> {
  const { em, teamId } = scope;
  const found = await read(em, { teamId, phone });
  const hashPhone = hasherOf(scope);
  if (!hashPhone || found.entry) return found;
  const erased = await read(em, { teamId, phone: hashPhone(phone) });
  return erased.entry || erased.optedOutAt ? erased : found;
}

async function read(em: EntityManager, phone: TeamPhone): Promise<FoundConsent> {
  const [found] = await readConsent(em, phone);
  const { optedOutAt, ...entry } = found!;
  return {
    optedOutAt: optedOutAt === null ? null : fromPostgres(optedOutAt),
    entry: entry.id === null ? null : (entry as Entry),
  };
}

/** Both in one statement, so that they belong together. A phone without entries has a row, too: that of the team. */
const readConsent = statement(({ teamId, phone }: Given<TeamPhone>, db) =>
  db
    .selectFrom("Team as t")
    .leftJoin("OptOut as o", (join) => join.on("o.teamId", "=", teamId).on("o.phoneNumber", "=", phone))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("ConsentEvent as e")
          .select(entryColumns)
          .where("e.teamId", "=", teamId)
          .where("e.phoneNumber", "=", phone)
          .where("e.isEffective", "=", sql.lit(true))
          .orderBy("e.sequence", "desc")
          .limit(sql.lit(1))
          .as("d"),
      (join) => join.onTrue(),
    )
    .selectAll("d")
    .select("o.createdAt as optedOutAt")
    .where("t.id", "=", teamId),
);
