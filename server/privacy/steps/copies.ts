/** The steps that walk over the copies that a team has for a while: events, posts, kept answers and the record of writes. */
import { sql } from "kysely";
import { prepared, withoutResult } from "../../db/orm.ts";
import { noId } from "../../db/schema/ids.ts";
import { lockCopying } from "../../events/redact-received.ts";
import { deleteDeliveriesById, deletePostsAbout } from "../../webhooks/redact-deliveries.ts";
import type { Step, StepResult } from "./step.ts";

/** How many rows a run looks at. */
const stepSize = 2_000;

/** Where the next run goes on, if this one has looked at as many rows as it may. */
const nextOf = <Row>(rows: Row[], positionOf: (row: Row) => string): Pick<StepResult, "next"> =>
  rows.length < stepSize ? {} : { next: { position: positionOf(rows.at(-1)!) } };

/** SQL for whether an event `e` is about a text of the team that is gone, such as one that was reported after the request. */
const isOfGoneText = (teamId: string) => sql<boolean>`(
  e.type in ('message.status', 'message.received') and not exists (
    select from message m where m.team_id = ${teamId} and m.id = (e.data::json ->> 'messageId')::uuid
  ) or e.type = 'otp.status' and not exists (
    select from otp o where o.team_id = ${teamId} and o.id = (e.data::json ->> 'otpId')::uuid
  )
)`;

/**
 * Deletes the events that name one of the phones, with their deliveries, however late those were made. Sequences have gaps
 * anyway. The lock keeps an event from being copied that was read before.
 */
export const eraseEvents: Step = async ({ tx, teamId, pattern, until, position }) => {
  await lockCopying(tx, teamId, "exclusive");
  const { rows } = await sql<{ sequence: string; id: string; named: boolean }>`
    select e.sequence, e.id,
      e.data ~ ${pattern} and (e.created_at <= ${until}::timestamptz or ${isOfGoneText(teamId)}) as named
    from event e
    where e.team_id = ${teamId} and e.sequence > ${position ?? "0"}::bigint order by e.sequence limit ${stepSize}
  `.execute(prepared(tx));
  const named = rows.filter((row) => row.named);
  if (named.length === 0) return nextOf(rows, ({ sequence }) => sequence);
  const deliveries = await deletePostsAbout(tx, teamId, { eventIds: named.map(({ id }) => id) });
  const sequences = named.map(({ sequence }) => sequence);
  await sql`
    delete from event where team_id = ${teamId} and sequence = any (${sequences}::bigint[])
  `.execute(withoutResult(tx));
  return { removed: { events: named.length, deliveries }, ...nextOf(rows, ({ sequence }) => sequence) };
};

/** Deletes the deliveries whose payload, address or answers name one of the phones, pending ones too. */
export const eraseDeliveries: Step = async ({ tx, teamId, pattern, until, position }) => {
  const { rows } = await sql<{ id: string; named: boolean }>`
    select d.id, d.created_at <= ${until}::timestamptz and (d.payload ~ ${pattern} or d.url ~ ${pattern} or exists (
      select from webhook_attempt a where a.team_id = d.team_id and a.delivery_id = d.id and a.answer ~ ${pattern}
    )) as named
    from webhook_delivery d
    where d.team_id = ${teamId} and d.id > ${position ?? noId}::uuid order by d.id limit ${stepSize}
  `.execute(prepared(tx));
  const ids = rows.flatMap(({ id, named }) => (named ? id : []));
  return { removed: { deliveries: await deleteDeliveriesById(tx, teamId, ids) }, ...nextOf(rows, ({ id }) => id) };
};

/** Empties the kept answers that name one of the phones. Their claims stay, so that a repetition sends nothing. */
export const eraseAnswers: Step = async ({ tx, teamId, pattern, until, position }) => {
  const after: { apiKeyId: string; testMode: boolean; key: string } =
    position === null ? { apiKeyId: noId, testMode: false, key: "" } : JSON.parse(position);
  const { rows } = await sql<{ apiKeyId: string; testMode: boolean; key: string }>`
    with span as (
      select team_id, api_key_id, test_mode, key, created_at, body from idempotency_key
      where team_id = ${teamId}
        and (api_key_id, test_mode, key) > (${after.apiKeyId}::uuid, ${after.testMode}::boolean, ${after.key})
      order by api_key_id, test_mode, key limit ${stepSize}
    ), emptied as (
      update idempotency_key k set body = null, status = null from span s
      where k.team_id = ${teamId} and k.api_key_id = s.api_key_id and k.test_mode = s.test_mode and k.key = s.key
        and s.created_at <= ${until}::timestamptz and s.body ~ ${pattern}
    )
    select api_key_id as "apiKeyId", test_mode as "testMode", key from span order by api_key_id, test_mode, key
  `.execute(prepared(tx));
  return nextOf(rows, (row) => JSON.stringify(row));
};

/** Takes the phones out of the record of writes: an operator's command may have one as its target. */
export const eraseAudit: Step = async ({ tx, teamId, pattern, until, position }) => {
  const after: { at: string; id: string } = position === null ? { at: "-infinity", id: noId } : JSON.parse(position);
  const { rows } = await sql<{ at: string; id: string }>`
    with span as (
      select at, id, target ~ ${pattern} as has_target, coalesce(request_id ~ ${pattern}, false) as has_request
      from audit_event where team_id = ${teamId} and (at, id) > (${after.at}::timestamptz, ${after.id}::uuid)
        and at <= ${until}::timestamptz
      order by at, id limit ${stepSize}
    ), emptied as (
      update audit_event e set target = case when has_target then 'erased' else target end,
        request_id = case when has_request then null else request_id end
      from span s where e.team_id = ${teamId} and e.at = s.at and e.id = s.id and (has_target or has_request)
    )
    select at::text, id from span order by span.at, id
  `.execute(prepared(tx));
  return nextOf(rows, (row) => JSON.stringify(row));
};
