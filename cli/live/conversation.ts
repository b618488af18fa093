import type { Message, MessageThread } from "../../generated/api.ts";
import type { Client } from "../client/client.ts";
import { usageError } from "../failures.ts";
import { normalizePhone } from "../phone.ts";

/** A conversation with one phone. Each text is returned once, and once more if its delivery fails. */
export interface Conversation {
  /** The name or phone number of the other side. */
  name: string;
  /** Whether the conversation has no thread yet. */
  isNew: boolean;
  /** Reads the newest texts, in the order in which they were stored. */
  readNewest(limit: number): Promise<Message[]>;
  /** Reads the texts that arrived or failed since the previous read. */
  readNew(): Promise<Message[]>;
  send(text: string): Promise<void>;
}

/** The API cannot find a thread by phone number, so this many pages of 100 threads are searched. */
const maxSearchedPages = 10;

/** Opens the conversation of a thread, or with a phone number, which may have no thread yet. */
export async function openConversation(
  client: Client,
  { recipient, from, country }: { recipient: string; from: string | undefined; country: string | undefined },
): Promise<Conversation> {
  const isThread = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(recipient);
  const phone = isThread ? undefined : normalizePhone(recipient, country);
  if (phone !== undefined && !/^\+[1-9]\d{6,14}$/.test(phone)) {
    throw usageError(`"${recipient}" is neither a phone number such as +12025550123 nor the id of a thread`);
  }
  let thread: Pick<MessageThread, "id"> | undefined;
  let name = recipient;
  if (phone === undefined) {
    const { data } = await client.api.GET("/api/threads/{id}", { params: { path: { id: recipient } } });
    thread = data!;
    name = data!.contactName;
  } else {
    const found = await findThread(client, phone, maxSearchedPages);
    thread = found;
    name = found?.contactName ?? phone;
  }

  /** The last seen status of each text that was read or sent. */
  const statuses = new Map<string, string>();
  // Calls run one after another, so that a text is known before the next read finds it.
  let lastCall: Promise<unknown> = Promise.resolve();
  const inSequence = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = lastCall.then(work);
    lastCall = result.catch(() => {});
    return result;
  };

  async function readPage(limit: number, cursor: string | null = null) {
    const query = { per_page: Math.min(limit, 100), ...(cursor !== null && { cursor }) };
    const { data } = await client.api.GET("/api/threads/{id}/messages", {
      params: { path: { id: thread!.id }, query },
    });
    return data!;
  }

  async function readNew(): Promise<Message[]> {
    thread ??= phone === undefined ? undefined : await findThread(client, phone, 1);
    if (!thread) return [];
    const found: Message[] = [];
    const hadTexts = statuses.size > 0;
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof readPage>> = await readPage(100, cursor);
      const changed = page.messages.filter(
        ({ id, status }) => !statuses.has(id) || hasFailed(status, statuses.get(id)!),
      );
      found.push(...changed);
      const hasMore = hadTexts && page.messages.every(({ id }) => !statuses.has(id));
      cursor = hasMore ? page.nextCursor : null;
    } while (cursor !== null);
    for (const { id, status } of found) statuses.set(id, status);
    return found.toReversed();
  }

  return {
    name,
    isNew: thread === undefined,
    readNewest: (limit) =>
      inSequence(async () => {
        if (!thread) return [];
        const { messages } = await readPage(limit);
        for (const { id, status } of messages) statuses.set(id, status);
        return messages.toReversed();
      }),
    readNew: () => inSequence(readNew),
    send: (message) =>
      inSequence(async () => {
        const to = thread
          ? { threadId: thread.id }
          : { phone_number: phone!, ...(from !== undefined && { sender: from }) };
        const { data } = await client.api.POST("/api/text", { body: { ...to, message } });
        thread ??= { id: data!.threadId };
        statuses.set(data!.textId, data!.status);
      }),
  };
}

/** Whether the delivery of a text has failed since its previous status. */
const hasFailed = (status: string, previous: string) => status !== previous && /^(failed|undelivered)$/.test(status);

async function findThread(client: Client, phone: string, pages: number): Promise<MessageThread | undefined> {
  let cursor: string | null | undefined;
  for (let page = 0; page < pages && cursor !== null; page += 1) {
    const query = { per_page: 100, ...(cursor !== undefined && { cursor }) };
    const { data } = await client.api.GET("/api/threads", { params: { query } });
    const found = data!.threads.find(({ contactPhone }) => contactPhone === phone);
    if (found) return found;
    cursor = data!.nextCursor;
  }
  return undefined;
}
