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
