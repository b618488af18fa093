/**
 * Texts that the provider accepted, and reports about them.
 */
import { expect } from "vitest";
import { queries } from "../../server/db/orm.ts";
import type { Outcome } from "../../server/provider/provider.ts";
import type { TestApp } from "./app.ts";
import { newSid, postCallback, statusForm } from "./callbacks.ts";
import type { Client } from "./client.ts";
import { uniquePhone } from "./factories.ts";

export interface SentText {
  client: Client;
  number: string;
  textId: string;
  threadId: string;
  /** The provider's id. */
  sid: string;
}

/** Sends a text of a new team. By default the provider accepts it. */
export async function sendText(app: TestApp, outcome?: Outcome): Promise<SentText> {
  const { client, number } = await app.signIn();
  const sid = newSid();
  app.provider.answer = () => outcome ?? { kind: "accepted", providerId: sid, status: "queued" };
  const { textId, threadId } = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  return { client, number, textId, threadId, sid };
}

/** Posts a status callback about a text, which must be accepted. */
export async function reportStatus(
  app: TestApp,
  { number, sid }: Pick<SentText, "number" | "sid">,
  status: string,
  more = {},
  query = "",
): Promise<void> {
  const answer = await postCallback(app, "status", statusForm(number, sid, status, more), { query });
  expect(answer.status, answer.text).toBe(200);
}

/** The newest message of a text's thread, over the API. */
export async function readMessage({ client, threadId }: SentText) {
  const { messages } = await client.listThreadMessages({ path: { id: threadId } });
  return messages[0]!;
}

/** The stored delivery of a text. */
export const readRow = ({ em }: TestApp, { textId }: SentText) =>
  queries(em())
    .selectFrom("Message")
    .select(["status", "errorCode", "providerId"])
    .where("id", "=", textId)
    .executeTakeFirstOrThrow();

/** The outcomes of all callbacks with a provider id, in the order of their receipt. */
export async function outcomesOf({ em }: TestApp, sid: string) {
  const rows = await queries(em()).selectFrom("Callback").select(["fields", "outcome"]).orderBy("sequence").execute();
  return rows
    .filter(({ fields }) => (fields as Record<string, string>).MessageSid === sid)
    .map(({ outcome }) => outcome);
}
