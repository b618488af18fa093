import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import type { MessageStatus } from "../db/entities/message.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { ProviderStatus, StatusFate } from "../provider/callback.ts";
import { isEnd, isGivenUp, statusAfter } from "./status.ts";

/** The provider's words for where a text is. */
const words: ReadonlyMap<string, MessageStatus> = new Map([
  ...(["queued", "sending", "sent", "delivered", "undelivered", "failed", "read"] as const).map((w) => [w, w] as const),
  ["accepted", "queued"],
  ["scheduled", "queued"],
  ["canceled", "failed"],
]);

/** A status and the stored message that it is about. */
interface Found {
  status: ProviderStatus;
  messageId: string;
}

/**
 * Moves messages by what the provider says of them, in the order of the list; an answer for each. A message is found by
 * the provider's id, else by its own, and keeps the provider's from then on. A word that is not known, or that would be
 * a step back, changes nothing.
 *
 * @see docs/decisions.md, Sending
 */
export async function applyStatuses(tx: EntityManager, statuses: ProviderStatus[]): Promise<StatusFate[]> {
  if (statuses.length === 0) return [];
  const ids = await findMessages(tx, statuses);
  const found = statuses.flatMap((status, ord) => (ids.has(ord) ? [{ status, messageId: ids.get(ord)! }] : []));
  const current = await lockMessages(tx, found);
  const now = await readClock(tx);
  const fates = new Map<ProviderStatus, StatusFate>();
  for (const round of roundsOf(found)) {
    const moved = await updateMessages(tx, round, now);
    for (const { status, messageId } of round) {
      const after = moved.get(messageId) ?? current.get(messageId);
      fates.set(status, after === current.get(messageId) ? "unchanged" : "applied");
      current.set(messageId, after);
    }
  }
  return statuses.map((status) => fates.get(status) ?? "unknown");
}

/** What several statuses say of one message is done one after the other. */
function roundsOf(found: Found[]): Found[][] {
  const own = [...Map.groupBy(found, ({ status, messageId }) => `${status.teamId}\n${messageId}`).values()];
  const most = Math.max(0, ...own.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) => own.flatMap((each) => each[turn] ?? []));
}

/** The ids of the messages that statuses are about, by the place of the status in the list. */
async function findMessages(tx: EntityManager, statuses: ProviderStatus[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ ord: number; id: string }>`
    select a.ord, coalesce(p.id, m.id) as id
    from unnest(
      ${statuses.map((_, ord) => ord)}::int[], ${statuses.map(({ teamId }) => teamId)}::uuid[],
      ${statuses.map(({ providerId }) => providerId)}::text[], ${statuses.map(({ recordId }) => recordId)}::uuid[]
    ) as a (ord, team_id, provider_id, record_id)
    left join message p on p.team_id = a.team_id and p.provider_id = a.provider_id and p.direction = 'outbound'
    left join message m on m.team_id = a.team_id and m.id = a.record_id and m.direction = 'outbound'
    where p.id is not null or m.id is not null
  `.execute(queries(tx));
  return new Map(rows.map(({ ord, id }) => [ord, id]));
}

/** Where the messages are now, and stay until the transaction ends; locked in one order. */
async function lockMessages(tx: EntityManager, found: Found[]): Promise<Map<string, MessageStatus | undefined>> {
  if (found.length === 0) return new Map();
  const { rows } = await sql<{ id: string; status: MessageStatus }>`
    select m.id, m.status from message m
    where (m.team_id, m.id) in (
      select * from unnest(
        ${found.map(({ status }) => status.teamId)}::uuid[], ${found.map(({ messageId }) => messageId)}::uuid[]
      )
    )
    order by m.team_id, m.id for update
  `.execute(queries(tx));
  return new Map(rows.map(({ id, status }) => [id, status]));
}

async function updateMessages(tx: EntityManager, found: Found[], now: Timestamp): Promise<Map<string, MessageStatus>> {
  const rows = found.map(({ status: { teamId, providerId, status, errorCode }, messageId }) => {
    const word = words.get(status.toLowerCase()) ?? null;
    return {
      teamId,
      messageId,
      providerId,
      word,
      errorCode: word === "failed" || word === "undelivered" ? errorCode : null,
    };
  });
  const status = statusAfter(sql`a.word`, sql`m.status`, sql`m.error_code`);
  const takesAny = isGivenUp(sql`m.status`, sql`m.error_code`);
  const updated = await sql<{ id: string; status: MessageStatus }>`
    update message m set
      status = case when a.word is null then m.status else ${status} end,
      error_code = case when a.word is not null and (${takesAny} or ${status} <> m.status) then a.error_code
        else m.error_code end,
      provider_id = coalesce(m.provider_id, a.provider_id),
      simulated_outcome = case when ${isEnd(sql`a.word`)} then null else m.simulated_outcome end,
      updated_at = greatest(m.updated_at, ${now}::timestamptz)
    from unnest(
      ${rows.map(({ teamId }) => teamId)}::uuid[], ${rows.map(({ messageId }) => messageId)}::uuid[],
      ${rows.map(({ providerId }) => providerId)}::text[], ${rows.map(({ word }) => word)}::text[],
      ${rows.map(({ errorCode }) => errorCode)}::text[]
    ) as a (team_id, id, provider_id, word, error_code)
    where m.team_id = a.team_id and m.id = a.id
      and (m.provider_id is null or (a.word is not null and (${takesAny} or ${status} <> m.status)))
    returning m.id, m.status
  `.execute(queries(tx));
  return new Map(updated.rows.map(({ id, status }) => [id, status]));
}
