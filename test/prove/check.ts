/**
 * Reads and checks the stored data after the requests.
 */
import type { Message } from "../../generated/api.ts";
import type { Client } from "../support/client.ts";
import type { Entry } from "./history.ts";

/** Every message of every thread of a team, read over the API page by page. */
export async function readAllMessages(client: Client): Promise<(Message & { threadId: string })[]> {
  const messages: (Message & { threadId: string })[] = [];
  for (const { id } of await readAllThreads(client)) {
    for (const message of await readThread(client, id)) messages.push({ ...message, threadId: id });
  }
  return messages;
}

/** Every thread of a team. */
export async function readAllThreads(client: Client) {
  return walk(async (cursor) => {
    const { threads, nextCursor } = await client.listThreads({ query: { per_page: 100, ...(cursor && { cursor }) } });
    return { items: threads, nextCursor };
  });
}

/** Every message of one thread, the newest first. */
export async function readThread(client: Client, id: string): Promise<Message[]> {
  return walk(async (cursor) => {
    const { messages, nextCursor } = await client.listThreadMessages({
      path: { id },
      query: { per_page: 100, ...(cursor && { cursor }) },
    });
    return { items: messages, nextCursor };
  });
}

async function walk<T>(
  readPage: (cursor: string | null) => Promise<{ items: T[]; nextCursor: string | null }>,
): Promise<T[]> {
  const all: T[] = [];
  for (let cursor: string | null = null, more = true; more; more = cursor !== null) {
    const page = await readPage(cursor);
    all.push(...page.items);
    cursor = page.nextCursor;
  }
  return all;
}

/** Finds acknowledged texts that are missing in the thread of their answer, or have another body. */
export function findLost(acknowledged: Entry[], stored: (Message & { threadId: string })[]): string[] {
  const byId = new Map(stored.map((message) => [message.id, message]));
  return acknowledged
    .filter(({ label, answer }) => {
      const message = byId.get(answer!.body.textId);
      return message?.threadId !== answer!.body.threadId || message?.body !== label;
    })
    .map(({ answer }) => `${answer!.body.textId} was acknowledged and is not in its thread`);
}

/** Finds names that occur more than once. */
export function findRepeated(names: string[]): string[] {
  return [...Map.groupBy(names, (name) => name)].flatMap(([name, all]) => (all.length > 1 ? name : []));
}
