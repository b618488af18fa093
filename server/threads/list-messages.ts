import { type Expression, type InferResult, sql } from "kysely";
import { type Queries, queries } from "../db/orm.ts";
import { ifShort, ifSmall } from "../db/sql/large-rows.ts";
import { type Given, statement } from "../db/sql/statement.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { fail } from "../errors.ts";
import {
  type GivenPage,
  type LargeList,
  listLarge,
  maxPageRows,
  type Page,
  type PageRequest,
  readPages,
} from "../operations/list.ts";
import type { Scope } from "../operations/scope.ts";

const smallColumns = [
  ...(["id", "direction", "status", "errorCode", "testMode"] as const),
  ...(["segments", "encoding", "discards", "createdAt"] as const),
] as const;

const columns = [...smallColumns, "body", "media"] as const;

/** A message in a thread's history. */
export type MessageRow = InferResult<Messages>[number];

/**
 * A thread's messages, newest first.
 *
 * @throws thread_not_found; validation_error for a cursor of another list
 */
export function listMessages(scope: Scope, threadId: string, page: PageRequest): Promise<Page<MessageRow>> {
  const { teamId } = scope;
  return listOfThread(scope, threadId, page, {
    name: "messages",
    filter: threadId.toLowerCase(),
    order: ["createdAt", "id"],
    read: readMessages({ teamId, threadId }),
  });
}

/**
 * A thread's inbound messages after a timestamp, oldest first.
 *
 * @throws thread_not_found; validation_error for a cursor of another list
 */
export function listReplies(
  scope: Scope,
  threadId: string,
  since: Timestamp,
  page: PageRequest,
): Promise<Page<MessageRow>> {
  const { teamId } = scope;
  return listOfThread(scope, threadId, page, {
    name: "replies",
    filter: `${threadId.toLowerCase()}/${since}`,
    // The timestamp is unique within a thread, so it alone is the position.
    order: ["createdAt"],
    read: (em, after, limit) => readReplies(em, { teamId, threadId, after: after?.createdAt ?? since, limit }),
  });
}

type MessageList<Name extends keyof MessageRow> = Omit<LargeList<MessageRow, Name>, "isPartial" | "readWhole">;

/**
 * A page of a thread's messages. The thread itself is read only if no message is found, or if the request has a cursor.
 *
 * @throws thread_not_found
 */
async function listOfThread<Name extends keyof MessageRow>(
  scope: Scope,
  threadId: string,
  request: PageRequest,
  list: MessageList<Name>,
): Promise<Page<MessageRow>> {
  const { teamId, em } = scope;
  const checkThread = async () => {
    const [thread] = await readThread(em, { teamId, threadId });
    if (!thread) fail("thread_not_found");
  };
  // A missing thread takes precedence over an invalid cursor.
  if (request.cursor !== undefined) await checkThread();
  const page = await listLarge<MessageRow, Name>(scope, request, {
    ...list,
    // These columns are never null in the table, so null means that a large value was left out.
    isPartial: ({ body, media }) => body === null || media === null,
    readWhole: (tx, ids) =>
      selectMessages(queries(tx), sql.val(teamId), sql.val(threadId)).where("id", "in", ids).execute(),
  });
  if (page.rows.length === 0 && request.cursor === undefined) await checkThread();
  return page;
}

interface OfThread {
  teamId: string;
  threadId: string;
}

const readThread = statement(({ teamId, threadId }: Given<OfThread>, db) =>
  db.selectFrom("Thread").select("id").where("teamId", "=", teamId).where("id", "=", threadId),
);

type Position = Pick<MessageRow, "createdAt" | "id">;

const readMessages = readPages(({ teamId, threadId }: Given<OfThread>, db, { after, limit }: GivenPage<Position>) => {
  const messages = selectMessages(db, teamId, threadId);
  if (!after) return newestOf(db, messages).limit(limit);
  const { createdAt, id } = after;
  return newestOf(
    db,
    messages.where((eb) => eb(eb.refTuple("createdAt", "id"), "<", eb.tuple(createdAt, id))),
  ).limit(limit);
});

interface Replies extends OfThread {
  after: Timestamp;
  limit: number;
}

const readReplies = statement(({ teamId, threadId, after, limit }: Given<Replies>, db) => {
  const replies = selectMessages(db, teamId, threadId)
    .where("direction", "=", sql.lit("inbound"))
    .where("createdAt", ">", after);
  const oldest = replies.orderBy("createdAt").orderBy("id").limit(sql.lit(maxPageRows));
  return withoutLarge(db, oldest).orderBy("m.createdAt").orderBy("m.id").limit(limit);
});

/** Messages without large texts and media. A text of 1,600 characters is never large, in any script. */
function withoutLarge(db: Queries, messages: Messages) {
  return db
    .selectFrom(messages.as("m"))
    .select(smallColumns)
    .select([ifShort("m.body", 4_800).as("body"), ifSmall<MessageRow["media"]>("m.media", 1_900).as("media")]);
}

type Messages = ReturnType<typeof selectMessages>;

function selectMessages(db: Queries, teamId: Expression<string>, threadId: Expression<string>) {
  return db.selectFrom("Message").select(columns).where("teamId", "=", teamId).where("threadId", "=", threadId);
}

function newestOf(db: Queries, messages: Messages) {
  const newest = messages.orderBy("createdAt", "desc").orderBy("id", "desc").limit(sql.lit(maxPageRows));
  return withoutLarge(db, newest).orderBy("m.createdAt", "desc").orderBy("m.id", "desc");
}
