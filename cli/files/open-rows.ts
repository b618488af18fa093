import { type ByteSource, decode } from "../bytes/decode.ts";
import { openBytes } from "../bytes/open-bytes.ts";
import { usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import { openCsv } from "./csv.ts";
import { openJsonLines } from "./json-lines.ts";
import type { SourceRow, Table } from "./row.ts";

export type FileFormat = "csv" | "jsonl" | "vcard";

/** The rows of a file or of standard input, whose bytes are all valid. */
export interface RowSource extends AsyncDisposable {
  name: string;
  format: FileFormat;
  /** The columns of the CSV header, or of the first JSON line. */
  columns: readonly string[];
  /** The names that several columns have, and that nothing can use. */
  repeated: readonly string[];
  /** The number of characters. */
  length: number;
  bytes: ByteSource;
  /** Reads the rows from the first one, at each call. */
  read(): AsyncIterable<SourceRow>;
}

/**
 * Opens a file of rows: CSV with a header, JSON lines or vCards; `-` is standard input. The whole file is decoded first, so
 * that no row of a file with invalid bytes is processed.
 *
 * @throws Failure (usage) if the file is missing or empty, cannot be decoded, or has none of these formats
 */
export async function openRows(io: Io, file: string, encoding: string | undefined): Promise<RowSource> {
  const bytes = await openBytes(io, file);
  try {
    const { name } = bytes;
    const { length, beginning } = await measure(decode(bytes, encoding));
    const format = formatOf(beginning, name);
    const text = decode(bytes, encoding);
    const { columns, repeated, rows } = await openers[format](text, name);
    const first = await rows[Symbol.asyncIterator]().next();
    await text.return();
    if (first.done) throw usageError(`${name} has no rows`);
    return {
      name,
      format,
      columns,
      repeated,
      length,
      bytes,
      async *read() {
        const text = decode(bytes, encoding);
        try {
          yield* (await openers[format](text, name)).rows;
        } finally {
          await text.return();
        }
      },
      [Symbol.asyncDispose]: () => bytes[Symbol.asyncDispose](),
    };
  } catch (error) {
    await bytes[Symbol.asyncDispose]();
    throw error;
  }
}

const openers: Record<FileFormat, (text: AsyncIterable<string>, name: string) => Promise<Table>> = {
  csv: openCsv,
  jsonl: openJsonLines,
  // The library is loaded only for vCards.
  vcard: async (text) => (await import("./vcard.ts")).openVcards(text),
};

/** Reads a text to its end. Returns its length and its beginning without blanks. */
async function measure(text: AsyncIterable<string>): Promise<{ length: number; beginning: string }> {
  let length = 0;
  let beginning = "";
  for await (const chunk of text) {
    length += chunk.length;
    if (beginning.length < 20) beginning = (beginning + chunk).trimStart().slice(0, 20);
  }
  return { length, beginning };
}

/** @throws Failure (usage) if the text is empty or a JSON array */
function formatOf(beginning: string, name: string): FileFormat {
  if (beginning === "") throw usageError(`${name} is empty. Expected CSV with a header, JSON lines or vCards.`);
  if (/^\[\s*([[{\]]|$)/.test(beginning))
    throw usageError(
      `${name} is a JSON array. Write its items as JSON lines, an object per line: \`jq -c '.[]'\` does so.`,
    );
  if (/^BEGIN:VCARD/i.test(beginning)) return "vcard";
  return beginning.startsWith("{") ? "jsonl" : "csv";
}
