import type { Message } from "../../generated/api.ts";
import { measureText } from "../../server/segments.ts";
import { createClient } from "../client/client.ts";
import { Failure, tellFailure, usageError } from "../failures.ts";
import { canAsk, type Io, quiet, tell, untilInterrupted } from "../io.ts";
import type { OutputOptions } from "../output/output.ts";
import { plain, styleFor } from "../output/plain-text.ts";
import { type ConnectionOptions, connect } from "../settings.ts";
import { openConversation } from "./conversation.ts";
import { createLineEditor } from "./line-editor.ts";
import { poll } from "./poll.ts";

export interface ChatOptions extends OutputOptions, ConnectionOptions {
  from?: string;
  limit: number;
  /** In seconds. */
  interval: number;
}

/** As many as a text may have. */
const mostCharacters = 160;

/** `messaging chat`: the newest texts of a conversation, those that come, and a line to write, until Ctrl-C. */
export async function chat(io: Io, options: ChatOptions, whom: string): Promise<void> {
  if (!canAsk(io) || !io.stdout.isTTY) {
    throw usageError("chat needs a terminal: `messaging send` and `messaging threads messages` do without one");
  }
  if (options.output !== undefined || options.jq !== undefined) {
    throw usageError("chat has no -o and --jq: `messaging threads messages` has");
  }
  const connection = await connect(io, options);
  const client = createClient(options.verbose ? io : quiet(io), connection, options);
  const { from } = options;
  const conversation = await openConversation(client, { whom, from, country: connection.country });
  tell(io, `${plain(conversation.name)}  (Ctrl-C ends)${conversation.isNew ? "  Nothing was said yet." : ""}`);
  for (const message of await conversation.readNewest(options.limit)) {
    io.stdout.write(`${formatMessage(io, message)}\n`);
  }

  let sending: Promise<unknown> = Promise.resolve();
  const editor = createLineEditor(io, {
    prompt: (line) => formatPrompt(io, line),
    onLine(line) {
      const text = line.trim();
      if (text === "") return;
      if (countOf(text) > mostCharacters) {
        editor.print(styleFor(io.stdout, io.env)("red", `It is not sent: at most ${mostCharacters} characters.`));
        return editor.restore(line);
      }
      sending = conversation.send(text).catch((error: unknown) => showFailure(io, editor.print, error));
    },
  });
  const ended = new AbortController();
  void editor.closed.then(() => ended.abort());
  await untilInterrupted(io, async (interrupted) => {
    interrupted.addEventListener("abort", editor.close);
    try {
      for await (const messages of poll(io, conversation.readNew, { seconds: options.interval, until: ended.signal })) {
        for (const message of messages) editor.print(formatMessage(io, message));
      }
    } finally {
      editor.close();
      io.stdout.write("\n");
      // What was written is sent, whatever ended the rest.
      await sending;
    }
  });
}

const countOf = (text: string) => [...text].length;

/** What is being written, counted as the carrier counts it. */
function formatPrompt({ stdout, env }: Io, line: string): string {
  const text = line.trim();
  if (text === "") return "> ";
  const { segments, encoding } = measureText(text);
  const count = `${countOf(text)}/${mostCharacters} ${encoding}, ${segments} ${segments === 1 ? "segment" : "segments"}`;
  return `${styleFor(stdout, env)(countOf(text) > mostCharacters ? "red" : "dim", `[${count}]`)} > `;
}

function formatMessage({ stdout, env }: Io, message: Message): string {
  const { direction, body, media, status, errorCode, createdAt } = message;
  const style = styleFor(stdout, env);
  const time = style("dim", new Date(createdAt).toLocaleTimeString("en-GB"));
  const files = media.map(({ url, contentType }) => `[${contentType ?? "file"} ${url}]`);
  const content = [body, ...files].filter((part) => part !== "").join(" ");
  if (direction === "inbound") return `${time}  ${style("bold", `<- ${plain(content)}`)}`;
  const isBad = status === "failed" || status === "undelivered";
  const trouble = isBad ? style("red", `  (${status}${errorCode === null ? "" : `: ${plain(errorCode)}`})`) : "";
  return `${time}  -> ${plain(content)}${trouble}`;
}

function showFailure(io: Io, print: (line: string) => void, error: unknown): void {
  if (!(error instanceof Failure)) throw error;
  const lines: string[] = [];
  const stderr = { ...streamOf(io), write: (text: string) => lines.push(text) };
  tellFailure({ env: io.env, stdin: io.stdin, stdout: io.stdout, stderr }, error, false);
  print(lines.join("").trimEnd());
}

const streamOf = ({ stderr: { isTTY, columns } }: Io) => ({ isTTY, columns });
