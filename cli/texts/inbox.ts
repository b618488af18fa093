import type { MessageStatusData, MessageThread } from "../../generated/api.ts";
import { type Client, createClient } from "../client/client.ts";
import { type Connection, type ConnectionOptions, connect } from "../connection/connect.ts";
import { reasonOf, usageError } from "../failures.ts";
import { type Io, tell, untilInterrupted } from "../io.ts";
import { commands } from "../operations/command-table.ts";
import { formatOf, type OutputOptions, writePages, writeResult } from "../output/output.ts";
import { plain, styled, styleFor } from "../output/plain-text.ts";
import { formatTime } from "../output/times.ts";
import { openNews } from "./news.ts";
import { poll } from "./poll.ts";

export interface InboxOptions extends OutputOptions, ConnectionOptions {
  watch?: boolean;
  limit: number;
  /** In seconds. */
  interval: number;
}

const view = { ...commands.listThreads, columns: ["contactName", "lastDirection", "lastBody", "lastMessageAt", "id"] };

/**
 * `messaging inbox`: shows the newest conversations. With `--watch` it also shows each conversation that gets a new text,
 * and for people each new delivery status.
 */
export async function showInbox(io: Io, options: InboxOptions): Promise<void> {
  if (options.watch && options.jq !== undefined) {
    throw usageError("--jq cannot be combined with --watch, whose output has no end. Pipe -o jsonl into jq instead.");
  }
  const connection = await connect(io, options);
  const client = createClient(io, connection, options);
  if (!options.watch) {
    const { newest } = await follow(client, options.limit);
    return writeResult(io, options, { threads: newest }, view);
  }
  await untilInterrupted(io, async (interrupted) => {
    const ended = new AbortController();
    const until = AbortSignal.any([interrupted, ended.signal]);
    // A failure ends the stream of events, too.
    await watchInbox(io, { client, connection }, options, until).finally(() => ended.abort());
  });
}

async function watchInbox(
  io: Io,
  service: { client: Client; connection: Connection },
  options: InboxOptions,
  until: AbortSignal,
): Promise<void> {
  const say = (note: string) => tell(io, styled(io, "dim", note));
  // Before the first read, so that no status is missed.
  const news = await openNews(io, service, { options, until, say });
  const { newest, readNew } = await follow(service.client, options.limit);
  const found = (async function* () {
    yield { items: newest.toReversed(), statuses: [] };
    yield* poll(io, readNew, { seconds: options.interval, until, news });
  })();
  const format = formatOf(io, options);
  if (format !== "table") {
    const pages = (async function* () {
      for await (const { items: threads } of found) yield { threads };
    })();
    // Endless output cannot be one JSON value, so each conversation is a line.
    return writePages(io, { ...options, output: format === "json" ? "jsonl" : format }, pages, view);
  }
  const names = new Map<string, string>();
  for await (const { items, statuses } of found) {
    for (const thread of items) {
      names.set(thread.id, thread.contactName);
      io.stdout.write(`${formatLine(io, thread)}\n`);
    }
    for (const status of statuses) {
      io.stdout.write(`${formatStatus(io, names.get(status.threadId ?? "") ?? status.to, status)}\n`);
    }
  }
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
  const time = style("dim", formatTime(lastMessageAt));
  const name = style(isInbound ? "bold" : "dim", plain(contactName));
  return `${time}  ${name}  ${isInbound ? "<-" : "->"}  ${plain(lastBody)}`;
}

/** Formats the new delivery status of a text as a line: time, name and status. */
function formatStatus({ stdout, env }: Io, name: string, { status, errorCode, provider }: MessageStatusData): string {
  const style = styleFor(stdout, env);
  const time = style("dim", formatTime(new Date()));
  const hasFailed = status === "failed" || status === "undelivered";
  const reason = errorCode === null ? "" : ` (${plain(reasonOf(errorCode, provider?.meaning))})`;
  return `${time}  ${style("dim", plain(name))}  ->  ${style(hasFailed ? "red" : "dim", `${status}${reason}`)}`;
}
