import { fetchPage, type Page, type PageRequest } from "../db/cursor.ts";
import { queries } from "../db/orm.ts";
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
export function listThreads(scope: Scope, page: PageRequest): Promise<Page<ThreadRow>> {
  return fetchPage(
    scope.cursors,
    `threads/${scope.teamId}`,
    page,
    (after, limit) => {
      let query = selectThreads(scope).orderBy("t.lastMessageAt", "desc").orderBy("t.id", "desc").limit(limit);
      if (after) {
        const [lastMessageAt = "", id = ""] = after;
        query = query.where((eb) => eb(eb.refTuple("t.lastMessageAt", "t.id"), "<", eb.tuple(lastMessageAt, id)));
      }
      return query.execute();
    },
    ({ lastMessageAt, id }) => [lastMessageAt, id],
  );
}

/**
 * One of the team's threads.
 *
 * @throws thread_not_found
 */
export async function getThread(scope: Scope, id: string): Promise<ThreadRow> {
  const thread = await selectThreads(scope).where("t.id", "=", id).executeTakeFirst();
  return thread ?? fail("thread_not_found");
}

function selectThreads(scope: Scope) {
  return (
    queries(scope.em)
      .selectFrom("Thread as t")
      .innerJoin("BusinessNumber as n", (join) =>
        join.onRef("n.teamId", "=", "t.teamId").onRef("n.id", "=", "t.businessNumberId"),
      )
      // The contact it is linked to, else the oldest one with the phone.
      .leftJoin("Contact as c", (join) =>
        join
          .onRef("c.teamId", "=", "t.teamId")
          .on((eb) =>
            eb(
              "c.id",
              "=",
              eb.fn.coalesce(
                "t.contactId",
                eb
                  .selectFrom("ContactPhone as p")
                  .select("p.contactId")
                  .whereRef("p.teamId", "=", "t.teamId")
                  .whereRef("p.phoneNumber", "=", "t.contactPhone")
                  .orderBy("p.contactCreatedAt")
                  .orderBy("p.contactId")
                  .limit(1),
              ),
            ),
          ),
      )
      .select(["c.name as contactName", "c.tags"])
      .select(["t.id", "t.contactPhone", "t.lastDirection", "t.lastBody", "t.lastMessageAt"])
      .select(["n.name as senderName", "n.phoneNumber as senderPhone"])
      .where("t.teamId", "=", scope.teamId)
  );
}
