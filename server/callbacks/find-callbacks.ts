import { isId, newId } from "../db/columns.ts";
import type { CallbackKind, CallbackOutcome } from "../db/entities/callback.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { enqueue } from "../queue/enqueue.ts";
import { queues } from "../queue/queues.ts";

/** The record of a callback. */
export interface CallbackRecord {
  id: string;
  kind: CallbackKind;
  receivedAt: Timestamp;
  /** Null while nothing has come of it. */
  outcome: CallbackOutcome | null | undefined;
  processedAt: Timestamp | null | undefined;
  teamId: string | null | undefined;
  recordId: string | null | undefined;
  fields: Record<string, unknown>;
}

/** Which records are wanted; `open` ones are those that nothing has come of. */
export interface CallbackFilter {
  kind?: CallbackKind | undefined;
  outcome?: CallbackOutcome | "open" | undefined;
  limit: number;
}

const columns = ["id", "kind", "receivedAt", "outcome", "processedAt", "teamId", "recordId", "fields"] as const;

/** The records of callbacks, the newest first, by their ids: these are made when a callback comes. */
export function listCallbacks(em: EntityManager, { kind, outcome, limit }: CallbackFilter): Promise<CallbackRecord[]> {
  let query = queries(em).selectFrom("Callback").select(columns);
  if (kind) query = query.where("kind", "=", kind);
  if (outcome) query = outcome === "open" ? query.where("outcome", "is", null) : query.where("outcome", "=", outcome);
  return query.orderBy("id", "desc").limit(limit).$castTo<CallbackRecord>().execute();
}

/** One record; undefined if there is none with that id. */
export async function findCallback(em: EntityManager, id: string): Promise<CallbackRecord | undefined> {
  if (!isId(id)) return undefined;
  return queries(em)
    .selectFrom("Callback")
    .select(columns)
    .where("id", "=", id)
    .$castTo<CallbackRecord>()
    .executeTakeFirst();
}

/**
 * Has a callback done once more, at its old place in the order of receipt, such as when the number that it came to has
 * been added since. What it did before it does not do again. Undefined if there is none with that id.
 */
export function replayCallback(em: EntityManager, id: string): Promise<CallbackRecord | undefined> {
  return em.transactional(async (tx) => {
    const record = await findCallback(tx, id);
    if (!record) return undefined;
    await queries(tx).updateTable("Callback").set({ outcome: null, processedAt: null }).where("id", "=", id).execute();
    const queue = record.kind === "inbound" ? queues.inboundCallbacks : queues.statusCallbacks;
    await enqueue(tx, queue, [{ id: newId(), data: { callbackId: id, attempt: 0 } }]);
    return { ...record, outcome: null, processedAt: null };
  });
}
