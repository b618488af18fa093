/**
 * Events of teams, and what causes them.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import type { EventRecord } from "../../generated/api.ts";
import { contractDocument } from "../../server/contract/document.ts";
import { addFormats } from "../../server/contract/formats.ts";
import type { TestApp } from "./app.ts";
import { newSid, postCallback, statusForm } from "./callbacks.ts";
import type { Client } from "./client.ts";
import { uniquePhone } from "./factories.ts";

/** Reads all events of a client's team from its first one, or after a position. */
export async function readAllEvents(client: Client, query: Record<string, unknown> = {}): Promise<EventRecord[]> {
  const events: EventRecord[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await client.listEvents({ query: { per_page: 100, ...query, ...(cursor !== null && { cursor }) } });
    events.push(...page.events);
    cursor = page.nextCursor;
    if (cursor === null) return events;
  }
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
const { post } = contractDocument.webhooks!.event as { post: { requestBody: { content: object } } };
const isEvent = ajv.compile(
  (post.requestBody.content as Record<string, { schema: object }>)["application/json"]!.schema,
);

/** Expects that events match the contract's union, by their types. */
export function expectValidEvents(events: unknown[]): void {
  for (const event of events) expect([isEvent(event), event, isEvent.errors]).toEqual([true, event, null]);
}

/** The events of a team, checked by the contract, without their ids and times. */
export async function readRecorded(client: Client): Promise<Pick<EventRecord, "type" | "testMode" | "data">[]> {
  const events = await readAllEvents(client);
  expectValidEvents(events);
  return events.map(({ type, testMode, data }) => ({ type, testMode, data }));
}

/** A live text that the provider has accepted. */
export async function sendAccepted(client: Client): Promise<{ textId: string; from: string; threadId: string }> {
  return client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
}

/** Reports a status of a text by a callback, and processes it. */
export async function reportStatus(
  app: TestApp,
  { textId, from }: { textId: string; from: string },
  status: string,
  more: Record<string, string> = {},
): Promise<void> {
  const query = `?textId=${textId}`;
  const answer = await postCallback(app, "status", statusForm(from, newSid(), status, more), { query });
  expect(answer.status).toBe(200);
  await app.jobs.drain();
}

/** A stream of events that a test reads. */
export interface TestStream {
  /** The status of the answer. */
  status: number;
  headers: Headers;
  /** Reads the next event and its position. */
  next(): Promise<{ id: string; event: EventRecord }>;
  /** Reads up to the next heartbeat and returns its position. Events before it are skipped. */
  heartbeat(): Promise<string>;
  /** Reads all that comes, until the server ends the stream. */
  rest(): Promise<string>;
  close(): void;
}

/** Opens a stream with a key. */
export async function openStream(
  url: string,
  key: string,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<TestStream> {
  const closing = new AbortController();
  const response = await fetch(`${url}/api/events/stream?${new URLSearchParams(query)}`, {
    headers: { "x-api-key": key, ...headers },
    signal: closing.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const field = (block: string, name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
  /** Reads up to the next message that matches. */
  async function read(matching: RegExp): Promise<string> {
    for (;;) {
      const [, block, after] = /^(.*?)\n\n(.*)$/s.exec(text) ?? [];
      if (block === undefined) {
        const { done, value } = await reader.read();
        if (done) throw new Error(`the stream ended: ${text}`);
        text += value;
        continue;
      }
      text = after!;
      if (matching.test(block)) return block;
    }
  }
  return {
    status: response.status,
    headers: response.headers,
    async next() {
      const block = await read(/^data: /m);
      return { id: field(block, "id") ?? "", event: JSON.parse(field(block, "data")!) };
    },
    heartbeat: async () => field(await read(/^: heartbeat$/m), "id") ?? "",
    async rest() {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return text;
        text += value;
      }
    },
    close: () => closing.abort(),
  };
}
