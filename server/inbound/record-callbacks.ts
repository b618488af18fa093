import { sql } from "kysely";
import type { Result } from "../db/commit/batcher.ts";
import type { EntityManager } from "../db/orm.ts";
import { lockNames } from "../db/sql/locks.ts";
import { rows } from "../db/sql/rows.ts";
import { statement } from "../db/sql/statement.ts";
import type { ProviderCallback } from "../provider/callbacks.ts";
import { enqueue } from "../queue/enqueue.ts";
import { contentToKeep, fieldsToKeep } from "./duplicates.ts";
import { carriesId, isSeen, repetitionPeriod } from "./find-seen.ts";

/** A callback to record, with the id that it gets. */
export type NewCallback = ProviderCallback & { id: string };

/**
 * Records a batch of callbacks and enqueues a job per queue, all in one transaction. The number of statements does not
 * grow with the batch. A recorded callback is processed even if this process ends.
 *
 * A callback with a known signature is a duplicate, if it or the first callback has an id of the provider. Without an id
 * it is a duplicate only within a minute, because people do send the same text again.
 *
 * @see docs/decisions.md, Callbacks
 */
export async function recordCallbacks(
  tx: EntityManager,
  callbacks: NewCallback[],
  again = false,
): Promise<Result<void>[]> {
  const seen = new Set<string>();
  const first: NewCallback[] = [];
  const repeated: NewCallback[] = [];
  for (const callback of callbacks) {
    const { signature } = callback;
    if (signature !== null && seen.has(signature)) repeated.push(callback);
    else first.push(callback);
    if (signature !== null) seen.add(signature);
  }
  // A repetition with an id is also found later, by the id. Without an id, repetitions must not be recorded concurrently.
  const named = callbacks.flatMap((callback) => (callback.providerId === null ? (callback.signature ?? []) : []));
  await lockNames(tx, named.map(nameOf));
  const insertCallbacks = again ? insertAgain : insert;
  await insertCallbacks(tx, { callbacks: first, areRepeated: false });
  if (repeated.length > 0) await insertCallbacks(tx, { callbacks: repeated, areRepeated: true });
  await enqueueJobs(tx, first);
  return callbacks.map(() => ({ ok: true, value: undefined }));
}

const nameOf = (signature: string) => `callback\n${signature}`;

/** Enqueues one job for the callbacks of each queue. */
export async function enqueueJobs(tx: EntityManager, callbacks: NewCallback[]): Promise<void> {
  const { inbound = [], status = [] } = Object.groupBy(callbacks, ({ kind }) =>
    kind === "inbound" ? "inbound" : "status",
  );
  await enqueue(tx, "callbacks.inbound", jobsFor(inbound));
  await enqueue(tx, "callbacks.status", jobsFor(status));
}

/** One job for all callbacks, with the id of the first. A job of its own would double the cost of a callback. */
function jobsFor(callbacks: NewCallback[]) {
  const ids = callbacks.map(({ id }) => id);
  const [first] = ids;
  return first === undefined ? [] : [{ id: first, data: { callbackId: ids, attempt: 0 } }];
}

/** The names of `callbackColumns`, except the signature. */
export const givenColumns = sql`id, kind, content, fields, provider_id, record_id, record_team_id, test_mode,
  provider_account_id`;

const given = { kind: sql`kind`, content: sql`content::jsonb`, fields: sql`fields::jsonb` };

/** The values of these columns, in a relation with `is_duplicate`. JSON arrives as text. */
export const givenValues = sql`id, kind, ${contentToKeep(sql`is_duplicate`, given)},
        ${fieldsToKeep(sql`is_duplicate`, given)}, provider_id, record_id, record_team_id, test_mode,
        provider_account_id`;

/** The columns of callbacks for `rows`. */
export const callbackColumns = {
  id: "uuid",
  kind: "text",
  content: ["text", ({ content }: NewCallback) => JSON.stringify(content)],
  fields: ["text", ({ fields }: NewCallback) => JSON.stringify(fields)],
  providerId: "text",
  recordId: "uuid",
  recordTeamId: "uuid",
  testMode: "boolean",
  providerAccountId: "uuid",
  signature: "text",
} as const;

/** Callbacks to insert. */
interface Insertion {
  callbacks: NewCallback[];
  /** Whether the same batch has earlier callbacks with these signatures. */
  areRepeated: boolean;
}

/**
 * Inserts callbacks in the order of the batch, which is the order of receipt. The statement reads the clock itself: a
 * parameter would cost a round trip before each response to the provider.
 */
const insertionWith = (onConflict: string) =>
  statement<Insertion, unknown>(
    ({ callbacks, areRepeated }) => sql`
      insert into callback (${givenColumns}, signature, received_at, team_id, outcome, processed_at)
      select ${givenValues}, case when not is_duplicate then signature end, now, team_id,
        case when is_duplicate then 'duplicate' end, case when is_duplicate then now end
      from (
        select a.*, clock.now, first.team_id,
          first.id is not null or ${areRepeated}::boolean as is_duplicate
        from ${rows("a", callbacks, callbackColumns, "ord")}
        cross join (select clock_timestamp() as now) as clock
        left join lateral (
          select c.id, c.team_id from callback c
          where c.signature = a.signature and ${isSeen}
            and (a.provider_id is not null or ${carriesId} or c.received_at > clock.now - ${repetitionPeriod})
          limit 1
        ) as first on true
      ) as judged
      order by ord
      ${sql.raw(onConflict)}
    `,
    { withoutResult: true },
  );

const insert = insertionWith("");

/**
 * The same if an earlier transaction may have committed the callbacks: those that are stored under their id stay as they
 * are. The check costs a seventh of the statement.
 */
const insertAgain = insertionWith("on conflict (id) do nothing");
