import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import { type EntityManager, prepared, withoutResult } from "../db/orm.ts";
import type { MediaStoreName } from "../db/schema/entities/media.ts";
import type { MediaState } from "../db/schema/entities/message.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { markObject } from "./record-attempt.ts";

/** The files that a text has. The text itself may still be stored. */
interface FilesOfText {
  teamId: string;
  /** The id of the text. */
  id: string;
  fileIds: string[];
  /** Whether files may have objects in a store outside of the database. */
  hasObjects: boolean;
}

interface FileRow {
  id: string;
  message_id: string | null;
  state: MediaState;
  store: MediaStoreName | null;
  is_used: boolean;
  is_awaited: boolean;
}

/**
 * Deletes the files of a text that no other text uses. A received file goes at once, with its bytes; an object in a store goes
 * later, by its mark. A file that was uploaded counts as deleted from now on, and is pruned a day later, because a text that
 * has just found it may still keep it. The caller locks no message before.
 */
export async function forgetFiles(tx: EntityManager, { teamId, id, fileIds, hasObjects }: FilesOfText): Promise<void> {
  if (fileIds.length === 0) return;
  await sql`
    select from media where team_id = ${teamId} and id = any (${fileIds}::uuid[]) order by id for update
  `.execute(withoutResult(tx));
  // The locks wait for an attempt that is being stored, whose parts the next statements see.
  const { rows: files } = await sql<FileRow>`
    select f.id, f.message_id, f.state, f.store,
      exists (
        select from message m where m.team_id = ${teamId} and m.media <> '[]' and m.id <> ${id}::uuid
          and m.media @> jsonb_build_array(jsonb_build_object('id', f.id))
      ) as is_used,
      exists (
        select from pending_message p where p.team_id = ${teamId} and p.status <> 'canceled' and p.id <> ${id}::uuid
          and p.media @> jsonb_build_array(jsonb_build_object('id', f.id))
      ) as is_awaited
    from media f where f.team_id = ${teamId} and f.id = any (${fileIds}::uuid[])
  `.execute(prepared(tx));
  const own = files.filter(({ message_id: messageId }) => messageId === id);
  const isUsed = ({ is_used, is_awaited }: FileRow) => is_used || is_awaited;
  await deleteFiles(
    tx,
    teamId,
    own.filter((file) => !isUsed(file)),
    hasObjects,
  );
  await detachFiles(tx, teamId, idsOf(own.filter(isUsed)));
  const uploaded = files.filter((file) => file.message_id === null && !isUsed(file));
  await expireFiles(tx, teamId, idsOf(uploaded), await readClock(tx));
}

const idsOf = (files: FileRow[]) => files.map(({ id }) => id);

async function deleteFiles(tx: EntityManager, teamId: string, files: FileRow[], hasObjects: boolean): Promise<void> {
  if (files.length === 0) return;
  const ids = idsOf(files);
  await sql`delete from media_part where team_id = ${teamId} and media_id = any (${ids}::uuid[])`.execute(
    withoutResult(tx),
  );
  await sql`delete from media where team_id = ${teamId} and id = any (${ids}::uuid[])`.execute(withoutResult(tx));
  // An attempt that runs now may still store an object, and finds no row then.
  const marked = files.filter(({ state, store }) => store === "s3" || (state === "pending" && hasObjects));
  for (const { id } of marked) await markObject(tx, { teamId, id });
}

/** Makes received files that other texts use files without a message. */
async function detachFiles(tx: EntityManager, teamId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update media set message_id = null, place = null where team_id = ${teamId} and id = any (${ids}::uuid[])
  `.execute(withoutResult(tx));
}

async function expireFiles(tx: EntityManager, teamId: string, ids: string[], now: Timestamp): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update media set expires_at = ${now}::timestamptz where team_id = ${teamId} and id = any (${ids}::uuid[])
  `.execute(withoutResult(tx));
}
