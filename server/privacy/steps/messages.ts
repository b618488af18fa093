import { type RawBuilder, sql } from "kysely";
import { emWithoutTeam } from "../../db/commit/each-place.ts";
import { prepared, withoutResult } from "../../db/orm.ts";
import { deleteJobsOf } from "../../queue/erase-jobs.ts";
import { type RemovableMessage, removeMessages } from "../../texts/redact/remove-messages.ts";
import { deletePostsAbout } from "../../webhooks/redact-deliveries.ts";
import { type CarriedText, rememberCopies } from "../carrier-copies/remember.ts";
import type { Step, StepInput } from "./step.ts";

const stepSize = 500;

type FoundMessage = RemovableMessage & CarriedText;

/** Removes the messages of the phones, with what was made of them and what a door posts about them. Threads go with the last. */
export const eraseMessages: Step = async (input) => {
  const { tx, teamId, erasureId, phones, until, now, hasObjects } = input;
  const earlier = await findMessages(input, sql`created_at <= ${until}::timestamptz`);
  const messages = earlier.length > 0 ? earlier : await findLate(input);
  if (messages.length === 0) return {};
  const ids = messages.map(({ id }) => id);
  await rememberCopies(tx, { teamId, erasureId, now }, messages);
  await deleteJobsOf(emWithoutTeam(tx), ids);
  await sql`
    delete from suspected_revocation
    where team_id = ${teamId} and phone_number = any (${phones}::text[]) and message_id = any (${ids}::uuid[])
  `.execute(withoutResult(tx));
  const removed = await removeMessages(tx, { teamId, hasObjects }, messages);
  const deliveries = await deletePostsAbout(tx, teamId, { messageIds: ids });
  return { removed: { ...removed, deliveries }, next: { position: null } };
};

/** Finds the next messages of the phones under a condition, the oldest first. */
async function findMessages(
  { tx, teamId, phones }: StepInput,
  condition: RawBuilder<unknown>,
): Promise<FoundMessage[]> {
  const { rows } = await sql<FoundMessage>`
    select m.id, m.thread_id as "threadId", m.direction, t.contact_phone as "contactPhone",
      case when not m.test_mode then m.provider_id end as "liveProviderId",
      array(select f ->> 'id' from jsonb_array_elements(m.media) as f where f ->> 'id' is not null) as "fileIds"
    from thread t cross join lateral (
      select id, thread_id, direction, media, test_mode, provider_id from message
      where team_id = t.team_id and thread_id = t.id and ${condition}
      order by created_at, id limit ${stepSize}
    ) as m
    where t.team_id = ${teamId} and t.contact_phone = any (${phones}::text[])
    limit ${stepSize}
  `.execute(prepared(tx));
  return rows;
}

/**
 * Finds messages that were received until the request and stored after it, because their callbacks had waited. Texts
 * are stored in the order of receipt, so these are the first ones since. A message has the id of its callback.
 */
async function findLate(input: StepInput): Promise<FoundMessage[]> {
  const { tx, until } = input;
  const later = await findMessages(input, sql`direction = 'inbound' and created_at > ${until}::timestamptz`);
  if (later.length === 0) return [];
  const laterIds = later.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    select id from callback where id = any (${laterIds}::uuid[]) and received_at <= ${until}::timestamptz
  `.execute(prepared(emWithoutTeam(tx)));
  const ids = new Set(rows.map(({ id }) => id));
  return later.filter(({ id }) => ids.has(id));
}
