import type { Message, ReceivedData } from "../../generated/api.ts";
import { useLive, usePage } from "../context.ts";
import { laterStatus, mergeRows } from "../store.ts";
import { type Pages, usePages } from "./pages.ts";

/** Joins messages with newer versions and new ones, the oldest first. A status of an event can be newer than a page. */
const merge = (known: Message[], arrived: Message[]) =>
  mergeRows(known, arrived, (before, row) => ({ ...row, status: laterStatus(before.status, row.status) }));

/** A received text as a message. Its files and the rest of a long text are read from its thread. */
const messageOf = ({ messageId, text, createdAt }: ReceivedData, testMode: boolean): Message => ({
  id: messageId,
  direction: "inbound",
  body: text,
  status: "received",
  testMode,
  createdAt,
  errorCode: null,
  errorMeaning: null,
  discarded: false,
  segments: null,
  encoding: null,
  media: [],
});

/** Reads the messages of a thread, the oldest first, and keeps them current. */
export function useMessages(threadId: string): Pages<Message> {
  const { api } = usePage();
  const pages = usePages<Message>(
    threadId,
    async (cursor, signal) => {
      const query = { per_page: 50, ...(cursor !== undefined && { cursor }) };
      const params = { path: { id: threadId }, query };
      const { messages, nextCursor } = (await api.GET("/api/threads/{id}/messages", { params, signal })).data!;
      return { rows: messages, nextCursor };
    },
    merge,
  );
  useLive({
    onEvent({ type, data, testMode }) {
      // The event of a file names its message only.
      if (type === "media.stored" && pages.rows.some(({ id }) => id === data.messageId)) void pages.refresh();
      if (type === "message.received" && data.threadId === threadId) {
        pages.change((known) => merge(known, [messageOf(data, testMode)]));
        if (data.mediaCount > 0 || data.text.length >= 1_600) void pages.refresh();
      } else if (type === "message.status" && data.threadId === threadId) {
        const { messageId: id, status, errorCode } = data;
        pages.change((known) => {
          const row = known.find((each) => each.id === id);
          return row ? merge(known, [{ ...row, status }]) : known;
        });
        // A text of another client has no event before its first status, and an error has a meaning in the list.
        if (errorCode !== null || !pages.rows.some((row) => row.id === id)) void pages.refresh();
      }
    },
    onRefresh: () => void pages.refresh(),
  });
  return pages;
}
