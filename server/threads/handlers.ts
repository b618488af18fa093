import { parseTimestamp } from "../db/timestamp.ts";
import type { AreaHandlers } from "../operations/handlers.ts";
import { listMessages, listReplies } from "./list-messages.ts";
import { getThread, listThreads } from "./list-threads.ts";
import { presentMessage, presentThread } from "./present.ts";

/** Translates contract ↔ domain for the threads area. Contains no rules. */
export const threads: AreaHandlers<"threads"> = {
  async listThreads({ query }, scope) {
    const { rows, hasMore, nextCursor } = await listThreads(scope, query);
    return { threads: rows.map(presentThread), hasMore, nextCursor };
  },

  async getThread({ path }, scope) {
    return presentThread(await getThread(scope, path.id));
  },

  async listThreadMessages({ path, query }, scope) {
    const { rows, nextCursor } = await listMessages(scope, path.id, query);
    return { messages: rows.map(presentMessage), nextCursor };
  },

  async listThreadReplies({ path, query }, scope) {
    const since = parseTimestamp(query.since)!;
    const { rows, nextCursor } = await listReplies(scope, path.id, since, query);
    return { replies: rows.map(presentMessage), nextCursor };
  },
};
