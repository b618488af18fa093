import { type Expression, sql } from "kysely";
import { type Queries, queries } from "../db/orm.ts";
import { ifShort } from "../db/sql/large-rows.ts";
import { type Given, statement } from "../db/sql/statement.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { fail } from "../errors.ts";
import { type GivenPage, listLarge, maxPageRows, type Page, type PageRequest, readPages } from "../operations/list.ts";
import type { Scope } from "../operations/scope.ts";

/** A thread with the fields of its business number and its contact. */
export interface ThreadRow {
  id: string;
  contactPhone: string;
  /** Null when no contact has the phone. */
  contactName: string | null;
  tags: string[] | null;
  senderName: string;
  senderPhone: string;
  lastDirection: "inbound" | "outbound";
  lastBody: string;
  lastMessageAt: Timestamp;
}

/**
 * The team's threads, or only those with some phones. The thread with the newest message is first.
 *
 * @throws validation_error for a cursor of another list
 */
export function listThreads(
  scope: Scope,
  { phones: given, ...page }: PageRequest & { phones?: string[] | undefined },
): Promise<Page<ThreadRow>> {
  const { teamId } = scope;
  const phones = given && [...new Set(given)].toSorted();
  return listLarge<ThreadRow, keyof Position>(scope, page, {
    name: "threads",
    ...(phones && { filter: JSON.stringify(phones) }),
    order: ["lastMessageAt", "id"],
    read: phones ? readPageOf({ teamId, phones }) : readPage({ teamId }),
    // Null means that a large value was left out: the columns of messages and contacts are never null.
    isPartial: ({ lastBody, contactName, tags }) => lastBody === null || (contactName !== null && tags === null),
    readWhole(em, ids) {
      const db = queries(em);
      return selectRows(db, sql.val(teamId), selectThreads(db, sql.val(teamId)).where("id", "in", ids)).execute();
    },
  });
}

/**
 * One of the team's threads.
 *
 * @throws thread_not_found
 */
export async function getThread({ teamId, em }: Scope, id: string): Promise<ThreadRow> {
  const [thread] = await readOne(em, { teamId, id });
  return thread ?? fail("thread_not_found");
}

const readOne = statement(({ teamId, id }: Given<{ teamId: string; id: string }>, db) =>
  selectRows(db, teamId, selectThreads(db, teamId).where("id", "=", id)),
);

type Position = Pick<ThreadRow, "lastMessageAt" | "id">;

const readPage = readPages(({ teamId }: Given<{ teamId: string }>, db, page: GivenPage<Position>) =>
  selectPage(db, after(page, withMessages(selectThreads(db, teamId)))).limit(page.limit),
);

const readPageOf = readPages(
  ({ teamId, phones }: Given<{ teamId: string; phones: string[] }>, db, page: GivenPage<Position>) =>
    selectPage(db, after(page, selectOf(db, teamId, phones))).limit(page.limit),
);

/** The threads after the position of a page. */
function after({ after }: GivenPage<Position>, threads: Threads): Threads {
  if (!after) return threads;
  const { lastMessageAt, id } = after;
  return threads.where((eb) => eb(eb.refTuple("lastMessageAt", "id"), "<", eb.tuple(lastMessageAt, id)));
}

/**
 * The team's threads with some phones. The inner order is that of the index by phone, so PostgreSQL looks each phone up
 * there, whatever the order of the list.
 */
function selectOf(db: Queries, teamId: Expression<string>, phones: Expression<string[]>) {
  const wanted = sql<{ phone: string }>`unnest(${phones}::text[])`.as<"p">(sql`p (phone)`);
  const threads = db
    .selectFrom(wanted)
    .innerJoinLateral(
      () =>
        withMessages(selectThreads(db, teamId))
          .where("contactPhone", "=", sql<string>`p.phone`)
          .orderBy("businessNumberId")
          .as("t"),
      (join) => join.onTrue(),
    )
    .selectAll("t");
  return threads as unknown as Threads;
}

/** The team's threads, without their business numbers and contacts. */
function selectThreads(db: Queries, teamId: Expression<string>) {
  return db
    .selectFrom("Thread")
    .select(["teamId", "id", "businessNumberId", "contactId", "contactPhone", "contactName", "contactTags"])
    .select(["lastDirection", "lastBody", "lastMessageAt"])
    .where("teamId", "=", teamId);
}

type Threads = ReturnType<typeof selectThreads>;

/** A thread without messages was opened for a text that waits for an approval. */
const withMessages = (threads: Threads): Threads => threads.where("messageCount", ">", sql.lit(0));

/** A page of threads. The rows of the threads have copies of the contacts that they show, so no contact is read. */
function selectPage(db: Queries, threads: Threads) {
  const newest = threads.orderBy("lastMessageAt", "desc").orderBy("id", "desc").limit(sql.lit(maxPageRows));
  return (
    withSenders(db, newest)
      .select(["t.contactName", "t.contactTags as tags"])
      // A text of 1,600 characters is never large, in any script.
      .select(ifShort("t.lastBody", 4_800).as("lastBody"))
      .$narrowType<{ contactName: string | null; tags: string[] | null }>()
      .orderBy("t.lastMessageAt", "desc")
      .orderBy("t.id", "desc")
  );
}

/** Threads with the fields of their contacts, which are read from the contacts, because the copies lack large tags. */
function selectRows(db: Queries, teamId: Expression<string>, threads: Threads) {
  return (
    withSenders(db, threads)
      // The linked contact, or else the oldest contact with the phone. At most one row matches. The limit makes
      // PostgreSQL look each contact up by its id, even with a plan that was made for empty tables.
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom("Contact as c")
            .select(["c.id", "c.name", "c.tags"])
            .where("c.teamId", "=", teamId)
            .where(
              "c.id",
              "=",
              eb.fn.coalesce(
                "t.contactId",
                eb
                  .selectFrom("ContactPhone as p")
                  .select("p.contactId")
                  .where("p.teamId", "=", teamId)
                  .whereRef("p.phoneNumber", "=", "t.contactPhone")
                  .orderBy("p.contactCreatedAt")
                  .orderBy("p.contactId")
                  .limit(sql.lit(1)),
              ),
            )
            .limit(sql.lit(1))
            .as("c"),
        (join) => join.onTrue(),
      )
      .select(["c.name as contactName", "c.tags as tags", "t.lastBody"])
  );
}

/**
 * Threads with the fields of their business numbers. Every thread has a business number. But for an inner join PostgreSQL
 * expects few rows, so it would join and sort all threads for every page. It would also plan the statement anew for each
 * team.
 */
function withSenders(db: Queries, threads: Threads) {
  return db
    .selectFrom(threads.as("t"))
    .leftJoin("BusinessNumber as n", (join) =>
      join.onRef("n.teamId", "=", "t.teamId").onRef("n.id", "=", "t.businessNumberId"),
    )
    .select(["t.id", "t.contactPhone", "t.lastDirection", "t.lastMessageAt"])
    .select(["n.name as senderName", "n.phoneNumber as senderPhone"])
    .$narrowType<{ senderName: string; senderPhone: string }>();
}
