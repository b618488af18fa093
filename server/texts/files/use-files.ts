import { sql } from "kysely";
import { type EntityManager, prepared, withoutResult } from "../../db/orm.ts";
import type { MediaState } from "../../db/schema/entities/message.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Timestamp } from "../../db/timestamp.ts";

interface FileKey {
  teamId: string;
  id: string;
}

/** A file that a text may use. */
export interface UsableFile {
  state: MediaState;
  contentType: string | null;
  bytes: number | null;
}

/** Finds files of teams, by their ids. A file whose time has run out counts as deleted. */
export async function findFiles(em: EntityManager, files: FileKey[]): Promise<Map<string, UsableFile>> {
  if (files.length === 0) return new Map();
  const { rows: found } = await sql<{
    id: string;
    state: MediaState;
    content_type: string | null;
    size: number | null;
  }>`
    select a.id, m.state, m.content_type, m.size from ${rows("a", files, { teamId: "uuid", id: "uuid" })}
    cross join lateral (
      select * from media m where m.team_id = a.team_id and m.id = a.id
        and (m.expires_at is null or m.expires_at > now()) limit 1
    ) as m
  `.execute(prepared(em));
  return new Map(
    found.map(({ id, state, content_type: contentType, size: bytes }) => [id, { state, contentType, bytes }]),
  );
}

/** A use of a file: until a time, or forever. */
export interface FileUse extends FileKey {
  until: Timestamp | null;
}

/**
 * Keeps uploaded files that texts use, in the transaction that stores the texts. The files were found shortly before, and a
 * file is deleted only a day after its time has run out. Texts without files cost no statement.
 */
export async function keepFiles(tx: EntityManager, uses: FileUse[]): Promise<void> {
  if (uses.length === 0) return;
  // The longest use of each file, in the order of ids, so that two transactions cannot deadlock.
  const isLonger = (a: FileUse, b: FileUse | undefined) => !b || (b.until !== null && (a.until ?? "~") > b.until);
  const longest = new Map<string, FileUse>();
  for (const use of uses) if (isLonger(use, longest.get(use.id))) longest.set(use.id, use);
  const kept = [...longest.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await sql`
    update media m set expires_at = case when a.until is null then null else greatest(m.expires_at, a.until) end
    from ${rows("a", kept, { teamId: "uuid", id: "uuid", until: "timestamptz" })}
    where m.team_id = a.team_id and m.id = a.id and m.expires_at is not null
  `.execute(withoutResult(tx));
}
