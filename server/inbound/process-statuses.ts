import { findOwners } from "../business-numbers/find-owners.ts";
import { readClock } from "../db/clock.ts";
import { findOutOfReach } from "../db/commit/each-place.ts";
import { runInPlaces } from "../db/commit/of-teams.ts";
import type { EntityManager } from "../db/orm.ts";
import type { CallbackOutcome } from "../db/schema/entities/callback.ts";
import { idFrom } from "../db/schema/ids.ts";
import { plusMicroseconds } from "../db/timestamp.ts";
import { findListening } from "../events/record-events.ts";
import { recordStatusEventsOf, type StatusChange } from "../events/status-events.ts";
import { statusSearches } from "../metrics/counters.ts";
import type { Status } from "../provider/callbacks.ts";
import { enqueue } from "../queue/enqueue.ts";
import {
  applyStatuses,
  findTeams,
  type ProviderStatus,
  type StatusFate,
  type StatusResult,
  type TeamStatus,
} from "../texts/apply-statuses.ts";
import { allDeliveries, type Deliveries } from "../texts/delivery-tables.ts";
import { closeCallbacks, type OpenCallback, openCallbacks } from "./open-callbacks.ts";
import type { AwaitedTeams } from "./waiting-callbacks.ts";

/** How long an unknown status is retried. A status may arrive before the commit of its message. */
const retryPeriodMicroseconds = 10 * 60 * 1_000_000;

/** The delay before a retry, in seconds: 1, 2, 4 … 30. */
const delaySeconds = (attempt: number) => Math.min(2 ** attempt, 30);

/** The length of the column for the provider's codes. */
const maxCodeLength = 64;

/**
 * Applies a batch of status callbacks in the order of receipt, in one transaction. A later job retries a status of an
 * unknown message, for ten minutes. Statuses that `runInPlaces` applies apart are committed before, and a batch that
 * runs again finds them unchanged. Returns the statuses that texts got, and the callbacks that wait, because a team that
 * may own their text is out of reach.
 *
 * @see docs/decisions.md, Callbacks
 */
export async function processStatuses(
  tx: EntityManager,
  tasks: { callbackId: string; attempt: number }[],
): Promise<{ applied: AppliedStatus[]; awaited: AwaitedTeams }> {
  const callbacks = await openCallbacks<Status>(
    tx,
    tasks.map(({ callbackId }) => callbackId),
  );
  const owners = await findOwners(
    tx,
    callbacks.flatMap(({ content }) => content.from ?? []),
  );
  const all = callbacks.map((callback) => ({ callback, status: readStatus(callback, owners) }));
  const awaited = await findAwaited(tx, all);
  const read = all.filter(({ callback }) => !awaited.has(callback.id));
  const { results: found, changes } = await applyByScope(
    tx,
    read.flatMap(({ status }) => status ?? []),
  );

  const [now, listening] = await readListening(tx, changes);
  const attempts = new Map(tasks.map(({ callbackId, attempt }) => [callbackId, attempt]));
  const isEarly = ({ receivedAt }: OpenCallback<Status>) => now < plusMicroseconds(receivedAt, retryPeriodMicroseconds);
  const results = read.map(({ callback, status }) => {
    const { fate, teamId } = (status && found.get(status)) ?? unknown;
    return { callback, teamId, status: status?.status, outcome: status ? outcomeOf(fate) : ("unreadable" as const) };
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
  const applied = closed.flatMap(({ callback: { providerAccountId }, outcome, status }) =>
    outcome === "applied" && status ? { status, providerAccountId } : [],
  );
  return { applied, awaited };
}

/** A status that a text got, and the account that reported it; null for the carrier of the environment. */
export interface AppliedStatus {
  status: string;
  providerAccountId: string | null;
}

/** Finds the statuses to wait with. One that names no team is searched in every team. */
async function findAwaited(
  tx: EntityManager,
  read: { callback: OpenCallback<Status>; status: ReadStatus | undefined }[],
): Promise<AwaitedTeams> {
  const named = read.flatMap(({ callback: { id }, status }) => {
    const teamIds = status?.teamIds.length === 0 ? [""] : (status?.teamIds ?? []);
    return teamIds.map((teamId) => ({ id, teamId }));
  });
  const away = await findOutOfReach(tx, named);
  return new Map(named.flatMap(({ id, teamId }) => (away.has(teamId) ? [[id, teamId]] : [])));
}

const outcomeOf = (fate: StatusFate): CallbackOutcome => (fate === "unknown" ? "unknown_message" : fate);

const unknown: StatusResult = { fate: "unknown", teamId: null };

/** The clock, and the teams of changes that have listeners. */
const readListening = (tx: EntityManager, changes: StatusChange[]) =>
  Promise.all([
    readClock(tx),
    findListening(
      tx,
      changes.map(({ teamId }) => teamId),
    ),
  ]);

/**
 * Applies the statuses to the records of the teams that they name, one team after the other, then to those of every team.
 * Each time, messages come before passcodes. Both status paths do the same, because one number may serve both. Returns the
 * changes whose events are not recorded yet.
 */
async function applyByScope(
  tx: EntityManager,
  statuses: ReadStatus[],
): Promise<{ results: Map<ReadStatus, StatusResult>; changes: StatusChange[] }> {
  const results = new Map<ReadStatus, StatusResult>();
  const isOpen = ({ read }: PlacedStatus) => !results.has(read);
  const changes: StatusChange[] = [];
  const apply = async (placed: PlacedStatus[], kinds: Deliveries[]) => {
    if (placed.length === 0) return;
    const ended = await runInPlaces(tx, placed, async (own, some, isApart) => {
      const moved: StatusChange[] = [];
      for (const deliveries of kinds) {
        const open = some.filter(isOpen);
        const applied = await applyStatuses(own, deliveries, open);
        moved.push(...applied.changes);
        for (const [index, result] of applied.results.entries())
          if (result.fate !== "unknown") results.set(open[index]!.read, result);
      }
      if (!isApart) return moved;
      const [now, listening] = await readListening(own, moved);
      await recordStatusEventsOf(own, moved, { now, listening });
      return [];
    });
    changes.push(...ended.flat());
  };
  const inTeam = (rank: number) =>
    statuses.flatMap((read): PlacedStatus | [] => {
      const { teamIds, ...status } = read;
      const teamId = teamIds[rank];
      return teamId === undefined || results.has(read) ? [] : { ...status, teamId, read };
    });
  for (const rank of [0, 1]) await apply(inTeam(rank), allDeliveries);
  for (const deliveries of allDeliveries) {
    const open = statuses.filter((status) => !results.has(status));
    if (open.length === 0) break;
    statusSearches.inc({ records: deliveries.kind }, open.length);
    const teams = await findTeams(tx, deliveries, open);
    const placed = [...teams].map(([read, teamId]) => ({ ...read, teamId, read }));
    await apply(placed, [deliveries]);
  }
  return { results, changes };
}

/** A status, and the teams that may own its text. The first team that has the text is its owner. */
interface ReadStatus extends ProviderStatus {
  teamIds: string[];
}

/** A status to apply in a team. */
type PlacedStatus = TeamStatus & { read: ReadStatus };

/** Reads the status of a callback. A callback without a status or without an id of a text gives undefined. */
function readStatus(
  callback: OpenCallback<Status>,
  owners: Awaited<ReturnType<typeof findOwners>>,
): ReadStatus | undefined {
  const { recordId, recordTeamId, providerId, content } = callback;
  const { status, errorCode, optedOut = false } = content;
  if (status === null || (providerId === null && recordId === null)) return undefined;
  const owner = owners.get(content.from ?? "");
  return {
    teamIds: [...new Set([recordTeamId ?? [], owner?.teamId ?? []].flat())],
    providerId,
    recordId,
    status,
    errorCode: errorCode?.slice(0, maxCodeLength) ?? null,
    optedOut,
  };
}
