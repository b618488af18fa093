import { findOwners } from "../business-numbers/find-owners.ts";
import type { Result } from "../db/batching/batcher.ts";
import { readClock } from "../db/clock.ts";
import type { EntityManager } from "../db/orm.ts";
import type { CallbackOutcome } from "../db/schema/entities/callback.ts";
import { idFrom } from "../db/schema/ids.ts";
import { plusMicroseconds } from "../db/timestamp.ts";
import { findListening } from "../events/record-events.ts";
import { recordStatusEventsOf, type StatusChange } from "../events/status-events.ts";
import { statusSearches } from "../metrics/metrics.ts";
import type { ProviderStatus, StatusFate, StatusResult } from "../provider/callback.ts";
import { enqueue } from "../queue/enqueue.ts";
import { applyStatuses } from "../sending/apply-statuses.ts";
import { allDeliveries, type Deliveries } from "../sending/delivery-tables.ts";
import { closeCallbacks, type OpenCallback, openCallbacks } from "./open-callbacks.ts";
import { readField, readProviderId } from "./read-fields.ts";

/** How long an unknown status is retried. A status may arrive before the commit of its message. */
const retryPeriodMicroseconds = 10 * 60 * 1_000_000;

/** The delay before a retry, in seconds: 1, 2, 4 … 30. */
const delaySeconds = (attempt: number) => Math.min(2 ** attempt, 30);

/** The length of the column for the provider's codes. */
const maxCodeLength = 64;

/**
 * Applies a batch of status callbacks in the order of receipt, in one transaction. A later job retries a status of an
 * unknown message, for ten minutes.
 *
 * @see docs/decisions.md, Callbacks
 */
export async function processStatuses(
  tx: EntityManager,
  tasks: { callbackId: string; attempt: number }[],
): Promise<Result<void>[]> {
  const callbacks = await openCallbacks(
    tx,
    tasks.map(({ callbackId }) => callbackId),
  );
  const owners = await findOwners(
    tx,
    callbacks.flatMap((callback) => readField(callback, "From") ?? []),
  );
  const read = callbacks.map((callback) => ({ callback, status: readStatus(callback, owners) }));
  const { results: found, changes } = await applyByScope(
    tx,
    read.flatMap(({ status }) => status ?? []),
  );

  const [now, listening] = await Promise.all([
    readClock(tx),
    findListening(
      tx,
      changes.map(({ teamId }) => teamId),
    ),
  ]);
  const attempts = new Map(tasks.map(({ callbackId, attempt }) => [callbackId, attempt]));
  const isEarly = ({ receivedAt }: OpenCallback) => now < plusMicroseconds(receivedAt, retryPeriodMicroseconds);
  const results = read.map(({ callback, status }) => {
    const { fate, teamId } = (status && found.get(status)) ?? unknown;
    return { callback, teamId, outcome: status ? outcomeOf(fate) : ("unreadable" as const) };
  });
  const early = results.filter(({ callback, outcome }) => outcome === "unknown_message" && isEarly(callback));
  await enqueue(
    tx,
    "callbacks.status",
    early.map(({ callback: { id } }) => {
      const attempt = attempts.get(id)!;
      // The id is derived, so that a job that runs twice creates only one retry.
      const nextId = idFrom(id, `attempt ${attempt + 1}`);
      return { id: nextId, data: { callbackId: id, attempt: attempt + 1 }, delaySeconds: delaySeconds(attempt) };
    }),
  );
  const closed = results.filter((result) => !early.includes(result));
  await closeCallbacks(
    tx,
    closed.map(({ callback, teamId, outcome }) => ({ id: callback.id, teamId, outcome })),
    now,
  );
  await recordStatusEventsOf(tx, changes, { now, listening });
  return tasks.map(() => ({ ok: true, value: undefined }));
}

const outcomeOf = (fate: StatusFate): CallbackOutcome => (fate === "unknown" ? "unknown_message" : fate);

const unknown: StatusResult = { fate: "unknown", teamId: null };

/**
 * Applies the statuses to the records of the teams that they name, then to those of every team. Each time, messages come
 * before passcodes. Both status paths do the same, because one number may serve both.
 */
async function applyByScope(
  tx: EntityManager,
  statuses: ProviderStatus[],
): Promise<{ results: Map<ProviderStatus, StatusResult>; changes: StatusChange[] }> {
  const results = new Map<ProviderStatus, StatusResult>();
  const changes: StatusChange[] = [];
  const apply = async (deliveries: Deliveries, inEveryTeam: boolean) => {
    const open = statuses.filter((status) => !results.has(status));
    if (open.length === 0) return;
    if (inEveryTeam) statusSearches.inc({ records: deliveries.kind }, open.length);
    const applied = await applyStatuses(tx, deliveries, open, { inEveryTeam });
    changes.push(...applied.changes);
    for (const [index, result] of applied.results.entries())
      if (result.fate !== "unknown") results.set(open[index]!, result);
  };
  for (const deliveries of allDeliveries) await apply(deliveries, false);
  for (const deliveries of allDeliveries) await apply(deliveries, true);
  return { results, changes };
}

/** Reads the status of a callback. A callback without a status or without an id of a text gives undefined. */
function readStatus(
  callback: OpenCallback,
  owners: Awaited<ReturnType<typeof findOwners>>,
): ProviderStatus | undefined {
  const { recordId, recordTeamId } = callback;
  const providerId = readProviderId(callback);
  const status = readField(callback, "MessageStatus", "SmsStatus");
  if (status === null || (providerId === null && recordId === null)) return undefined;
  const owner = owners.get(readField(callback, "From") ?? "");
  return {
    teamIds: [...(recordTeamId ? [recordTeamId] : []), ...(owner ? [owner.teamId] : [])],
    providerId,
    recordId,
    status,
    errorCode: readField(callback, "ErrorCode")?.slice(0, maxCodeLength) ?? null,
  };
}
