import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import { rows } from "../db/rows.ts";

/**
 * SQL that is true if the callback `c` is still open or had an effect. A duplicate does not store its signature, because
 * the outcome of the first callback decides.
 */
export const isSeen = sql`(c.outcome is null or c.outcome not in ('unknown_number', 'unknown_message', 'unreadable'))`;

/** SQL that is true if the callback `c` has an id of the provider. */
export const carriesId = sql`(coalesce(c.fields->>'MessageSid', '') <> '' or coalesce(c.fields->>'SmsSid', '') <> '')`;

/** How long a repetition of a text without an id counts as a duplicate. */
export const repetitionPeriod = sql`interval '1 minute'`;

/** The parts of a keyword that identify it. */
interface KeywordIdentity {
  callback: { signature: string | null };
  teamId: string;
  phone: string;
  providerId: string | null;
}

/** The earlier traces of a keyword. */
export interface Seen {
  /** A consent of its sender has its id. */
  withThisId: boolean;
  /** A callback or a consent of its sender has its signature. */
  signature: boolean;
  /** One of these has an id of the provider. */
  signatureWithId: boolean;
  /** One of these is less than a minute old. */
  recently: boolean;
}

const unseen: Seen = { withThisId: false, signature: false, signatureWithId: false, recently: false };

/** Combines the traces of two sources. */
export const mergeSeen = (one = unseen, other = unseen): Seen => ({
  withThisId: one.withThisId || other.withThisId,
  signature: one.signature || other.signature,
  signatureWithId: one.signatureWithId || other.signatureWithId,
  recently: one.recently || other.recently,
});

/**
 * Finds the earlier traces of keywords, among the callbacks and in the consent log of their senders. The log keeps the
 * signatures of keywords longer than callbacks are kept.
 */
export async function findSeen<Keyword extends KeywordIdentity>(
  tx: EntityManager,
  keywords: Keyword[],
): Promise<Map<Keyword, Seen>> {
  const [recorded, said] = await Promise.all([findRecorded(tx, keywords), findSaid(tx, keywords)]);
  const seen = new Map<Keyword, Seen>();
  for (const row of [...recorded, ...said]) {
    const keyword = keywords[row.ord]!;
    const own: Seen = {
      withThisId: row.same_id,
      signature: row.same_signature,
      signatureWithId: row.same_signature && row.with_id,
      recently: row.same_signature && row.recent,
    };
    seen.set(keyword, mergeSeen(seen.get(keyword), own));
  }
  return seen;
}

/** `ord` is the position of the keyword. */
interface SeenRow {
  ord: number;
  same_id: boolean;
  same_signature: boolean;
  with_id: boolean;
  recent: boolean;
}

/** Finds the callbacks with the keywords' signatures, of any team. */
async function findRecorded(tx: EntityManager, keywords: KeywordIdentity[]): Promise<SeenRow[]> {
  const asked = rows("a", keywords, {
    ord: ["int", (_, ord) => ord],
    signature: ["text", ({ callback }) => callback.signature],
  });
  const found = await sql<SeenRow>`
    select distinct a.ord, false as same_id, true as same_signature, ${carriesId} as with_id,
      c.received_at > clock_timestamp() - ${repetitionPeriod} as recent
    from ${asked}
    join callback c on c.signature = a.signature and ${isSeen}
  `.execute(queries(tx));
  return found.rows;
}

/** Finds the consents of the keywords' senders that have the id or the signature of a keyword. */
async function findSaid(tx: EntityManager, keywords: KeywordIdentity[]): Promise<SeenRow[]> {
  const asked = rows("a", keywords, {
    ord: ["int", (_, ord) => ord],
    teamId: "uuid",
    phone: "text",
    providerId: "text",
    signature: ["text", ({ callback }) => callback.signature],
  });
  const found = await sql<SeenRow>`
    select distinct a.ord, coalesce(e.provider_id = a.provider_id, false) as same_id,
      coalesce(e.signature = a.signature, false) as same_signature, e.provider_id is not null as with_id, false as recent
    from ${asked}
    join consent_event e on e.team_id = a.team_id and e.phone_number = a.phone
      and (e.provider_id = a.provider_id or e.signature = a.signature)
  `.execute(queries(tx));
  return found.rows;
}
