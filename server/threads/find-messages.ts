import { type Expression, sql } from "kysely";
import { fetchPage, mostFetched, type Page, type PageRequest } from "../db/cursor.ts";
import type { MessageStatus } from "../db/entities/message.ts";
import type { Queries } from "../db/orm.ts";
import { type Given, prepareRead } from "../db/prepare-read.ts";
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
export function listMessages(scope: Scope, threadId: string, page: PageRequest): Promise<Page<MessageRow>> {
  const { teamId, em, cursors } = scope;
  return ofThread(scope, threadId, page, () =>
    fetchPage(
      cursors,
      `messages/${teamId}/${threadId.toLowerCase()}`,
      page,
      (after, limit) => {
        if (!after) return readNewest(em, { teamId, threadId, limit });
        const [createdAt = "", id = ""] = after;
        return readOlder(em, { teamId, threadId, createdAt, id, limit });
      },
      ({ createdAt, id }) => [createdAt, id],
    ),
  );
}

/**
 * A thread's inbound messages after a moment, oldest first.
 *
 * @throws thread_not_found; validation_error for a cursor of another list
 */
export function listReplies(
  scope: Scope,
  threadId: string,
  since: Timestamp,
  page: PageRequest,
): Promise<Page<MessageRow>> {
  const { teamId, em, cursors } = scope;
  return ofThread(scope, threadId, page, () =>
    fetchPage(
      cursors,
      `replies/${teamId}/${threadId.toLowerCase()}`,
      page,
      // createdAt is unique within a thread, so it alone is the position.
      (after, limit) => readReplies(em, { teamId, threadId, after: after?.[0] ?? since, limit }),
      ({ createdAt }) => [createdAt],
    ),
  );
}

/** A page of a thread that there is. Messages say that there is one, so it is looked for only where none are found. */
async function ofThread(
  { teamId, em }: Scope,
  threadId: string,
  { cursor }: PageRequest,
  read: () => Promise<Page<MessageRow>>,
): Promise<Page<MessageRow>> {
  const check = async () => {
    const [thread] = await readThread(em, { teamId, threadId });
    if (!thread) fail("thread_not_found");
  };
  // That a cursor is another list's is worth saying only of a thread that there is.
  if (cursor !== undefined) await check();
  const page = await read();
  if (page.rows.length === 0 && cursor === undefined) await check();
  return page;
}

interface OfThread {
  teamId: string;
  threadId: string;
}

const readThread = prepareRead((db, { teamId, threadId }: Given<OfThread>) =>
  db.selectFrom("Thread").select("id").where("teamId", "=", teamId).where("id", "=", threadId),
);

interface Newest extends OfThread {
  limit: number;
}

const readNewest = prepareRead((db, { teamId, threadId, limit }: Given<Newest>) =>
  newestOf(db, selectMessages(db, teamId, threadId)).limit(limit),
);

interface Older extends Newest {
  createdAt: Timestamp;
  id: string;
}

const readOlder = prepareRead((db, { teamId, threadId, createdAt, id, limit }: Given<Older>) =>
  newestOf(
    db,
    selectMessages(db, teamId, threadId).where((eb) =>
      eb(eb.refTuple("createdAt", "id"), "<", eb.tuple(createdAt, id)),
    ),
  ).limit(limit),
);

interface Replies extends Newest {
  after: Timestamp;
}

const readReplies = prepareRead((db, { teamId, threadId, after, limit }: Given<Replies>) => {
  const replies = selectMessages(db, teamId, threadId)
    .where("direction", "=", sql.lit("inbound"))
    .where("createdAt", ">", after);
  const oldest = replies.orderBy("createdAt").orderBy("id").limit(sql.lit(mostFetched));
  return db.selectFrom(oldest.as("m")).select(columns).orderBy("m.createdAt").orderBy("m.id").limit(limit);
});

const columns = ["id", "direction", "body", "status", "errorCode", "testMode", "createdAt"] as const;

type Messages = ReturnType<typeof selectMessages>;

function selectMessages(db: Queries, teamId: Expression<string>, threadId: Expression<string>) {
  return db.selectFrom("Message").select(columns).where("teamId", "=", teamId).where("threadId", "=", threadId);
}

function newestOf(db: Queries, messages: Messages) {
  const newest = messages.orderBy("createdAt", "desc").orderBy("id", "desc").limit(sql.lit(mostFetched));
  return db.selectFrom(newest.as("m")).select(columns).orderBy("m.createdAt", "desc").orderBy("m.id", "desc");
}
