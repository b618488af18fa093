/**
 * Decides what becomes of lost texts whose senders were erased after they had written.
 *
 * Promises: nothing is stored of such a text. An opt-out among them stands under the hash of its sender, as those do that had
 * arrived before the erasure. An opt-in changes nothing, because its sender may have opted out and be known by the hash alone.
 */
import { sql } from "kysely";
import { readClock } from "../../db/clock.ts";
import { emOfTeam, runInPlaces } from "../../db/commit/of-teams.ts";
import { type EntityManager, type Orm, queries } from "../../db/orm.ts";
import { lockPhones } from "../../db/sql/locks.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import type { ErasedPhone } from "../../opt-outs/erased/erase-consents.ts";
import type { FindHashers } from "../../opt-outs/erased/find-hashers.ts";
import type { Said } from "../../opt-outs/keywords.ts";
import { nextSequences, storeConsents } from "../../opt-outs/record-consents.ts";

/** A text of a phone that may be erased. */
interface SentText {
  teamId: string;
  phone: string;
  sentAt: Timestamp;
}

/** An opt-out of a phone that was erased before the opt-out was found. */
export interface LostOptOut extends ErasedPhone {
  sentAt: Timestamp;
  said: Said;
}

/** Returns the hash of each text's sender that was erased later, by the text. Teams without erasures cost no statement. */
export async function findErased<Text extends SentText>(
  orm: Orm,
  texts: Text[],
  findHashers: FindHashers,
): Promise<Map<Text, string>> {
  const perTeam = Map.groupBy(texts, ({ teamId }) => teamId);
  const erased = new Map<Text, string>();
  for (const [teamId, hashPhone] of await findHashers(orm.em.fork(), [...perTeam.keys()])) {
    const asked = perTeam.get(teamId)!.map((text) => {
      return { text, teamId, hash: hashPhone(text.phone), sentAt: text.sentAt };
    });
    const { rows: found } = await sql<{ ord: number }>`
      select a.ord
      from ${rows("a", asked, { ord: ["int", (_, ord) => ord], teamId: "uuid", hash: "text", sentAt: "timestamptz" })}
      where exists (
        select from erasure e
        where e.team_id = a.team_id and a.hash = any (e.phone_hashes) and e.requested_at > a.sent_at offset 0
      )
    `.execute(queries(emOfTeam(orm, teamId)));
    for (const { ord } of found) erased.set(asked[ord]!.text, asked[ord]!.hash);
  }
  return erased;
}

/**
 * Returns the opt-outs that change something: their senders have said nothing since the erasure, and what is known under their
 * hashes is older. Opt-outs that are recorded already change nothing.
 */
export async function findDeciding(em: EntityManager, optOuts: LostOptOut[]): Promise<LostOptOut[]> {
  if (optOuts.length === 0) return [];
  const asked = rows("a", optOuts, {
    ord: ["int", (_, ord) => ord],
    teamId: "uuid",
    phone: "text",
    hash: "text",
    sentAt: "timestamptz",
  });
  const { rows: found } = await sql<{ ord: number }>`
    select a.ord from ${asked}
    where not exists (
      select from consent_event e where e.team_id = a.team_id and e.phone_number = a.phone and e.is_effective offset 0
    ) and not exists (
      select from consent_event e
      where e.team_id = a.team_id and e.phone_number = a.hash and e.is_effective
        and coalesce(e.occurred_at, e.created_at) >= a.sent_at
        and (e.consent = 'opted_out' or e.source in ('keyword', 'provider'))
      offset 0
    )
    order by a.ord
  `.execute(queries(em));
  return found.map(({ ord }) => optOuts[ord]!);
}

/** Records opt-outs under the hashes of their senders. No event tells of them, because it would have to name the phone. */
export async function recordLostOptOuts(tx: EntityManager, optOuts: LostOptOut[]): Promise<void> {
  await runInPlaces(tx, optOuts, async (own, some) => {
    // Whoever reads the consent of a phone holds the lock of the phone, not that of its hash.
    await lockPhones(own, some, "exclusive");
    const deciding = await findDeciding(own, some);
    const [sequences, now] = await Promise.all([nextSequences(tx, deciding.length), readClock(tx)]);
    const none = { messageId: null, providerId: null, signature: null };
    const consents = deciding.map(({ teamId, hash, said, sentAt }, index) => {
      return { teamId, phone: hash, ...said, ...none, sequence: sequences[index]!, now, occurredAt: sentAt };
    });
    await storeConsents(own, consents);
  });
}
