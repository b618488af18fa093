import { useRef } from "preact/hooks";
import type { MessageThread } from "../../generated/api.ts";
import type { Api } from "../api.ts";
import { useLive, usePage } from "../context.ts";
import { useLater } from "../read.ts";
import { maxRows, mergeThreads, withReceived } from "./merge-threads.ts";
import { type Pages, usePages } from "./pages.ts";

/** The most phones of a request for threads, and the most contacts whose other phones are read for it. */
const [maxPhones, maxContacts] = [20, 5];

/** How long changes are collected before the list is read again, in milliseconds: of what is new, and of statuses. */
const [soon, later] = [300, 2_000];

/** Reads the threads that a search finds, and keeps them current. */
export function useThreads(search: string): Pages<MessageThread> {
  const { api, can } = usePage();
  const found = useRef<{ search: string; phones: string[] } | undefined>(undefined);
  const pages = usePages<MessageThread>(
    search,
    async (cursor, signal) => {
      if (search !== "" && found.current?.search !== search) {
        found.current = { search, phones: await findPhones(api, search, can("contacts:read"), signal) };
      }
      const phones = search === "" ? {} : { phones: found.current!.phones };
      const query = { per_page: 50, ...phones, ...(cursor !== undefined && { cursor }) };
      const { threads, nextCursor } = (await api.GET("/api/threads", { params: { query }, signal })).data!;
      return { rows: threads, nextCursor };
    },
    mergeThreads,
  );
  const refreshIn = useLater(pages.refresh);
  useLive({
    onEvent({ type, data }) {
      if (type === "message.received") {
        pages.change((known) => withReceived(known, data));
        if (!pages.rows.some(({ id }) => id === data.threadId)) refreshIn(soon);
      } else if (type.startsWith("contact.")) refreshIn(soon);
      else if (type === "message.status") refreshIn(later);
    },
    onRefresh: () => void pages.refresh(),
  });
  return { ...pages, hasMore: pages.hasMore && pages.rows.length < maxRows };
}

/** The phones that a search finds: what was typed, and those of the contacts that it finds. */
async function findPhones(api: Api, search: string, hasContacts: boolean, signal: AbortSignal): Promise<string[]> {
  const bare = search.replaceAll(/[\s().-]/g, "");
  const typed = /^\+?\d+$/.test(bare) ? bare : search.replaceAll(",", " ").slice(0, 64);
  if (!hasContacts) return [typed];
  const query = { query: search, per_page: maxPhones };
  const { contacts } = (await api.GET("/api/contacts", { params: { query }, signal })).data!;
  const few = contacts.length <= maxContacts ? contacts : [];
  const read = few.map(({ id }) => api.GET("/api/contacts/{id}", { params: { path: { id } }, signal }));
  const others = (await Promise.all(read)).flatMap(({ data }) => data!.phones.map(({ phoneNumber }) => phoneNumber));
  return [...new Set([typed, ...contacts.map(({ primaryPhone }) => primaryPhone), ...others])].slice(0, maxPhones);
}
