import type { Message, MessageStatusData, MessageThread } from "../../generated/api.ts";
import type { Client } from "../client/client.ts";
import { usageError } from "../failures.ts";
import { normalizePhone } from "../normalize-phone.ts";

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
  /**
   * Notes the new delivery status of a text. Returns the text if it is of this conversation and the status is news.
   * Failures are not: `readNew` returns their texts.
   */
  noteStatus(status: MessageStatusData): Promise<string | undefined>;
}

/** The API cannot find a thread by phone number, so this many pages of 100 threads are searched. */
const maxSearchedPages = 10;

/** Opens the conversation of a thread, or with a phone number, which may have no thread yet. */
export async function openConversation(
  client: Client,
  { recipient, from, country }: { recipient: string; from: string | undefined; country: string | undefined },
): Promise<Conversation> {
  const { name, phone, thread: existing } = await findRecipient(client, recipient, country);
  let thread: Thread | undefined = existing;
  /** The last seen status of each text that was read or sent. */
  const statuses = new Map<string, string>();
  const bodies = new Map<string, string>();
  // Calls run one after another, so that a text is known before the next read finds it.
  const inSequence = createSequence();

  /** Records the statuses of texts, newest first, and returns the texts oldest first. */
  function remember(messages: Message[]): Message[] {
    for (const { id, status, body } of messages) {
      statuses.set(id, status);
      bodies.set(id, body);
    }
    return messages.toReversed();
  }

  async function readNewest(limit: number): Promise<Message[]> {
    return thread ? remember((await readPage(client, thread, limit)).messages) : [];
  }

  async function readNew(): Promise<Message[]> {
    thread ??= phone === undefined ? undefined : await findThread(client, phone, 1);
    return thread ? remember(await readChanged(client, thread, statuses)) : [];
  }

  async function send(message: string): Promise<void> {
    const to = thread ? { threadId: thread.id } : { phone_number: phone!, ...(from !== undefined && { sender: from }) };
    const { data } = await client.api.POST("/api/text", { body: { ...to, message } });
    thread ??= { id: data!.threadId };
    statuses.set(data!.textId, data!.status);
    bodies.set(data!.textId, message);
  }

  function noteStatus({ messageId, status }: MessageStatusData): string | undefined {
    const previous = statuses.get(messageId);
    if (previous === undefined || previous === status || hasFailed(status, previous)) return undefined;
    statuses.set(messageId, status);
    return bodies.get(messageId);
  }

  return {
    name,
    isNew: thread === undefined,
    readNewest: (limit) => inSequence(() => readNewest(limit)),
    readNew: () => inSequence(readNew),
    send: (message) => inSequence(() => send(message)),
    noteStatus: (status) => inSequence(async () => noteStatus(status)),
  };
}

type Thread = Pick<MessageThread, "id">;

/** The other side of a conversation. It has a phone number, a thread or both. */
interface Recipient {
  name: string;
  phone?: string;
  thread?: Thread | undefined;
}

/** @throws Failure (usage) if the text is neither the id of a thread nor a phone number */
async function findRecipient(client: Client, text: string, country: string | undefined): Promise<Recipient> {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) {
    const { data } = await client.api.GET("/api/threads/{id}", { params: { path: { id: text } } });
    return { name: data!.contactName, thread: data! };
  }
  const phone = normalizePhone(text, country);
  if (!/^\+[1-9]\d{6,14}$/.test(phone)) {
    throw usageError(`"${text}" is neither a phone number such as +12025550123 nor the id of a thread`);
  }
  const thread = await findThread(client, phone, maxSearchedPages);
  return { name: thread?.contactName ?? phone, phone, thread };
}

/** Returns a function that runs calls one after another, in their order. A failed call does not stop the next call. */
function createSequence(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let lastCall: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = lastCall.then(work);
    lastCall = result.catch(() => {});
    return result;
  };
}

/** Reads a page of a thread's texts, newest first. */
async function readPage(client: Client, thread: Thread, limit: number, cursor: string | null = null) {
  const query = { per_page: Math.min(limit, 100), ...(cursor !== null && { cursor }) };
  const { data } = await client.api.GET("/api/threads/{id}/messages", { params: { path: { id: thread.id }, query } });
  return data!;
}

/** Reads the texts that have no status in `statuses` or have failed since, newest first. */
async function readChanged(client: Client, thread: Thread, statuses: Map<string, string>): Promise<Message[]> {
  const found: Message[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(client, thread, 100, cursor);
    found.push(...page.messages.filter(({ id, status }) => !statuses.has(id) || hasFailed(status, statuses.get(id)!)));
    const hasMore = statuses.size > 0 && page.messages.every(({ id }) => !statuses.has(id));
    cursor = hasMore ? page.nextCursor : null;
  } while (cursor !== null);
  return found;
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
