import type { Message } from "../../generated/api.ts";
import { measureText } from "../../server/texts/segments.ts";
import { createClient } from "../client/client.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { Failure, reasonOf, usageError } from "../failures.ts";
import { canAsk, type Io, quiet, tell, untilInterrupted } from "../io.ts";
import type { OutputOptions } from "../output/output.ts";
import { plain, styleFor } from "../output/plain-text.ts";
import { tellFailure } from "../output/tell-failure.ts";
import { formatTime } from "../output/times.ts";
import { openConversation } from "./conversation.ts";
import { createLineEditor } from "./line-editor.ts";
import { openNews } from "./news.ts";
import { createPlainLineEditor } from "./plain-line-editor.ts";
import { poll } from "./poll.ts";

export interface ChatOptions extends OutputOptions, ConnectionOptions {
  from?: string;
  limit: number;
  /** In seconds. */
  interval: number;
}

/** The contract's maximum for a text. */
const maxCharacters = 160;

/** `messaging chat`: shows the newest texts and new texts of a conversation, and sends typed lines, until Ctrl-C. */
export async function chat(io: Io, options: ChatOptions, recipient: string): Promise<void> {
  if (!canAsk(io) || !io.stdout.isTTY) {
    throw usageError("chat needs a terminal. Elsewhere, use `messaging send` and `messaging threads messages`.");
  }
  if (options.output !== undefined || options.jq !== undefined) {
    throw usageError("chat does not support -o and --jq. Use `messaging threads messages` instead.");
  }
  const connection = await connect(io, options);
  const client = createClient(options.verbose ? io : quiet(io), connection, options);
  const { from } = options;
  const conversation = await openConversation(client, { recipient, from, country: connection.country });
  tell(io, `${plain(conversation.name)}  (Ctrl-C to quit)${conversation.isNew ? "  No messages yet." : ""}`);
  for (const message of await conversation.readNewest(options.limit)) {
    io.stdout.write(`${formatMessage(io, message)}\n`);
  }

  let sending: Promise<unknown> = Promise.resolve();
  const createEditor = io.env.TERM === "dumb" ? createPlainLineEditor : createLineEditor;
  const editor = createEditor(io, {
    prompt: (line) => formatPrompt(io, line),
    onLine(line) {
      const text = line.trim();
      if (text === "") return;
      if (countOf(text) > maxCharacters) {
        editor.print(styleFor(io.stdout, io.env)("red", `Not sent: a text has at most ${maxCharacters} characters.`));
        return editor.restore(line);
      }
      sending = conversation.send(text).catch((error: unknown) => showFailure(io, editor.print, error));
    },
  });
  const ended = new AbortController();
  void editor.closed.then(() => ended.abort());
  await untilInterrupted(io, async (interrupted) => {
    interrupted.addEventListener("abort", editor.close);
    const until = ended.signal;
    try {
      const say = (note: string) => editor.print(styleFor(io.stdout, io.env)("dim", note));
      const news = await openNews(io, { client, connection }, { options, until, say });
      for await (const { items, statuses } of poll(io, conversation.readNew, {
        seconds: options.interval,
        until,
        news,
      })) {
        for (const message of items) editor.print(formatMessage(io, message));
        for (const status of statuses) {
          const text = await conversation.noteStatus(status);
          if (text !== undefined) editor.print(formatStatus(io, status.status, text));
        }
      }
    } finally {
      editor.close();
      io.stdout.write("\n");
      // A text that was entered is still sent.
      await sending;
    }
  });
}

const countOf = (text: string) => [...text].length;

/** The prompt, with the characters and segments of the line as the carrier counts them. */
function formatPrompt({ stdout, env }: Io, line: string): string {
  const text = line.trim();
  if (text === "") return "> ";
  const { segments, encoding } = measureText(text);
  const count = `${countOf(text)}/${maxCharacters} ${encoding}, ${segments} ${segments === 1 ? "segment" : "segments"}`;
  return `${styleFor(stdout, env)(countOf(text) > maxCharacters ? "red" : "dim", `[${count}]`)} > `;
}

function formatMessage({ stdout, env }: Io, message: Message): string {
  const { direction, body, media, status, errorCode, errorMeaning, createdAt } = message;
  const style = styleFor(stdout, env);
  const time = style("dim", formatTime(createdAt));
  const files = media.map(({ url, contentType }) => `[${contentType ?? "file"} ${url}]`);
  const content = [body, ...files].filter((part) => part !== "").join(" ");
  if (direction === "inbound") return `${time}  ${style("bold", `<- ${plain(content)}`)}`;
  const hasFailed = status === "failed" || status === "undelivered";
  const errorNote = hasFailed
    ? style("red", `  (${status}${errorCode === null ? "" : `: ${plain(reasonOf(errorCode, errorMeaning))}`})`)
    : "";
  return `${time}  -> ${plain(content)}${errorNote}`;
}

/** The maximum number of characters of a text that its status repeats. */
const maxExcerpt = 40;

/** Formats the new delivery status of a text as a line. */
function formatStatus({ stdout, env }: Io, status: string, text: string): string {
  const characters = [...plain(text)];
  const excerpt = characters.length > maxExcerpt ? `${characters.slice(0, maxExcerpt).join("")}…` : characters.join("");
  return styleFor(stdout, env)("dim", `${formatTime(new Date())}     ${status}: ${excerpt}`);
}

function showFailure(io: Io, print: (line: string) => void, error: unknown): void {
  if (!(error instanceof Failure)) throw error;
  const lines: string[] = [];
  const stderr = { ...streamOf(io), write: (text: string) => lines.push(text) };
  tellFailure({ env: io.env, stdin: io.stdin, stdout: io.stdout, stderr }, error, false);
  print(lines.join("").trimEnd());
}

const streamOf = ({ stderr: { isTTY, columns } }: Io) => ({ isTTY, columns });
