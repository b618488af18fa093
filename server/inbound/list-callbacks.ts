import { readClock } from "../db/clock.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import type { CallbackKind, CallbackOutcome } from "../db/schema/entities/callback.ts";
import { isId, newId } from "../db/schema/ids.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { recordWrites } from "../operations/audit/record-writes.ts";
import type { Inbound, Status } from "../provider/callbacks.ts";
import { enqueue } from "../queue/enqueue.ts";
import { contentOf, type StoredContent } from "./earlier-callbacks.ts";

/** The record of a callback. `fields` are those that were received. */
export interface CallbackRecord {
  id: string;
  kind: CallbackKind;
  receivedAt: Timestamp;
  /** Null until the callback has been processed. */
  outcome: CallbackOutcome | null | undefined;
  processedAt: Timestamp | null | undefined;
  teamId: string | null | undefined;
  recordId: string | null | undefined;
  fields: Record<string, unknown>;
}

/** A record with what the callback says, for lists. */
export type ListedCallback = CallbackRecord & StoredContent<Inbound | Status> & { content: Inbound | Status };

/** A selection of records. `open` selects the callbacks that are not processed yet. */
export interface CallbackFilter {
  kind?: CallbackKind | undefined;
  outcome?: CallbackOutcome | "open" | undefined;
  limit: number;
}

const columns = ["id", "kind", "receivedAt", "outcome", "processedAt", "teamId", "recordId", "fields"] as const;

/** Lists the records of callbacks, newest first. The order is that of the ids, which are made at receipt. */
export async function listCallbacks(
  em: EntityManager,
  { kind, outcome, limit }: CallbackFilter,
): Promise<ListedCallback[]> {
  let query = queries(em)
    .selectFrom("Callback")
    .select([...columns, "content", "providerId"]);
  if (kind) query = query.where("kind", "=", kind);
  if (outcome) query = outcome === "open" ? query.where("outcome", "is", null) : query.where("outcome", "=", outcome);
  const found = query.orderBy("id", "desc").limit(limit).$castTo<CallbackRecord & StoredContent<Inbound | Status>>();
  return (await found.execute()).map((record) => ({ ...record, ...contentOf(record) }));
}

/** Lists the statuses of a text by the carrier's id, in the order of receipt, from those that were received after an id. */
export async function listStatuses(
  em: EntityManager,
  { since, providerId }: { since: string; providerId: string },
): Promise<Status[]> {
  const found = await queries(em)
    .selectFrom("Callback")
    .select("content")
    .where("id", ">", since)
    .where("providerId", "=", providerId)
    .where("kind", "<>", "inbound")
    .orderBy("sequence")
    .$castTo<{ content: Status }>()
    .execute();
  return found.map(({ content }) => content);
}

/** Finds a record by its id, or undefined. */
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
 * Queues a callback to be processed again, at its old position in the order of receipt, for example because its number
 * was added later. An effect that it already had does not happen again. Returns undefined for an unknown id.
 */
export function replayCallback(em: EntityManager, id: string): Promise<CallbackRecord | undefined> {
  return em.transactional(async (tx) => {
    const record = await findCallback(tx, id);
    if (!record) return undefined;
    await queries(tx).updateTable("Callback").set({ outcome: null, processedAt: null }).where("id", "=", id).execute();
    // A callback that was never processed has no team.
    if (record.teamId) {
      const source = { teamId: record.teamId, now: await readClock(tx) };
      await recordWrites(tx, [{ source, operation: "callbacks replay", target: id }]);
    }
    const queue = record.kind === "inbound" ? "callbacks.inbound" : "callbacks.status";
    await enqueue(tx, queue, [{ id: newId(), data: { callbackId: id, attempt: 0 } }]);
    return { ...record, outcome: null, processedAt: null };
  });
}
