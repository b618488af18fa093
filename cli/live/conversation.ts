import type { Message, MessageThread } from "../../generated/api.ts";
import type { Client } from "../client/client.ts";
import { usageError } from "../failures.ts";
import { normalizePhone } from "../phone.ts";

/** What is said with one phone. Nothing of it is given twice, but for texts that turned out not to arrive. */
export interface Conversation {
  /** Whom it is with. */
  name: string;
  /** Whether anything was said before. */
  isNew: boolean;
  /** The newest texts, the oldest of them first. */
  readNewest(limit: number): Promise<Message[]>;
  /** What came, and what was not delivered, since it was read before. */
  readNew(): Promise<Message[]>;
  send(text: string): Promise<void>;
}

/** A thread has no search by phone, so it is looked for among so many pages of a hundred. */
const searchedPages = 10;

/** Finds the conversation with a phone or of a thread. With a phone it may begin only now. */
export async function openConversation(
  client: Client,
  { whom, from, country }: { whom: string; from: string | undefined; country: string | undefined },
): Promise<Conversation> {
  const isThread = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(whom);
  const phone = isThread ? undefined : normalizePhone(whom, country);
  if (phone !== undefined && !/^\+[1-9]\d{6,14}$/.test(phone)) {
    throw usageError(`"${whom}" is neither a phone like +12025550123 nor the id of a thread`);
  }
  let thread: Pick<MessageThread, "id"> | undefined;
  let name = whom;
  if (phone === undefined) {
    const { data } = await client.api.GET("/api/threads/{id}", { params: { path: { id: whom } } });
    thread = data!;
    name = data!.contactName;
  } else {
    const found = await findThread(client, phone, searchedPages);
    thread = found;
    name = found?.contactName ?? phone;
  }

  /** What was read or sent, and how it stood. */
  const known = new Map<string, string>();
  // A text that is being sent is known before anything is read again.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(work);
    turn = result.catch(() => {});
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
    const wasKnown = known.size > 0;
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof readPage>> = await readPage(100, cursor);
      const news = page.messages.filter(({ id, status }) => !known.has(id) || isBad(status, known.get(id)!));
      found.push(...news);
      const goesOn = wasKnown && page.messages.every(({ id }) => !known.has(id));
      cursor = goesOn ? page.nextCursor : null;
    } while (cursor !== null);
    for (const { id, status } of found) known.set(id, status);
    return found.toReversed();
  }

  return {
    name,
    isNew: thread === undefined,
    readNewest: (limit) =>
      inTurn(async () => {
        if (!thread) return [];
        const { messages } = await readPage(limit);
        for (const { id, status } of messages) known.set(id, status);
        return messages.toReversed();
      }),
    readNew: () => inTurn(readNew),
    send: (message) =>
      inTurn(async () => {
        const to = thread
          ? { threadId: thread.id }
          : { phone_number: phone!, ...(from !== undefined && { sender: from }) };
        const { data } = await client.api.POST("/api/text", { body: { ...to, message } });
        thread ??= { id: data!.threadId };
        known.set(data!.textId, data!.status);
      }),
  };
}

/** Whether a text turned out not to arrive. */
const isBad = (status: string, before: string) => status !== before && /^(failed|undelivered)$/.test(status);

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
