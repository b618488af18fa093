import { sql } from "kysely";
import { type EntityManager, prepared } from "../db/orm.ts";
import type { MediaStoreName } from "../db/schema/entities/media.ts";
import type { MediaState } from "../db/schema/entities/message.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { fail } from "../errors.ts";
import type { StoredFile } from "../operations/scope.ts";
import type { LinkedFile } from "../secrets/media-links.ts";

interface MediaRow {
  state: MediaState;
  content_type: string | null;
  size: number | null;
  store: MediaStoreName | null;
}

/** A stored file of a team. @throws media_not_found, media_not_stored */
export async function findStored(em: EntityManager, teamId: string, id: string): Promise<StoredFile> {
  const row = await readMedia(em, teamId, id);
  if (!row) fail("media_not_found");
  return storedFileOf(teamId, id, row) ?? fail("media_not_stored");
}

/** The stored file that a link leads to; undefined if there is none, or the link has expired. */
export async function findLinked(em: EntityManager, linked: LinkedFile): Promise<StoredFile | undefined> {
  const { teamId, id, expiresAt } = linked;
  const row = await readMedia(em, teamId, id, expiresAt);
  return row && storedFileOf(teamId, id, row);
}

/**
 * Reads the row of a file. A file whose time has run out counts as deleted.
 *
 * @param before the row counts only before this time, by the database's clock
 */
async function readMedia(
  em: EntityManager,
  teamId: string,
  id: string,
  before: Timestamp = "infinity",
): Promise<MediaRow | undefined> {
  const { rows } = await sql<MediaRow>`
    select state, content_type, size, store from media
    where team_id = ${teamId}::uuid and id = ${id}::uuid and now() < ${before}::timestamptz
      and (expires_at is null or now() < expires_at)
  `.execute(prepared(em));
  return rows[0];
}

function storedFileOf(teamId: string, id: string, row: MediaRow): StoredFile | undefined {
  const { state, content_type: contentType, size: bytes, store } = row;
  if (state !== "stored" || contentType === null || bytes === null || store === null) return undefined;
  return { teamId, id, contentType, bytes, store };
}
