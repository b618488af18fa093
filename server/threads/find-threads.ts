import { type Expression, sql } from "kysely";
import { fetchPage, mostFetched, type Page, type PageRequest } from "../db/cursor.ts";
import type { Queries } from "../db/orm.ts";
import { type Given, prepareRead } from "../db/prepare-read.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { fail } from "../errors.ts";
import type { Scope } from "../scope.ts";

/** A thread with what its business number and its contact contribute. */
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
 * The team's threads, the one with the newest message first.
 *
 * @throws validation_error for a cursor of another list
 */
export function listThreads({ teamId, em, cursors }: Scope, page: PageRequest): Promise<Page<ThreadRow>> {
  return fetchPage(
    cursors,
    `threads/${teamId}`,
    page,
    (after, limit) => {
      if (!after) return readFirst(em, { teamId, limit });
      const [lastMessageAt = "", id = ""] = after;
      return readNext(em, { teamId, lastMessageAt, id, limit });
    },
    ({ lastMessageAt, id }) => [lastMessageAt, id],
  );
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

const readOne = prepareRead((db, { teamId, id }: Given<{ teamId: string; id: string }>) =>
  selectRows(db, teamId, selectThreads(db, teamId).where("id", "=", id)),
);

interface First {
  teamId: string;
  limit: number;
}

const readFirst = prepareRead((db, { teamId, limit }: Given<First>) =>
  selectPage(db, teamId, selectThreads(db, teamId)).limit(limit),
);

interface Next extends First {
  lastMessageAt: Timestamp;
  id: string;
}

const readNext = prepareRead((db, { teamId, lastMessageAt, id, limit }: Given<Next>) =>
  selectPage(
    db,
    teamId,
    selectThreads(db, teamId).where((eb) => eb(eb.refTuple("lastMessageAt", "id"), "<", eb.tuple(lastMessageAt, id))),
  ).limit(limit),
);

/** The team's threads, themselves only. */
function selectThreads(db: Queries, teamId: Expression<string>) {
  return db
    .selectFrom("Thread")
    .select(["teamId", "id", "businessNumberId", "contactId", "contactPhone", "lastDirection", "lastBody"])
    .select("lastMessageAt")
    .where("teamId", "=", teamId);
}

type Threads = ReturnType<typeof selectThreads>;

function selectPage(db: Queries, teamId: Expression<string>, threads: Threads) {
  const newest = threads.orderBy("lastMessageAt", "desc").orderBy("id", "desc").limit(sql.lit(mostFetched));
  return selectRows(db, teamId, newest).orderBy("t.lastMessageAt", "desc").orderBy("t.id", "desc");
}

/**
 * Threads with what their business numbers and contacts contribute. Each of the team's tables is asked for the team by
 * itself: Citus does not see from the threads' that all of it is on one node.
 */
function selectRows(db: Queries, teamId: Expression<string>, threads: Threads) {
  return (
    db
      .selectFrom(threads.as("t"))
      // Each thread has one. But of an inner join PostgreSQL expects so few rows that it joins all and sorts them, for any
      // page, and that planning for each team anew seems to be worth it.
      .leftJoin("BusinessNumber as n", (join) =>
        join.onRef("n.teamId", "=", "t.teamId").onRef("n.id", "=", "t.businessNumberId"),
      )
      // The contact it is linked to, else the oldest one with the phone.
      .leftJoin("Contact as c", (join) =>
        join
          .on("c.teamId", "=", teamId)
          .on((eb) =>
            eb(
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
            ),
          ),
      )
      .select(["c.name as contactName", "c.tags"])
      .select(["t.id", "t.contactPhone", "t.lastDirection", "t.lastBody", "t.lastMessageAt"])
      .select(["n.name as senderName", "n.phoneNumber as senderPhone"])
      .$narrowType<{ senderName: string; senderPhone: string }>()
  );
}
