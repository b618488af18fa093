import { sql } from "kysely";
import type { UploadedMedia } from "../../generated/api.ts";
import { lockTeams } from "../business-numbers/lock-teams.ts";
import { contractDocument } from "../contract/document.ts";
import { prepared, withoutResult } from "../db/orm.ts";
import { plusMicroseconds } from "../db/timestamp.ts";
import { fail } from "../errors.ts";
import type { ReceivedFile, Scope } from "../operations/scope.ts";
import { insertParts } from "./parts.ts";

const { unusedMedia: maxUnused, unusedMediaBytes: maxUnusedBytes } = contractDocument["x-limits"];

/** How long an uploaded file waits for a text. */
const unusedMicroseconds = 7 * 24 * 3_600 * 1_000_000;

/** Stores an uploaded file, which is deleted unless a text uses it in time. @throws media_quota_exceeded */
export async function uploadMedia(
  { em, teamId, now }: Scope,
  { id, file, contentType, sha256, store }: ReceivedFile,
): Promise<UploadedMedia> {
  const { length: bytes } = file;
  // So that the count holds until the transaction ends.
  await lockTeams(em, [teamId]);
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*)::int as files, coalesce(sum(size), 0)::int as bytes
    from media where team_id = ${teamId}::uuid and expires_at is not null
  `.execute(prepared(em));
  const unused = rows[0]!;
  if (unused.files >= maxUnused || unused.bytes + bytes > maxUnusedBytes) fail("media_quota_exceeded");
  const expiresAt = plusMicroseconds(now, unusedMicroseconds);
  await sql`
    insert into media (team_id, id, content_type, size, sha256, state, attempt_count, store, created_at, stored_at, expires_at)
    values (${teamId}::uuid, ${id}::uuid, ${contentType}, ${bytes}::int, ${sha256}, 'stored', 0, ${store},
      ${now}::timestamptz, ${now}::timestamptz, ${expiresAt}::timestamptz)
  `.execute(withoutResult(em));
  if (store === "db") await insertParts(em, { teamId, id }, file);
  else
    await sql`delete from media_deletion where team_id = ${teamId}::uuid and media_id = ${id}::uuid`.execute(
      withoutResult(em),
    );
  return { id, contentType, bytes, createdAt: now, expiresAt };
}
