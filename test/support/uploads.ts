import type { EntityManager } from "../../server/db/orm.ts";
import type { CallInput, Client } from "./client.ts";
import type { TestTeam } from "./factories.ts";
import { pictures } from "./media.ts";

/** The input of an upload, whose body is no JSON. */
export const uploadOf = (file: Buffer, headers: Record<string, string> = {}): CallInput<"uploadMedia"> => ({
  body: file as never,
  headers,
});

/** Uploads a picture, and returns its id. */
export async function upload(client: Client, file: Buffer = pictures["image/png"]): Promise<string> {
  return (await client.uploadMedia(uploadOf(file))).media.id;
}

/** Gives a team as many uploaded files, which no text uses, as it may have. */
export const fillQuota = (em: EntityManager, team: TestTeam, files = 1_000, bytes = 1) =>
  em.execute(
    `insert into media (team_id, id, content_type, size, state, attempt_count, store, created_at, stored_at, expires_at)
     select ?, gen_random_uuid(), 'image/png', ?, 'stored', 0, 'db', now(), now(), now() + interval '7 days'
     from generate_series(1, ?)`,
    [team.id, bytes, files],
  );

/** Lets the time of the uploaded files of a team run out, some days ago. */
export const expireUploads = (em: EntityManager, team: TestTeam, days: number) =>
  em.execute(
    `update media set expires_at = (now() at time zone 'UTC' - ?::interval) at time zone 'UTC'
     where team_id = ? and expires_at is not null`,
    [`${days} days`, team.id],
  );

/** Lets the numbers of a team send pictures and other files, or sets other capabilities. */
export const allowFiles = (em: EntityManager, team: TestTeam, capabilities: object = { mms: true }) =>
  em.execute("update business_number set capabilities = ?::jsonb where team_id = ?", [
    JSON.stringify(capabilities),
    team.id,
  ]);
