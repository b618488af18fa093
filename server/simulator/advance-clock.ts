/**
 * The clock of test mode: instead of the database's clock, the times that rows of test mode wait for are moved.
 *
 * Promises: every row that waited when the call began is nearer to its time by the given seconds, and calls at once add up.
 * No row of live mode or of another team changes.
 * Costs: one statement for each kind of row, at most `maxMoved` rows of a kind.
 */
import { sql } from "kysely";
import type { MovedTimes } from "../../generated/api.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { lockNames } from "../db/sql/locks.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";
import type { Scope } from "../operations/scope.ts";
import { markDue } from "../webhooks/queue/targets.ts";

/** The most rows of a kind that one call moves. */
const maxMoved = 10_000;

/** A move of the clock. */
interface Move {
  em: EntityManager;
  teamId: string;
  seconds: number;
  now: Timestamp;
}

/** Moves the times of one kind of rows, and returns the number of rows. */
type MoveTimes = (move: Move) => Promise<number>;

/** What waits for a time in test mode. A new kind of row is one more entry here, and a field of the contract. */
const movers: { [Kind in keyof MovedTimes]: MoveTimes } = {
  passcodes: movePasscodes,
  webhookAttempts: moveAttempts,
  scheduledTexts: moveScheduled,
  approvals: moveHeld,
};

/** Lets so many seconds pass for the team's rows of test mode, and returns the number of moved rows of each kind. */
export async function advanceClock({ em, teamId, now }: Scope, seconds: number): Promise<MovedTimes> {
  await lockNames(em, [`simulated clock\n${teamId}`]);
  const moved = { passcodes: 0, webhookAttempts: 0, scheduledTexts: 0, approvals: 0 } satisfies MovedTimes;
  for (const kind of Object.keys(movers) as (keyof MovedTimes)[]) {
    moved[kind] = await movers[kind]({ em, teamId, seconds, now });
  }
  return moved;
}

/** The rows are locked in the order in which guesses lock them. */
async function movePasscodes({ em, teamId, seconds, now }: Move): Promise<number> {
  const { numAffectedRows } = await sql`
    update otp o set expires_at = o.expires_at - ${seconds}::int * interval '1 second'
    from (
      select id from otp
      where team_id = ${teamId}::uuid and id = any (array(
        select id from otp
        where team_id = ${teamId}::uuid and test_mode and status = 'pending' and expires_at > ${now}::timestamptz
        order by expires_at limit ${maxMoved}::int
      ))
      order by id for update
    ) waiting
    where o.team_id = ${teamId}::uuid and o.id = waiting.id and o.status = 'pending'
  `.execute(queries(em));
  return Number(numAffectedRows);
}

/** A delivery that is locked is being recorded: its next attempt is planned as after the move. */
async function moveAttempts({ em, teamId, seconds, now }: Move): Promise<number> {
  const { rows } = await sql<{ target: string; is_door: boolean; next_attempt_at: string }>`
    update webhook_delivery d set next_attempt_at = d.next_attempt_at - ${seconds}::int * interval '1 second'
    from (
      select id from webhook_delivery d
      where team_id = ${teamId}::uuid and status = 'pending' and next_attempt_at > ${now}::timestamptz
        and case when message_id is null then (payload::jsonb ->> 'testMode')::boolean else exists (
          select from message m where m.team_id = ${teamId}::uuid and m.id = d.message_id and m.test_mode
        ) end
      order by next_attempt_at limit ${maxMoved}::int for update of d skip locked
    ) waiting
    where d.team_id = ${teamId}::uuid and d.id = waiting.id
    returning d.target, d.is_door, d.next_attempt_at
  `.execute(queries(em));
  await markDue(
    em,
    rows.map(({ target: name, is_door: isDoor, next_attempt_at }) => {
      return { teamId, name, isDoor, dueAt: fromPostgres(next_attempt_at) };
    }),
  );
  return rows.length;
}

/** A text that is locked is being handed over or canceled. `expires_at` moves with `send_at`. */
async function moveScheduled({ em, teamId, seconds }: Move): Promise<number> {
  const { numAffectedRows } = await sql`
    update pending_message p set send_at = p.send_at - ${seconds}::int * interval '1 second',
      expires_at = p.expires_at - ${seconds}::int * interval '1 second'
    from (
      select id from pending_message
      where team_id = ${teamId}::uuid and status = 'scheduled' and test_mode
      order by id limit ${maxMoved}::int for update skip locked
    ) waiting
    where p.team_id = ${teamId}::uuid and p.id = waiting.id
  `.execute(queries(em));
  return Number(numAffectedRows);
}

/** A text that somebody decides about is locked, and is left to that decision. The times of the text move, too. */
async function moveHeld({ em, teamId, seconds }: Move): Promise<number> {
  const { numAffectedRows } = await sql`
    with waiting as materialized (
      select id from pending_message
      where team_id = ${teamId}::uuid and status = 'held' and test_mode
      order by id limit ${maxMoved}::int for update skip locked
    ), moved as (
      update pending_message p set send_at = p.send_at - ${seconds}::int * interval '1 second',
        expires_at = p.expires_at - ${seconds}::int * interval '1 second'
      from waiting where p.team_id = ${teamId}::uuid and p.id = waiting.id
    )
    update approval v set expires_at = v.expires_at - ${seconds}::int * interval '1 second'
    from waiting where v.team_id = ${teamId}::uuid and v.id = waiting.id
  `.execute(queries(em));
  return Number(numAffectedRows);
}
