/**
 * The kept answers that are about a text which is redacted or deleted.
 *
 * Promises: a repeated request is answered as before, without the text, and has no second effect.
 * Costs: a look-up by time. A claim has the time of its request, and an index by it.
 * Preconditions: the caller locks neither threads nor messages before, because settling locks claims first.
 */
import { sql } from "kysely";
import { type EntityManager, prepared, withoutResult } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import { plusMicroseconds, type Timestamp } from "../../db/timestamp.ts";

/** A claim with its answer; `body` is null if the first request died before it could keep one. */
interface Kept {
  api_key_id: string;
  test_mode: boolean;
  key: string;
  body: string | null;
}

/** Empties the texts in the answers that a write at that time has given about a text: the cancel of a text that waited. */
export async function redactAnswers(tx: EntityManager, teamId: string, id: string, at: Timestamp): Promise<void> {
  const { rows: kept } = await sql<Kept>`
    select api_key_id, test_mode, key, body from idempotency_key
    where team_id = ${teamId} and created_at = ${at}::timestamptz
      and (position(${id} in body) > 0 or position(${id.replaceAll("-", "")} in body) > 0)
    for update
  `.execute(prepared(tx));
  await replaceBodies(tx, teamId, kept, ({ body }) => JSON.stringify(JSON.parse(body!, emptied)));
}

/** The value of a field of an answer; the text and its files are empty. */
const emptied = (name: string, value: unknown): unknown => {
  if (name === "body") return "";
  return name === "media" ? [] : value;
};

/** How long before a text the request for it may have been admitted. */
const maxSendMicroseconds = 60 * 1_000_000;

/**
 * Replaces the answer of the request that sent a text at once, if its key is known. `bodyOf` gets the answer that is kept,
 * or null.
 */
export async function replaceAnswer(
  tx: EntityManager,
  { teamId, id, createdAt }: { teamId: string; id: string; createdAt: Timestamp },
  { status, bodyOf }: { status: number; bodyOf(kept: string | null): string },
): Promise<void> {
  const { rows: kept } = await sql<Kept>`
    select api_key_id, test_mode, key, body from idempotency_key
    where team_id = ${teamId} and resource_id = ${id} and created_at <= ${createdAt}::timestamptz
      and created_at >= ${plusMicroseconds(createdAt, -maxSendMicroseconds)}::timestamptz
    for update
  `.execute(prepared(tx));
  await replaceBodies(tx, teamId, kept, ({ body }) => bodyOf(body), status);
}

async function replaceBodies(
  tx: EntityManager,
  teamId: string,
  kept: Kept[],
  bodyOf: (kept: Kept) => string,
  status: number | null = null,
): Promise<void> {
  if (kept.length === 0) return;
  const answers = kept.map((each) => ({
    apiKeyId: each.api_key_id,
    testMode: each.test_mode,
    key: each.key,
    body: bodyOf(each),
  }));
  await sql`
    update idempotency_key k set body = a.body, status = coalesce(${status}::smallint, k.status)
    from ${rows("a", answers, { apiKeyId: "uuid", testMode: "boolean", key: "text", body: "text" })}
    where k.team_id = ${teamId} and k.api_key_id = a.api_key_id and k.test_mode = a.test_mode and k.key = a.key
  `.execute(withoutResult(tx));
}
