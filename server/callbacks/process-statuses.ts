import type { Result } from "../batcher.ts";
import { findOwners } from "../business-numbers/find-owners.ts";
import { readClock } from "../db/clock.ts";
import { idFrom } from "../db/columns.ts";
import type { CallbackOutcome } from "../db/entities/callback.ts";
import type { EntityManager } from "../db/orm.ts";
import { plusMicroseconds } from "../db/timestamp.ts";
import type { ProviderStatus, StatusFate } from "../provider/callback.ts";
import { enqueue } from "../queue/enqueue.ts";
import { queues } from "../queue/queues.ts";
import { applyStatuses } from "../sending/apply-statuses.ts";
import { allDeliveries } from "../sending/deliveries.ts";
import {
  closeCallbacks,
  type OpenCallback,
  openCallbacks,
  readField,
  readPhone,
  readProviderId,
} from "./open-callbacks.ts";

/** A status may overtake the commit of what it is about; for so long it is tried again. */
const patienceMicroseconds = 10 * 60 * 1_000_000;

/** After how many seconds it is tried again: 1, 2, 4 … 30. */
const delaySeconds = (attempt: number) => Math.min(2 ** attempt, 30);

/** No code of the provider's is longer. */
const longestCode = 64;

/**
 * Does what status callbacks say, in the order of receipt, in one transaction. One that is of nothing that is stored
 * here is tried again by a later job, for ten minutes.
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
    callbacks.flatMap((callback) => readPhone(callback, "From") ?? []),
  );
  const read = callbacks.map((callback) => ({ callback, status: readStatus(callback, owners) }));
  const statuses = read.flatMap(({ status }) => (typeof status === "string" ? [] : status));
  const fates = await applyInTurn(tx, statuses);

  const now = await readClock(tx);
  const attempts = new Map(tasks.map(({ callbackId, attempt }) => [callbackId, attempt]));
  const isEarly = ({ receivedAt }: OpenCallback) => now < plusMicroseconds(receivedAt, patienceMicroseconds);
  const results = read.map(({ callback, status }) => ({
    callback,
    teamId: typeof status === "string" ? null : status.teamId,
    outcome: typeof status === "string" ? status : outcomeOf(fates.get(status)!),
  }));
  const early = results.filter(({ callback, outcome }) => outcome === "unknown_message" && isEarly(callback));
  await enqueue(
    tx,
    queues.statusCallbacks,
    early.map(({ callback: { id } }) => {
      const attempt = attempts.get(id)!;
      // Made from what it repeats, so that a job that is done twice is followed by one.
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
  return tasks.map(() => ({ ok: true, value: undefined }));
}

const outcomeOf = (fate: StatusFate): CallbackOutcome => (fate === "unknown" ? "unknown_message" : fate);

/**
 * Looks for what the statuses are of among messages, and then among passcodes; on both status paths, because one number
 * may serve both.
 */
async function applyInTurn(tx: EntityManager, statuses: ProviderStatus[]): Promise<Map<ProviderStatus, StatusFate>> {
  const fates = new Map<ProviderStatus, StatusFate>(statuses.map((status) => [status, "unknown"]));
  for (const deliveries of allDeliveries) {
    const open = statuses.filter((status) => fates.get(status) === "unknown");
    const own = open.length > 0 ? await applyStatuses(tx, deliveries, open) : [];
    for (const [index, status] of open.entries()) fates.set(status, own[index]!);
  }
  return fates;
}

/** The status of a callback, or why there is none. */
function readStatus(
  callback: OpenCallback,
  owners: Awaited<ReturnType<typeof findOwners>>,
): ProviderStatus | "unreadable" | "unknown_number" {
  const providerId = readProviderId(callback);
  const status = readField(callback, "MessageStatus", "SmsStatus");
  const from = readPhone(callback, "From");
  if (providerId === null || status === null || from === null) return "unreadable";
  const owner = owners.get(from);
  if (!owner) return "unknown_number";
  return {
    teamId: owner.teamId,
    providerId,
    recordId: callback.recordId,
    status,
    errorCode: readField(callback, "ErrorCode")?.slice(0, longestCode) ?? null,
    errorMessage: readField(callback, "ErrorMessage"),
  };
}
