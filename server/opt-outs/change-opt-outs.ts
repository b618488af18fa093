import { readClock } from "../db/clock.ts";
import { emOfTeam, transactOfTeam } from "../db/commit/of-teams.ts";
import { type EntityManager, ormOf, queries } from "../db/orm.ts";
import { lockPhones } from "../db/sql/locks.ts";
import { recordWrites } from "../operations/audit/record-writes.ts";
import type { Entry } from "./entries.ts";
import type { FindHashers } from "./erased/find-hashers.ts";
import type { Consent } from "./keywords.ts";
import { readOptOuts } from "./lists/list-opt-outs.ts";
import { nextSequences, recordConsents } from "./record-consents.ts";

const columns = ["phoneNumber", "consent", "source", "isEffective", "keyword", "messageId", "createdAt"] as const;

/** An entry of the consent log, as operators see it. */
type OperatorEntry = Pick<Entry, (typeof columns)[number]>;

/**
 * Records an operator's opt-out or opt-in of a phone for a team's texts, which holds for every later send.
 *
 * @param findHashers see `followConsents`
 */
export function setConsent(
  em: EntityManager,
  teamId: string,
  phone: string,
  consent: Consent,
  findHashers?: FindHashers,
): Promise<void> {
  return transactOfTeam(ormOf(em), teamId, async (tx) => {
    // Locked before the sequence is taken. Otherwise an entry that commits during the wait would have a later sequence.
    await lockPhones(tx, [{ teamId, phone }], "exclusive");
    const [sequence = ""] = await nextSequences(tx, 1);
    const now = await readClock(tx);
    const withoutMessage = { keyword: null, messageId: null, providerId: null, signature: null };
    await recordConsents(
      tx,
      [{ ...withoutMessage, teamId, phone, consent, source: "operator", sequence, now }],
      findHashers,
    );
    const operation = consent === "opted_out" ? "opt-outs add" : "opt-outs remove";
    await recordWrites(tx, [{ source: { teamId, now }, operation, target: phone }]);
  });
}

/** Up to `limit` phones that have opted out of a team's texts, each with its latest effective entry; newest first. */
export async function listOptOuts(em: EntityManager, teamId: string, limit: number): Promise<OperatorEntry[]> {
  return (await readOptOuts(emOfTeam(ormOf(em), teamId), teamId, undefined, limit)).map(
    ({ phoneNumber, source, keyword, messageId, createdAt }) => ({
      phoneNumber,
      consent: "opted_out",
      // Only an operator could opt a phone out before there was a log.
      source: source ?? "operator",
      isEffective: true,
      keyword,
      messageId,
      createdAt,
    }),
  );
}

/** The consent log of a phone for a team's texts, the oldest entry first. */
export const listConsents = (em: EntityManager, teamId: string, phone: string): Promise<OperatorEntry[]> =>
  queries(emOfTeam(ormOf(em), teamId))
    .selectFrom("ConsentEvent")
    .select(columns)
    .where("teamId", "=", teamId)
    .where("phoneNumber", "=", phone)
    .orderBy("sequence")
    .$castTo<OperatorEntry>()
    .execute();
