import { sql } from "kysely";
import { type EntityManager, withoutResult } from "../db/orm.ts";
import type { MessageMedia } from "../db/schema/entities/message.ts";
import { newId } from "../db/schema/ids.ts";
import { rows } from "../db/sql/rows.ts";
import type { Timestamp } from "../db/timestamp.ts";

/** A file that is to be fetched, as its message shows it. */
export type PendingFile = Required<MessageMedia>;

/** Makes the files of an inbound text pending files with ids. */
export const withIds = (media: MessageMedia[]): PendingFile[] =>
  media.map((file) => ({ ...file, id: newId(), state: "pending", bytes: null }));

/** A message with files. */
export interface MessageWithFiles {
  teamId: string;
  messageId: string;
  media: PendingFile[];
}

/**
 * Inserts the files of stored messages in the caller's transaction. Their first attempts are due at once. Messages without
 * files cost no statement.
 */
export async function insertMedia(tx: EntityManager, messages: MessageWithFiles[], now: Timestamp): Promise<void> {
  const files = messages.flatMap(({ teamId, messageId, media }) =>
    media.map((file, place) => ({ ...file, teamId, messageId, place })),
  );
  if (files.length === 0) return;
  const given = rows("a", files, {
    teamId: "uuid",
    id: "uuid",
    messageId: "uuid",
    place: "smallint",
    url: "text",
    contentType: "text",
  });
  await sql`
    insert into media (team_id, id, message_id, place, source_url, declared_type, state, attempt_count,
      next_attempt_at, created_at)
    select team_id, id, message_id, place, url, content_type, 'pending', 0, ${now}::timestamptz, ${now}::timestamptz
    from ${given}
  `.execute(withoutResult(tx));
}
