import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import { emOfTeam, transactOfTeam } from "../db/commit/of-teams.ts";
import { type EntityManager, ormOf, queries } from "../db/orm.ts";
import { lockPhones } from "../db/sql/locks.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";
import { recordWrites } from "../operations/audit/record-writes.ts";
import type { FindHashers } from "./erased/find-hashers.ts";
import type { Consent, ConsentSource } from "./keywords.ts";
import { readOptOuts } from "./lists/list-opt-outs.ts";
import { nextSequences, recordConsents } from "./record-consents.ts";

/** An entry in the consent log: a sender's consent to a team's texts, or its withdrawal. */
export interface ConsentRecord {
  phoneNumber: string;
  consent: Consent;
  source: ConsentSource;
  /** False for the provider's refusal because of an opt-out, which does not change the team's opt-outs. */
  isEffective: boolean;
  keyword: string | null;
  messageId: string | null;
  createdAt: Timestamp;
}

interface ConsentRow {
  phone_number: string;
  consent: Consent;
  source: ConsentSource;
  is_effective: boolean;
  keyword: string | null;
  message_id: string | null;
  created_at: string;
}

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
export async function listOptOuts(em: EntityManager, teamId: string, limit: number): Promise<ConsentRecord[]> {
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
export async function listConsents(em: EntityManager, teamId: string, phone: string): Promise<ConsentRecord[]> {
  const { rows } = await sql<ConsentRow>`
    select phone_number, consent, source, is_effective, keyword, message_id, created_at from consent_event
    where team_id = ${teamId} and phone_number = ${phone} order by sequence
  `.execute(queries(emOfTeam(ormOf(em), teamId)));
  return rows.map(present);
}

const present = (row: ConsentRow): ConsentRecord => ({
  phoneNumber: row.phone_number,
  consent: row.consent,
  source: row.source,
  isEffective: row.is_effective,
  keyword: row.keyword,
  messageId: row.message_id,
  createdAt: fromPostgres(row.created_at),
});
