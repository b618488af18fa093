import { type RawBuilder, sql } from "kysely";
import { type EntityManager, queries } from "../../db/orm.ts";
import type { MessageStatus } from "../../db/schema/entities/message.ts";
import { firstIdAt } from "../../db/schema/ids.ts";
import { fromPostgres, type Timestamp } from "../../db/timestamp.ts";
import type { Owner, RecordRow } from "./records.ts";

/** Which messages are wanted: all, or those of a phone, of a direction, with a status, from one time until another. */
export interface Wanted extends Owner {
  phone: string | undefined;
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
  const [end] = await readPositions(
    em,
    wanted.phone === undefined
      ? // By the primary key alone, without a look at the messages before.
        sql`select id, created_at from message where team_id = ${wanted.teamId} and id = (
          select m.id from message m where ${and(withinIds(wanted, span))} order by m.id desc ${last}
        )`
      : sql`${ofPhone(wanted, withinTimes(wanted, span), size)} ${last}`,
  );
  return end;
}

/** Finds the first wanted messages of a span. */
export function findMatches(em: EntityManager, wanted: Wanted, span: Span, limit: number): Promise<Position[]> {
  const { phone, testMode, direction, status, since, until } = wanted;
  const conditions = [
    sql`m.test_mode = ${testMode}`,
    ...(direction === undefined ? [] : [sql`m.direction = ${direction}`]),
    ...(status === undefined ? [] : [sql`m.status = ${status}`]),
    ...createdWithin({ since, until }),
  ];
  return readPositions(
    em,
    phone === undefined
      ? sql`select m.id, m.created_at from message m where ${and([...withinIds(wanted, span), ...conditions])}
          order by m.id desc limit ${limit}`
      : sql`${ofPhone(wanted, [...withinTimes(wanted, span), ...conditions], limit)} limit ${limit}`,
  );
}

/** The messages of a phone by time, from the histories of its threads: the newest `limit` of each. */
const ofPhone = ({ teamId, phone }: Wanted, conditions: RawBuilder<unknown>[], limit: number) => sql`
  select m.id, m.created_at
  from (
    select id from thread where team_id = ${teamId} and contact_phone = ${phone} order by business_number_id
  ) as t cross join lateral (
    select m.id, m.created_at from message m
    where m.team_id = ${teamId} and m.thread_id = t.id and ${and(conditions)}
    order by m.created_at desc, m.id desc limit ${limit}
  ) as m
  order by m.created_at desc, m.id desc`;

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
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

async function readPositions(em: EntityManager, query: RawBuilder<unknown>): Promise<Position[]> {
  const { rows } = await (query as RawBuilder<{ id: string; created_at: string }>).execute(queries(em));
  return rows.map(({ id, created_at }) => ({ id, createdAt: fromPostgres(created_at) }));
}
