import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import { rows } from "../db/sql/rows.ts";

/**
 * SQL that is true if the callback `c` is still open or had an effect. A duplicate does not store its signature, because
 * the outcome of the first callback decides.
 */
export const isSeen = sql`(c.outcome is null or c.outcome not in ('unknown_number', 'unknown_message', 'unreadable'))`;

/** SQL that is true if the callback `c` has an id of the provider, or may have one because an earlier version recorded it. */
export const carriesId = sql`c.provider_id is not null`;

/** How long a repetition of a text without an id counts as a duplicate. */
export const repetitionPeriod = sql`interval '1 minute'`;

/** The parts of a keyword that identify it. */
interface KeywordIdentity {
  callback: { id: string; signature: string | null };
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

/** A trace of a keyword. `ord` is the position of the keyword. */
export interface Trace {
  ord: number;
  same_id: boolean;
  same_signature: boolean;
  with_id: boolean;
  recent: boolean;
}

/** A consent of the keyword's sender, with the id of the callback that it came with. */
export interface SaidTrace extends Trace {
  callback_id: string | null;
  /** Whether the carrier may still repeat the callback. */
  may_repeat: boolean;
}

/** Combines the traces of each keyword. */
export function combineTraces<Keyword>(keywords: Keyword[], traces: Trace[]): Map<Keyword, Seen> {
  const seen = new Map<Keyword, Seen>();
  for (const row of traces) {
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

/** Finds the callbacks with the keywords' signatures, of any team. */
export async function findRecorded(tx: EntityManager, keywords: KeywordIdentity[]): Promise<Trace[]> {
  const asked = rows("a", keywords, {
    ord: ["int", (_, ord) => ord],
    signature: ["text", ({ callback }) => callback.signature],
  });
  const found = await sql<Trace>`
    select distinct a.ord, false as same_id, true as same_signature, ${carriesId} as with_id,
      c.received_at > clock_timestamp() - ${repetitionPeriod} as recent
    from ${asked}
    join callback c on c.signature = a.signature and ${isSeen}
  `.execute(queries(tx));
  return found.rows;
}

/**
 * Finds the consents of the keywords' senders that have the id, the signature or the callback of a keyword. The consent log
 * keeps the signatures of keywords longer than callbacks are kept.
 */
export async function findSaid(tx: EntityManager, keywords: KeywordIdentity[]): Promise<SaidTrace[]> {
  const asked = rows("a", keywords, {
    ord: ["int", (_, ord) => ord],
    teamId: "uuid",
    phone: "text",
    providerId: "text",
    signature: ["text", ({ callback }) => callback.signature],
    callbackId: ["uuid", ({ callback }) => callback.id],
  });
  const found = await sql<SaidTrace>`
    select distinct a.ord, coalesce(e.provider_id = a.provider_id, false) as same_id,
      coalesce(e.signature = a.signature, false) as same_signature, e.provider_id is not null as with_id, false as recent,
      e.message_id as callback_id, e.created_at > clock_timestamp() - interval '1 day' as may_repeat
    from ${asked}
    join consent_event e on e.team_id = a.team_id and e.phone_number = a.phone
      and (e.provider_id = a.provider_id or e.signature = a.signature or e.message_id = a.callback_id)
  `.execute(queries(tx));
  return found.rows;
}

/**
 * Finds the keywords whose consent is in force, and whose callback is not recorded: a crash came between the two. Returns
 * the id of that callback, by the position of the keyword.
 */
export async function findInterrupted(
  tx: EntityManager,
  keywords: KeywordIdentity[],
  said: SaidTrace[],
): Promise<Map<number, string>> {
  const asked = said.flatMap(({ ord, callback_id: id, may_repeat }) => (id !== null && may_repeat ? { ord, id } : []));
  if (asked.length === 0) return new Map();
  const ids = asked.map(({ id }) => id);
  const recorded = await sql<{ id: string }>`select id from callback where id = any (${ids}::uuid[])`.execute(
    queries(tx),
  );
  const known = new Set(recorded.rows.map(({ id }) => id));
  // The callback itself is known if an earlier attempt has committed it.
  const open = asked.filter(({ ord, id }) => !known.has(id) || id === keywords[ord]!.callback.id);
  return new Map(open.map(({ ord, id }) => [ord, id]));
}
