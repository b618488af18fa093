import type { MessageThread } from "../../generated/api.ts";
import { type Client, createClient } from "../client/client.ts";
import { commands } from "../commands.ts";
import { usageError } from "../failures.ts";
import { type Io, untilInterrupted } from "../io.ts";
import { formatOf, type OutputOptions, writeAnswer, writePages } from "../output/output.ts";
import { plain, styleFor } from "../output/plain-text.ts";
import { type ConnectionOptions, connect } from "../settings.ts";
import { poll } from "./poll.ts";

export interface InboxOptions extends OutputOptions, ConnectionOptions {
  watch?: boolean;
  limit: number;
  /** In seconds. */
  interval: number;
}

const view = { ...commands.listThreads, columns: ["contactName", "lastDirection", "lastBody", "lastMessageAt", "id"] };

/** `messaging inbox`: the newest conversations, and each one again when it has a new text. */
export async function showInbox(io: Io, options: InboxOptions): Promise<void> {
  if (options.watch && options.jq !== undefined) {
    throw usageError("--jq needs the whole answer, and --watch has no end: pipe -o jsonl into jq");
  }
  const client = createClient(io, await connect(io, options), options);
  const { newest, readNew } = await follow(client, options.limit);
  if (!options.watch) return writeAnswer(io, options, { threads: newest }, view);

  await untilInterrupted(io, async (until) => {
    const pages = (async function* () {
      yield { threads: newest.toReversed() };
      for await (const threads of poll(io, readNew, { seconds: options.interval, until })) yield { threads };
    })();
    const format = formatOf(io, options);
    if (format !== "table") {
      // What never ends cannot be one JSON value, so it is a line for each.
      return writePages(io, { ...options, output: format === "json" ? "jsonl" : format }, pages, view);
    }
    for await (const { threads } of pages) for (const thread of threads) io.stdout.write(`${formatLine(io, thread)}\n`);
  });
}

/** Texts may be stored a little later than their moment, so this much is looked through again; in milliseconds. */
const overlap = 30_000;

/** The newest threads, and a question for those that have another newest text since it was asked before. */
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
  const known = new Map<string, string>();
  let cursor: string | null = null;
  do {
    const page = await readPage(cursor);
    newest.push(...page.threads);
    cursor = page.nextCursor;
  } while (cursor !== null && newest.length < limit);
  for (const { id, lastMessageAt } of newest) known.set(id, lastMessageAt);
  let floor = newest[0] ? before(newest[0].lastMessageAt) : "";

  return {
    newest: newest.slice(0, limit),
    async readNew() {
      const found: MessageThread[] = [];
      let cursor: string | null = null;
      do {
        const page = await readPage(cursor);
        const recent = page.threads.filter(({ lastMessageAt }) => lastMessageAt > floor);
        found.push(...recent.filter(({ id, lastMessageAt }) => known.get(id) !== lastMessageAt));
        cursor = recent.length === page.threads.length ? page.nextCursor : null;
      } while (cursor !== null);
      for (const { id, lastMessageAt } of found) known.set(id, lastMessageAt);
      const [first] = found;
      if (first && before(first.lastMessageAt) > floor) floor = before(first.lastMessageAt);
      for (const [id, moment] of known) if (moment <= floor) known.delete(id);
      return found.toReversed();
    },
  };
}

const before = (moment: string) => new Date(Date.parse(moment) - overlap).toISOString();

/** A line of the conversation: when, with whom, which way, what. */
function formatLine(
  { stdout, env }: Io,
  { contactName, lastDirection, lastBody, lastMessageAt }: MessageThread,
): string {
  const style = styleFor(stdout, env);
  const isInbound = lastDirection === "inbound";
  const time = style("dim", new Date(lastMessageAt).toLocaleTimeString("en-GB"));
  const who = style(isInbound ? "bold" : "dim", plain(contactName));
  return `${time}  ${who}  ${isInbound ? "<-" : "->"}  ${plain(lastBody)}`;
}
