import type { MessageThread } from "../../generated/api.ts";
import { type Client, createClient } from "../client/client.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { usageError } from "../failures.ts";
import { type Io, untilInterrupted } from "../io.ts";
import { commands } from "../operations/command-table.ts";
import { formatOf, type OutputOptions, writePages, writeResult } from "../output/output.ts";
import { plain, styleFor } from "../output/plain-text.ts";
import { poll } from "./poll.ts";

export interface InboxOptions extends OutputOptions, ConnectionOptions {
  watch?: boolean;
  limit: number;
  /** In seconds. */
  interval: number;
}

const view = { ...commands.listThreads, columns: ["contactName", "lastDirection", "lastBody", "lastMessageAt", "id"] };

/** `messaging inbox`: shows the newest conversations, and with `--watch` each conversation that gets a new text. */
export async function showInbox(io: Io, options: InboxOptions): Promise<void> {
  if (options.watch && options.jq !== undefined) {
    throw usageError("--jq cannot be combined with --watch, whose output has no end. Pipe -o jsonl into jq instead.");
  }
  const client = createClient(io, await connect(io, options), options);
  const { newest, readNew } = await follow(client, options.limit);
  if (!options.watch) return writeResult(io, options, { threads: newest }, view);

  await untilInterrupted(io, async (until) => {
    const pages = (async function* () {
      yield { threads: newest.toReversed() };
      for await (const threads of poll(io, readNew, { seconds: options.interval, until })) yield { threads };
    })();
    const format = formatOf(io, options);
    if (format !== "table") {
      // Endless output cannot be one JSON value, so each conversation is a line.
      return writePages(io, { ...options, output: format === "json" ? "jsonl" : format }, pages, view);
    }
    for await (const { threads } of pages) for (const thread of threads) io.stdout.write(`${formatLine(io, thread)}\n`);
  });
}

/** A text may become visible a little after its timestamp, so this time range is read again. */
const overlapMilliseconds = 30_000;

/** Reads the newest threads. `readNew` returns the threads whose newest text has changed since the previous read. */
async function follow(
  client: Client,
  limit: number,
): Promise<{ newest: MessageThread[]; readNew(): Promise<MessageThread[]> }> {
  const readPage = async (cursor: string | null) => {
    const { data } = await client.api.GET("/api/threads", {
      params: { query: { per_page: 100, ...(cursor !== null && { cursor }) } },
    });
    return data!;
  };
  const newest: MessageThread[] = [];
  const lastTimes = new Map<string, string>();
  let cursor: string | null = null;
  do {
    const page = await readPage(cursor);
    newest.push(...page.threads);
    cursor = page.nextCursor;
  } while (cursor !== null && newest.length < limit);
  for (const { id, lastMessageAt } of newest) lastTimes.set(id, lastMessageAt);
  let floor = newest[0] ? floorOf(newest[0].lastMessageAt) : "";

  return {
    newest: newest.slice(0, limit),
    async readNew() {
      const found: MessageThread[] = [];
      let cursor: string | null = null;
      do {
        const page = await readPage(cursor);
        const recent = page.threads.filter(({ lastMessageAt }) => lastMessageAt > floor);
        found.push(...recent.filter(({ id, lastMessageAt }) => lastTimes.get(id) !== lastMessageAt));
        cursor = recent.length === page.threads.length ? page.nextCursor : null;
      } while (cursor !== null);
      for (const { id, lastMessageAt } of found) lastTimes.set(id, lastMessageAt);
      const [first] = found;
      if (first && floorOf(first.lastMessageAt) > floor) floor = floorOf(first.lastMessageAt);
      for (const [id, timestamp] of lastTimes) if (timestamp <= floor) lastTimes.delete(id);
      return found.toReversed();
    },
  };
}

const floorOf = (timestamp: string) => new Date(Date.parse(timestamp) - overlapMilliseconds).toISOString();

/** Formats a conversation as a line: time, name, direction and newest text. */
function formatLine(
  { stdout, env }: Io,
  { contactName, lastDirection, lastBody, lastMessageAt }: MessageThread,
): string {
  const style = styleFor(stdout, env);
  const isInbound = lastDirection === "inbound";
  const time = style("dim", new Date(lastMessageAt).toLocaleTimeString("en-GB"));
  const name = style(isInbound ? "bold" : "dim", plain(contactName));
  return `${time}  ${name}  ${isInbound ? "<-" : "->"}  ${plain(lastBody)}`;
}
