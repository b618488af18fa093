import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import { allOf } from "../db/transaction.ts";

/**
 * SQL for: is the callback `c` still open, or has it had an effect? A callback that is a duplicate by its signature does
 * not keep that, because the fate of the first callback decides.
 */
export const isSeen = sql`(c.outcome is null or c.outcome not in ('unknown_number', 'unknown_message', 'unreadable'))`;

/** SQL for: does the callback `c` carry an id of the provider? */
export const carriesId = sql`(coalesce(c.fields->>'MessageSid', '') <> '' or coalesce(c.fields->>'SmsSid', '') <> '')`;

/** For how long the repetition of a text without an id is a duplicate. */
export const repetitionPeriod = sql`interval '1 minute'`;

/** A keyword as far as it can be known again. */
interface Asked {
  callback: { signature: string | null };
  teamId: string;
  phone: string;
  providerId: string | null;
}

/** What was seen of a keyword before. */
export interface Seen {
  /** A consent of its sender has its id. */
  withThisId: boolean;
  /** A callback or a consent of its sender has its signature. */
  signature: boolean;
  /** One of these carries an id of the provider. */
  signatureWithId: boolean;
  /** One of these is less than a minute old. */
  recently: boolean;
}

const unseen: Seen = { withThisId: false, signature: false, signatureWithId: false, recently: false };

/** What was seen at one time or another. */
export const mergeSeen = (one = unseen, other = unseen): Seen => ({
  withThisId: one.withThisId || other.withThisId,
  signature: one.signature || other.signature,
  signatureWithId: one.signatureWithId || other.signatureWithId,
  recently: one.recently || other.recently,
});

/**
 * Finds what was seen of keywords before, among the callbacks and in the log of their senders' consents. The log keeps
 * the signatures of keywords for as long as it keeps the keywords, which is longer than callbacks are kept.
 */
export async function findSeen<Keyword extends Asked>(
  tx: EntityManager,
  keywords: Keyword[],
): Promise<Map<Keyword, Seen>> {
  const [recorded, said] = await allOf([findRecorded(tx, keywords), findSaid(tx, keywords)]);
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

/** The callbacks with the keywords' signatures, of whatever team. */
async function findRecorded(tx: EntityManager, keywords: Asked[]): Promise<SeenRow[]> {
  const { rows } = await sql<SeenRow>`
    select distinct a.ord, false as same_id, true as same_signature, ${carriesId} as with_id,
      c.received_at > clock_timestamp() - ${repetitionPeriod} as recent
    from unnest(
      ${keywords.map((_, ord) => ord)}::int[], ${keywords.map(({ callback }) => callback.signature)}::text[]
    ) as a (ord, signature)
    join callback c on c.signature = a.signature and ${isSeen}
  `.execute(queries(tx));
  return rows;
}

/** The consents of the keywords' senders that have the id or the signature of a keyword. */
async function findSaid(tx: EntityManager, keywords: Asked[]): Promise<SeenRow[]> {
  const { rows } = await sql<SeenRow>`
    select distinct a.ord, coalesce(e.provider_id = a.provider_id, false) as same_id,
      coalesce(e.signature = a.signature, false) as same_signature, e.provider_id is not null as with_id, false as recent
    from unnest(
      ${keywords.map((_, ord) => ord)}::int[], ${keywords.map(({ teamId }) => teamId)}::uuid[],
      ${keywords.map(({ phone }) => phone)}::text[], ${keywords.map(({ providerId }) => providerId)}::text[],
      ${keywords.map(({ callback }) => callback.signature)}::text[]
    ) as a (ord, team_id, phone_number, provider_id, signature)
    join consent_event e on e.team_id = a.team_id and e.phone_number = a.phone_number
      and (e.provider_id = a.provider_id or e.signature = a.signature)
  `.execute(queries(tx));
  return rows;
}
