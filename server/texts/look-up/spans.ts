import { type RawBuilder, sql } from "kysely";
import { type EntityManager, queries } from "../../db/orm.ts";
import type { MessageStatus } from "../../db/schema/entities/message.ts";
import { firstIdAt } from "../../db/schema/ids.ts";
import { fromPostgres, type Timestamp } from "../../db/timestamp.ts";
import { type Owner, type RecordRow, selectSmall } from "./records.ts";

/** Which messages are wanted: all, or those of a phone, of a direction, with a status, from one time until another. */
export interface Wanted extends Owner {
  phone: string | undefined;
  /** The business number of their threads. Absent: any. */
  businessNumberId?: string | undefined;
  direction: RecordRow["direction"] | undefined;
  status: MessageStatus | undefined;
  since: Timestamp | undefined;
  until: Timestamp | undefined;
}

/** The position of a message in both orders: by time, and by id. */
export type Position = Pick<RecordRow, "createdAt" | "id">;

/** A part of the messages: after a position, up to another one. Without an end it is all the rest. */
export interface Span {
  after: Position | undefined;
  end: Position | undefined;
}

/**
 * How far the id of a message may be behind its time. The id of a received text is made by its callback, which may have
 * waited, and the id of a text that waited has the time when it was due.
 */
const idAgeMilliseconds = 3 * 24 * 3_600_000;

/** How far the clock of a process, which is in the ids that it makes, may be ahead of the clock of the database. */
const skewMilliseconds = 3_600_000;

/** Finds the message that ends the next span of a size; undefined if fewer are left. */
export async function findEnd(
  em: EntityManager,
  wanted: Wanted,
  after: Position | undefined,
  size: number,
): Promise<Position | undefined> {
  const span = { after, end: undefined };
  const last = sql`offset ${size - 1} limit 1`;
  const { rows } = await sql<{ id: string; created_at: string }>`${
    wanted.phone === undefined
      ? // By the primary key alone, without a look at the messages before.
        sql`select id, created_at from message where team_id = ${wanted.teamId} and id = (
          select m.id from message m where ${and(withinIds(wanted, span))} order by m.id desc ${last}
        )`
      : // The newest of each thread of the phone.
        sql`select m.id, m.created_at from unnest(${threadsOf(wanted)}) as t (id)
          cross join lateral (
            select m.id, m.created_at from message m
            where m.team_id = ${wanted.teamId} and m.thread_id = t.id and ${and(withinTimes(wanted, span))}
            order by m.created_at desc, m.id desc limit ${size}
          ) as m
          order by m.created_at desc, m.id desc ${last}`
  }`.execute(queries(em));
  const [end] = rows;
  return end && { id: end.id, createdAt: fromPostgres(end.created_at) };
}

/** Finds the first wanted messages of a span, without their large contents. */
export function findMatches(em: EntityManager, wanted: Wanted, span: Span, limit: number): Promise<RecordRow[]> {
  const { teamId, phone, businessNumberId, testMode, direction, status, since, until } = wanted;
  let query = selectSmall(queries(em), sql.val(teamId)).where("m.testMode", "=", testMode);
  if (direction !== undefined) query = query.where("m.direction", "=", direction);
  if (status !== undefined) query = query.where("m.status", "=", status);
  if (businessNumberId !== undefined) query = query.where("t.businessNumberId", "=", businessNumberId);
  const ordered =
    phone === undefined
      ? query.where(and([...withinIds(wanted, span), ...createdWithin({ since, until })]))
      : query
          .where(sql<boolean>`m.thread_id = any(${threadsOf(wanted)})`)
          .where(and(withinTimes(wanted, span)))
          .orderBy("m.createdAt", "desc");
  return ordered.orderBy("m.id", "desc").limit(limit).execute();
}

/** The threads of a phone, as an array. */
const threadsOf = ({ teamId, phone }: Wanted) =>
  sql`array(select id from thread where team_id = ${teamId} and contact_phone = ${phone})`;

/** The conditions on ids. A range of times is one of ids only nearly. */
function withinIds({ teamId, since, until }: Wanted, { after, end }: Span): RawBuilder<unknown>[] {
  return [
    sql`m.team_id = ${teamId}`,
    ...(since === undefined ? [] : [sql`m.id >= ${idAt(since, -idAgeMilliseconds)}::uuid`]),
    ...(until === undefined ? [] : [sql`m.id < ${idAt(until, skewMilliseconds)}::uuid`]),
    ...(after === undefined ? [] : [sql`m.id < ${after.id}::uuid`]),
    ...(end === undefined ? [] : [sql`m.id >= ${end.id}::uuid`]),
  ];
}

function withinTimes(wanted: Wanted, { after, end }: Span): RawBuilder<unknown>[] {
  const position = ({ createdAt, id }: Position) => sql`(${createdAt}::timestamptz, ${id}::uuid)`;
  return [
    ...createdWithin(wanted),
    ...(after === undefined ? [] : [sql`(m.created_at, m.id) < ${position(after)}`]),
    ...(end === undefined ? [] : [sql`(m.created_at, m.id) >= ${position(end)}`]),
  ];
}

const createdWithin = ({ since, until }: Pick<Wanted, "since" | "until">) => [
  ...(since === undefined ? [] : [sql`m.created_at >= ${since}::timestamptz`]),
  ...(until === undefined ? [] : [sql`m.created_at < ${until}::timestamptz`]),
];

/** The smallest id of a time that is moved; ids have no time before 1970. */
const idAt = (time: Timestamp, milliseconds: number) =>
  firstIdAt(new Date(Math.max(Date.parse(time) + milliseconds, 0)).toISOString());

const and = (conditions: RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql<boolean>`true` : sql.join<boolean>(conditions, sql` and `);
