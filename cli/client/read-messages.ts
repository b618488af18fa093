/** A message of a stream of server-sent events. A heartbeat has a position and no data. */
export interface StreamMessage {
  id: string | undefined;
  data: string | undefined;
}

/** The maximum number of characters of a message; an event has at most a tenth of it. */
const maxCharacters = 1_048_576;

/**
 * Reads the messages of a stream of server-sent events. Our own reader, because parsers pass on only messages with data,
 * and the position of a heartbeat counts, too.
 *
 * @throws Error for a message that is too long
 */
export async function* readMessages(chunks: AsyncIterable<string>): AsyncGenerator<StreamMessage> {
  let rest = "";
  let lines: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop()!;
    for (const part of parts) {
      const line = part.endsWith("\r") ? part.slice(0, -1) : part;
      length += line.length;
      if (line !== "") {
        lines.push(line);
        continue;
      }
      yield { id: fieldOf(lines, "id").at(-1), data: fieldOf(lines, "data").join("\n") || undefined };
      lines = [];
      length = 0;
    }
    if (length + rest.length > maxCharacters) throw new Error("a message of the stream is too long");
  }
}

/** The values of a field, in the order of the lines. */
function fieldOf(lines: string[], name: string): string[] {
  return lines
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).replace(/^ /, ""));
}
