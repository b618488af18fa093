import { sql } from "kysely";
import type { Result } from "../batcher.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import { untilCommit } from "../db/transaction.ts";
import type { ProviderCallback } from "../provider/callback.ts";
import { enqueue } from "../queue/enqueue.ts";
import { queues } from "../queue/queues.ts";

/** A callback that is about to be recorded, under an id that was made before. */
export interface NewCallback extends ProviderCallback {
  id: string;
}

/**
 * Keeps callbacks and makes a job for those of each queue, all in one transaction, in a number of statements that does
 * not grow with the list. What it says is kept will be worked on, whatever happens to this process.
 */
export async function recordCallbacks(tx: EntityManager, callbacks: NewCallback[]): Promise<Result<void>[]> {
  const { inbound = [], status = [] } = Object.groupBy(callbacks, ({ kind }) =>
    kind === "inbound" ? "inbound" : "status",
  );
  await untilCommit(tx, insert(tx, callbacks));
  await enqueue(tx, queues.inboundCallbacks, jobsFor(inbound));
  await enqueue(tx, queues.statusCallbacks, jobsFor(status));
  return callbacks.map(() => ({ ok: true, value: undefined }));
}

/** One for all of them, named after the first: writing a job costs PostgreSQL as much as keeping a callback. */
function jobsFor(callbacks: NewCallback[]) {
  const ids = callbacks.map(({ id }) => id);
  const [first] = ids;
  return first === undefined ? [] : [{ id: first, data: { callbackId: ids, attempt: 0 } }];
}

/** Inserts in the order of the list, which is that of receipt. One that is there already, under its id, stays as it is. */
async function insert(tx: EntityManager, callbacks: NewCallback[]): Promise<void> {
  // It reads the clock itself: as a parameter that would be a round trip more before each answer to the provider.
  await sql`
    insert into callback (id, kind, fields, record_id, test_mode, received_at)
    select id, kind, fields::jsonb, record_id, test_mode, clock_timestamp()
    from unnest(
      ${callbacks.map(({ id }) => id)}::uuid[], ${callbacks.map(({ kind }) => kind)}::text[],
      ${callbacks.map(({ fields }) => JSON.stringify(fields))}::text[],
      ${callbacks.map(({ recordId }) => recordId)}::uuid[], ${callbacks.map(({ testMode }) => testMode)}::boolean[]
    ) with ordinality as a (id, kind, fields, record_id, test_mode, ord)
    order by ord
    on conflict (id) do nothing
  `.execute(prepared(tx));
}
