import { sql } from "kysely";
import { type EntityManager, prepared, withoutResult } from "../../db/orm.ts";
import type { FileMeans } from "../../operations/scope.ts";
import { aheadSeconds, type CarrierOf, type Line, mayGoBeyond } from "./lines.ts";
import { takeScheduled } from "./store-pending.ts";
import { type TakenText, turnIntoMessages } from "./take-due.ts";

/** How many texts leave a line at once. */
const maxTexts = 64;

/** How many seconds of turns a line takes beyond those of requests. Twice as long has to pass until it may do so again. */
const beyondSeconds = aheadSeconds / 2;

/**
 * Takes the turns of a number for the first texts of its line, and turns these into messages as `takingDue` does. The
 * transaction is about one number and locks its row first, and requests lock that row alone. So there is no deadlock.
 */
export async function takeTurns(
  tx: EntityManager,
  line: Line,
  carrierOf: CarrierOf,
  files: FileMeans,
): Promise<TakenText[]> {
  const [{ freeIn, goesBeyond }, perSecond] = await Promise.all([lockPace(tx, line), readPace(tx, line)]);
  const readAt = performance.now();
  const begins = Math.max(0, freeIn);
  const most = Math.max(aheadSeconds - begins, goesBeyond ? beyondSeconds : 0);
  let seconds = 0;
  /** The times of turns by the ids of their texts. */
  const turns = new Map<string, number>();
  for (const { id, segments, isLate } of await readFirst(tx, line)) {
    if (perSecond !== null && seconds >= most) break;
    turns.set(id, readAt + (begins + seconds) * 1_000);
    // A text that comes too late is canceled, and one of a number that has lost its pace need not wait.
    if (!isLate && perSecond !== null) seconds += segments / perSecond;
  }
  if (turns.size === 0) return [];
  await storeTaken(tx, line, begins + seconds, 2 * seconds);
  const due = [...turns.keys()].map((id) => ({ teamId: line.teamId, id, lineNumberId: line.numberId }));
  const sent = await turnIntoMessages(tx, await takeScheduled(tx, due), carrierOf, files);
  return [...turns].flatMap(([id, startAt]) => {
    const taken = sent.get(id);
    return taken ? { ...taken, text: { ...taken.text, startAt } } : [];
  });
}

/** Locks the row of a number, and tells in how many seconds it is free, and whether its line has a turn anyway. */
async function lockPace(tx: EntityManager, { teamId, numberId }: Line) {
  const { rows } = await sql<{ freeIn: number; goesBeyond: boolean }>`
    insert into number_pace as t (team_id, number_id, free_at, line_at)
    values (${teamId}, ${numberId}, clock_timestamp(), clock_timestamp())
    on conflict (team_id, number_id) do update set free_at = t.free_at
    returning extract(epoch from t.free_at - clock_timestamp())::float8 as "freeIn", (${mayGoBeyond}) as "goesBeyond"
  `.execute(prepared(tx));
  return rows[0]!;
}

/** The pace of a number; null if it has none any more. */
async function readPace(tx: EntityManager, { teamId, numberId }: Line): Promise<number | null> {
  const { rows } = await sql<{ pace: number | null }>`
    select messages_per_second as pace from business_number where team_id = ${teamId} and id = ${numberId} limit 1
  `.execute(prepared(tx));
  return rows[0]?.pace ?? null;
}

/** The first texts of a line, without those that somebody cancels at the same time. */
async function readFirst(tx: EntityManager, { teamId, numberId }: Line) {
  const { rows } = await sql<{ id: string; segments: number; isLate: boolean }>`
    select id, segments, coalesce(expires_at <= clock_timestamp(), false) as "isLate" from pending_message
    where team_id = ${teamId} and line_number_id = ${numberId} and status = 'scheduled'
    order by thread_id is null, send_at, id limit ${sql.lit(maxTexts)} for update skip locked
  `.execute(prepared(tx));
  return rows;
}

async function storeTaken(tx: EntityManager, { teamId, numberId }: Line, freeIn: number, lineIn: number) {
  await sql`
    update number_pace set free_at = clock_timestamp() + make_interval(secs => ${freeIn}::float8),
      line_at = clock_timestamp() + make_interval(secs => ${lineIn}::float8)
    where team_id = ${teamId} and number_id = ${numberId}
  `.execute(withoutResult(tx));
}
