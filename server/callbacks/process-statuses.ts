import type { Result } from "../batcher.ts";
import { findOwners } from "../business-numbers/find-owners.ts";
import { readClock } from "../db/clock.ts";
import { idFrom } from "../db/columns.ts";
import type { CallbackOutcome } from "../db/entities/callback.ts";
import type { EntityManager } from "../db/orm.ts";
import { plusMicroseconds } from "../db/timestamp.ts";
import type { ProviderStatus, StatusFate, StatusResult } from "../provider/callback.ts";
import { enqueue } from "../queue/enqueue.ts";
import { queues } from "../queue/queues.ts";
import { applyStatuses } from "../sending/apply-statuses.ts";
import { allDeliveries, type Deliveries } from "../sending/deliveries.ts";
import { closeCallbacks, type OpenCallback, openCallbacks } from "./open-callbacks.ts";
import { readField, readProviderId } from "./read-fields.ts";

/** A status may overtake the commit of what it is about; for so long it is tried again. */
const patienceMicroseconds = 10 * 60 * 1_000_000;

/** After how many seconds it is tried again: 1, 2, 4 … 30. */
const delaySeconds = (attempt: number) => Math.min(2 ** attempt, 30);

/** The length of the column for the provider's codes. */
const maxCodeLength = 64;

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
    callbacks.flatMap((callback) => readField(callback, "From") ?? []),
  );
  const read = callbacks.map((callback) => ({ callback, status: readStatus(callback, owners) }));
  const found = await applyInTurn(
    tx,
    read.flatMap(({ status }) => status ?? []),
  );

  const now = await readClock(tx);
  const attempts = new Map(tasks.map(({ callbackId, attempt }) => [callbackId, attempt]));
  const isEarly = ({ receivedAt }: OpenCallback) => now < plusMicroseconds(receivedAt, patienceMicroseconds);
  const results = read.map(({ callback, status }) => {
    const { fate, teamId } = (status && found.get(status)) ?? unknown;
    return { callback, teamId, outcome: status ? outcomeOf(fate) : ("unreadable" as const) };
  });
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

const unknown: StatusResult = { fate: "unknown", teamId: null };

/**
 * Looks for what the statuses are of in the teams that they name, and then in every team; each time among messages and
 * then among passcodes, on both status paths, because one number may serve both.
 */
async function applyInTurn(tx: EntityManager, statuses: ProviderStatus[]): Promise<Map<ProviderStatus, StatusResult>> {
  const results = new Map<ProviderStatus, StatusResult>();
  const apply = async (deliveries: Deliveries, inEveryTeam: boolean) => {
    const open = statuses.filter((status) => !results.has(status));
    const own = open.length > 0 ? await applyStatuses(tx, deliveries, open, { inEveryTeam }) : [];
    for (const [index, result] of own.entries()) if (result.fate !== "unknown") results.set(open[index]!, result);
  };
  for (const deliveries of allDeliveries) await apply(deliveries, false);
  for (const deliveries of allDeliveries) await apply(deliveries, true);
  return results;
}

/** The status of a callback; undefined if it has none, or names no text. */
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
    errorMessage: readField(callback, "ErrorMessage"),
  };
}
