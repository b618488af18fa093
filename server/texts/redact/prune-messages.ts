/**
 * Deletes the messages that are older than their team keeps them, and what repeats them: events, posts and canceled texts of
 * that age.
 *
 * Promises: a step is one transaction, so a killed worker loses at most one. A newer message is never touched.
 * Costs: a walk over the primary key up to three days beyond the age, and nothing on the path of a text.
 * Preconditions: claims of Idempotency-Keys are older than a day where a message is, so none has to be changed.
 */
import { sql } from "kysely";
import { readClock } from "../../db/clock.ts";
import { emOfTeam, transactOfTeam } from "../../db/commit/of-teams.ts";
import { type EntityManager, type Orm, ormOf, prepared, queries } from "../../db/orm.ts";
import { firstIdAt, noId } from "../../db/schema/ids.ts";
import { plusMicroseconds, type Timestamp } from "../../db/timestamp.ts";
import { pruneEventsOfTeam } from "../../events/prune-events.ts";
import { pruneDeliveriesOfTeam } from "../../webhooks/prune.ts";
import { type RemovableMessage, removeMessages } from "./remove-messages.ts";

/** How messages are pruned. */
export interface Retention {
  /** How many days the installation keeps messages; undefined: until somebody deletes them. A team can have fewer. */
  days: number | undefined;
  /** Whether files may have objects in a store outside of the database. */
  hasObjects: boolean;
}

/** How many messages a step looks at. */
const stepSize = 500;

const dayMicroseconds = 24 * 60 * 60 * 1_000_000;

/** How far the time in an id may be from the time of its message. */
const marginMicroseconds = 3 * dayMicroseconds;

/**
 * Prunes the messages of all teams that keep them for a number of days. Returns the number of deleted messages. A team that
 * cannot be pruned does not keep the others from it.
 *
 * @throws the first error, once all teams had their turn
 */
export async function pruneMessages(em: EntityManager, { days, hasObjects }: Retention): Promise<number> {
  const { rows: teams } = await sql<{ id: string; days: number }>`
    select id, least(message_retention_days, ${days ?? null}::int) as days from team
    where message_retention_days is not null or ${days ?? null}::int is not null order by id
  `.execute(queries(em));
  const now = await readClock(em);
  let pruned = 0;
  const failures: unknown[] = [];
  for (const team of teams) {
    const before = plusMicroseconds(now, -team.days * dayMicroseconds);
    await pruneTeam(ormOf(em), { teamId: team.id, hasObjects, before }).then(
      (removed) => {
        pruned += removed;
      },
      (error) => failures.push(error),
    );
  }
  if (failures.length > 0) throw failures[0];
  return pruned;
}

/** A team, and the time before which its messages are deleted. */
interface Pruned {
  teamId: string;
  hasObjects: boolean;
  before: Timestamp;
}

async function pruneTeam(orm: Orm, { teamId, before, hasObjects }: Pruned): Promise<number> {
  const em = emOfTeam(orm, teamId);
  await pruneEventsOfTeam(em, teamId, before);
  await pruneDeliveriesOfTeam(em, teamId, before);
  await sql`
    delete from pending_message
    where team_id = ${teamId} and status = 'canceled' and updated_at < ${before}::timestamptz
  `.execute(queries(em));
  let pruned = 0;
  for (let after: string | undefined = noId; after !== undefined; ) {
    const from: string = after;
    const step = await transactOfTeam(orm, teamId, async (tx) => {
      const found = await findNext(tx, { teamId, before }, from);
      const old = found.filter(({ isOld }) => isOld);
      const { messages: removed } = await removeMessages(tx, { teamId, hasObjects }, old);
      return { removed, last: found.length < stepSize ? undefined : found.at(-1)!.id };
    });
    pruned += step.removed;
    after = step.last;
  }
  return pruned;
}

/** Reads the next messages in the order of their ids. */
async function findNext(
  tx: EntityManager,
  { teamId, before }: Pick<Pruned, "teamId" | "before">,
  after: string,
): Promise<(RemovableMessage & { isOld: boolean })[]> {
  const end = firstIdAt(plusMicroseconds(before, marginMicroseconds));
  const { rows } = await sql<RemovableMessage & { isOld: boolean }>`
    select m.id, m.thread_id as "threadId", m.direction, t.contact_phone as "contactPhone",
      m.created_at < ${before}::timestamptz as "isOld",
      array(select f ->> 'id' from jsonb_array_elements(m.media) as f where f ->> 'id' is not null) as "fileIds"
    from message m
    left join lateral (
      select contact_phone from thread where team_id = m.team_id and id = m.thread_id limit 1
    ) as t on true
    where m.team_id = ${teamId} and m.id > ${after}::uuid and m.id < ${end}::uuid
    order by m.id limit ${stepSize}
  `.execute(prepared(tx));
  return rows;
}
