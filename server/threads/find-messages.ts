import { fetchPage, type Page, type PageRequest } from "../db/cursor.ts";
import type { MessageStatus } from "../db/entities/message.ts";
import { queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { fail } from "../errors.ts";
import type { Scope } from "../scope.ts";

/** A message as a thread's history has it. */
export interface MessageRow {
  id: string;
  direction: "inbound" | "outbound";
  body: string;
  status: MessageStatus;
  errorCode: string | null | undefined;
  testMode: boolean;
  createdAt: Timestamp;
}

/**
 * A thread's messages, newest first.
 *
 * @throws thread_not_found; validation_error for a cursor of another list
 */
export async function listMessages(scope: Scope, threadId: string, page: PageRequest): Promise<Page<MessageRow>> {
  await checkThread(scope, threadId);
  return fetchPage(
    scope.cursors,
    `messages/${scope.teamId}/${threadId.toLowerCase()}`,
    page,
    (after, limit) => {
      let query = selectMessages(scope, threadId).orderBy("createdAt", "desc").orderBy("id", "desc").limit(limit);
      if (after) {
        const [createdAt = "", id = ""] = after;
        query = query.where((eb) => eb(eb.refTuple("createdAt", "id"), "<", eb.tuple(createdAt, id)));
      }
      return query.execute();
    },
    ({ createdAt, id }) => [createdAt, id],
  );
}

/**
 * A thread's inbound messages after a moment, oldest first.
 *
 * @throws thread_not_found; validation_error for a cursor of another list
 */
export async function listReplies(
  scope: Scope,
  threadId: string,
  since: Timestamp,
  page: PageRequest,
): Promise<Page<MessageRow>> {
  await checkThread(scope, threadId);
  return fetchPage(
    scope.cursors,
    `replies/${scope.teamId}/${threadId.toLowerCase()}`,
    page,
    (after, limit) =>
      // createdAt is unique within a thread, so it alone is the position.
      selectMessages(scope, threadId)
        .where("direction", "=", "inbound")
        .where("createdAt", ">", after?.[0] ?? since)
        .orderBy("createdAt")
        .orderBy("id")
        .limit(limit)
        .execute(),
    ({ createdAt }) => [createdAt],
  );
}

async function checkThread(scope: Scope, id: string): Promise<void> {
  const thread = await queries(scope.em)
    .selectFrom("Thread")
    .select("id")
    .where("teamId", "=", scope.teamId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!thread) fail("thread_not_found");
}

function selectMessages(scope: Scope, threadId: string) {
  return queries(scope.em)
    .selectFrom("Message")
    .select(["id", "direction", "body", "status", "errorCode", "testMode", "createdAt"])
    .where("teamId", "=", scope.teamId)
    .where("threadId", "=", threadId);
}
