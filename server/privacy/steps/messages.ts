import { sql } from "kysely";
import { emWithoutTeam } from "../../db/commit/each-place.ts";
import { prepared } from "../../db/orm.ts";
import { deleteJobsOf } from "../../queue/erase-jobs.ts";
import { type RemovableMessage, removeMessages } from "../../texts/redact/remove-messages.ts";
import { deletePostsAbout } from "../../webhooks/redact-deliveries.ts";
import { type CarriedText, rememberCopies } from "../carrier-copies/remember.ts";
import type { Step } from "./step.ts";

const stepSize = 500;

/** Removes the messages of the phones, with what was made of them and what a door posts about them. Threads go with the last. */
export const eraseMessages: Step = async ({ tx, teamId, erasureId, phones, until, now, hasObjects }) => {
  const { rows: messages } = await sql<RemovableMessage & CarriedText>`
    select m.id, m.thread_id as "threadId", m.direction, t.contact_phone as "contactPhone",
      case when not m.test_mode then m.provider_id end as "liveProviderId",
      array(select f ->> 'id' from jsonb_array_elements(m.media) as f where f ->> 'id' is not null) as "fileIds"
    from thread t cross join lateral (
      select id, thread_id, direction, media, test_mode, provider_id from message
      where team_id = t.team_id and thread_id = t.id and created_at <= ${until}::timestamptz
      order by created_at, id limit ${stepSize}
    ) as m
    where t.team_id = ${teamId} and t.contact_phone = any (${phones}::text[])
    limit ${stepSize}
  `.execute(prepared(tx));
  if (messages.length === 0) return {};
  const ids = messages.map(({ id }) => id);
  await rememberCopies(tx, { teamId, erasureId, now }, messages);
  await deleteJobsOf(emWithoutTeam(tx), ids);
  const removed = await removeMessages(tx, { teamId, hasObjects }, messages);
  const deliveries = await deletePostsAbout(tx, teamId, { messageIds: ids });
  return { removed: { ...removed, deliveries }, next: { position: null } };
};
