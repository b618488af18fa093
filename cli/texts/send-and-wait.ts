import { setTimeout as pause } from "node:timers/promises";
import type { MessageRecord, SentMessage, SentText } from "../../generated/api.ts";
import { type Client, createClient } from "../client/client.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { Failure, reasonOf } from "../failures.ts";
import type { Io } from "../io.ts";
import { readInput } from "../operations/input.ts";
import { createValueReader } from "../operations/values.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";
import { poll } from "./poll.ts";

/** How long a text is waited for by default. Most are delivered within seconds. */
const defaultTimeoutSeconds = 120;

/** The time between the first reads of the status; it grows. */
const pollSeconds = 0.5;

/** The statuses after which no other is waited for. */
const finalStatuses = ["delivered", "read", "undelivered", "failed", "canceled"];
const failedStatuses = ["undelivered", "failed", "canceled"];

/**
 * `messaging send --wait`: sends a text, waits for its final status, and writes the text.
 *
 * @throws Failure (server) if the text is not delivered, or its status is not final in time
 */
export async function sendAndWait(
  io: Io,
  operation: "sendText" | "sendMessage",
  { args, given }: { args: string[]; given: OutputOptions & ConnectionOptions & Record<string, unknown> },
): Promise<void> {
  const connection = await connect(io, given);
  const input = await readInput(operation, { args, given }, createValueReader(io, connection.country, given.encoding));
  const client = createClient(io, connection, given);
  // A key that may not read texts is refused before the text is sent.
  if (!given.dryRun && !given.curl) await client.api.GET("/api/messages", { params: { query: { per_page: 1 } } });
  const answer = (await client.call(operation, input)) as unknown as SentText | SentMessage;
  const textId = "message" in answer ? answer.message.id : answer.textId;
  const seconds = given.timeout ?? defaultTimeoutSeconds;
  const text = await waitForStatus(io, client, textId, seconds);
  await writeResult(io, given, { ...text });
  if (failedStatuses.includes(text.status)) {
    const { status, errorCode, errorMeaning } = text;
    throw new Failure("server", `The text is ${status}. ${errorCode ? reasonOf(errorCode, errorMeaning) : ""}`.trim());
  }
  if (!finalStatuses.includes(text.status)) {
    const cause = text.waitsFor === "approval" ? "an approval" : "its time";
    const state = text.waitsFor === null ? "It was sent once." : `It waits for ${cause}, and was not sent yet.`;
    throw new Failure("server", `The text is still ${text.status} after ${seconds} s. ${state}`, {
      hint: `\`messaging texts get ${textId}\` shows its status. --timeout waits longer.`,
    });
  }
}

async function waitForStatus(io: Io, client: Client, id: string, seconds: number): Promise<MessageRecord> {
  const until = AbortSignal.timeout(seconds * 1_000);
  const read = async () => {
    const { data } = await client.api.GET("/api/messages/{id}", { params: { path: { id } } });
    return data!;
  };
  let text = await read();
  const isFinal = () => finalStatuses.includes(text.status);
  if (isFinal()) return text;
  const readFinal = async () => {
    text = await read();
    return isFinal() ? [text] : [];
  };
  const news = {
    async wait(milliseconds: number) {
      await pause(milliseconds, undefined, { signal: until }).catch(() => {});
      return !until.aborted;
    },
    takeStatuses: () => [],
  };
  for await (const _ of poll(io, readFinal, { seconds: pollSeconds, until, news })) break;
  return text;
}
