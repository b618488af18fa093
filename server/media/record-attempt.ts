/**
 * Records what became of an attempt to fetch a file.
 *
 * Promises: of several records of one attempt, the first counts. The bytes, the state of the file, its place in the message
 * and its event commit together.
 * Preconditions: events are the last rows that the transaction locks.
 */
import { hash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { MediaStoredData } from "../../generated/api.ts";
import { readClock } from "../db/clock.ts";
import { emOfTeam, transactOfTeam } from "../db/commit/of-teams.ts";
import { type EntityManager, type Orm, prepared, withoutResult } from "../db/orm.ts";
import type { MediaStoreName } from "../db/schema/entities/media.ts";
import { plusMicroseconds } from "../db/timestamp.ts";
import { findListening, recordEvents } from "../events/record-events.ts";
import type { ClaimedFile, DueFile } from "./find-due.ts";
import { insertParts } from "./parts.ts";

/** The seconds between the end of an attempt and the next attempt. After the last of them, a file has failed. */
export const retryDelays: readonly number[] = [5, 30, 120, 600, 3_600, 21_600];

/** The row of a file whose attempt is not recorded yet. */
const unrecorded = ({ teamId, id, attempt }: ClaimedFile) =>
  sql`team_id = ${teamId}::uuid and id = ${id}::uuid and state = 'pending' and attempt_count = ${attempt}::int`;

/** A file that was fetched. With the store `s3`, its bytes are there already. */
export interface FetchedFile {
  file: Buffer;
  contentType: string;
  sha256: Buffer;
  store: MediaStoreName;
}

export const sha256Of = (file: Buffer): Buffer => hash("sha256", file, "buffer");

/** Stores a file. Returns whether this counts. */
export function recordStored(
  orm: Orm,
  claimed: ClaimedFile,
  { file, contentType, sha256, store }: FetchedFile,
): Promise<boolean> {
  return transactOfTeam(orm, claimed.teamId, async (tx) => {
    const now = await readClock(tx);
    const { length: bytes } = file;
    const place = await updateFile(
      tx,
      claimed,
      sql`state = 'stored', content_type = ${contentType}, size = ${bytes}::int, sha256 = ${sha256}, store = ${store},
        error = null, next_attempt_at = null, stored_at = ${now}::timestamptz`,
    );
    if (place === undefined) return false;
    if (store === "db") await insertParts(tx, claimed, file);
    const shown = await updateMessage(tx, claimed, place, { state: "stored", contentType, bytes });
    const { teamId, id: mediaId, messageId } = claimed;
    if (!(await findListening(tx, [teamId])).has(teamId)) return true;
    const data: MediaStoredData = { mediaId, messageId, contentType, bytes };
    await recordEvents(tx, [{ teamId, type: "media.stored", ...shown, data, now }]);
    return true;
  });
}

/** How the attempts for a file end. */
export interface End {
  state: "failed" | "refused";
  error: string;
  /** Whether the file may have an object in the store, which is then deleted. */
  hasObjects: boolean;
}

/** Ends the attempts for a file. Returns whether this counts. */
export function recordEnd(orm: Orm, claimed: ClaimedFile, { state, error, hasObjects }: End): Promise<boolean> {
  return transactOfTeam(orm, claimed.teamId, async (tx) => {
    const ended = sql`state = ${state}, error = ${error}, next_attempt_at = null`;
    const place = await updateFile(tx, claimed, ended);
    if (place === undefined) return false;
    await updateMessage(tx, claimed, place, { state });
    // An earlier attempt may have stored an object and not recorded it.
    if (hasObjects) await markObject(tx, claimed);
    return true;
  });
}

/** Plans the next attempt, or ends the attempts after the last. Returns whether this counts. */
export async function recordFailure(
  orm: Orm,
  claimed: ClaimedFile,
  { error, hasObjects }: Omit<End, "state">,
  delays: readonly number[] = retryDelays,
): Promise<boolean> {
  const delaySeconds = delays[claimed.attempt - 1];
  if (delaySeconds === undefined) return recordEnd(orm, claimed, { state: "failed", error, hasObjects });
  const em = emOfTeam(orm, claimed.teamId);
  const nextAttemptAt = plusMicroseconds(await readClock(em), Math.round(delaySeconds * 1_000_000));
  const planned = sql`error = ${error}, next_attempt_at = ${nextAttemptAt}::timestamptz`;
  return (await updateFile(em, claimed, planned)) !== undefined;
}

/** Gives an attempt back that a stop has aborted, so that another process makes it at once. */
export async function releaseFile(orm: Orm, claimed: ClaimedFile): Promise<void> {
  const em = emOfTeam(orm, claimed.teamId);
  const now = await readClock(em);
  await updateFile(em, claimed, sql`attempt_count = attempt_count - 1, next_attempt_at = ${now}::timestamptz`);
}

/** Has the object of a file deleted. */
export const markObject = async (tx: EntityManager, { teamId, id }: DueFile) =>
  sql`
    insert into media_deletion (team_id, media_id, created_at)
    values (${teamId}::uuid, ${id}::uuid, ${await readClock(tx)}::timestamptz) on conflict do nothing
  `.execute(withoutResult(tx));

/** Updates the row of a file and returns its place in the message; undefined if its attempt is recorded already. */
async function updateFile(
  em: EntityManager,
  claimed: ClaimedFile,
  changes: RawBuilder<unknown>,
): Promise<number | undefined> {
  const { rows } = await sql<{ place: number }>`
    update media set ${changes} where ${unrecorded(claimed)} returning place
  `.execute(prepared(em));
  return rows[0]?.place;
}

/** Shows a change of a file in its message. Returns what the event takes from the message. */
async function updateMessage(
  tx: EntityManager,
  { teamId, messageId }: ClaimedFile,
  place: number,
  change: object,
): Promise<{ testMode: boolean; businessNumberId: string }> {
  const { rows } = await sql<{ test_mode: boolean; business_number_id: string }>`
    with changed as (
      update message set media = jsonb_set(media, array[${String(place)}::text],
        (media -> ${place}::int) || ${JSON.stringify(change)}::jsonb)
      where team_id = ${teamId}::uuid and id = ${messageId}::uuid
      returning test_mode, thread_id
    )
    select c.test_mode, t.business_number_id from changed c
    join thread t on t.team_id = ${teamId}::uuid and t.id = c.thread_id
  `.execute(prepared(tx));
  const { test_mode: testMode, business_number_id: businessNumberId } = rows[0]!;
  return { testMode, businessNumberId };
}
