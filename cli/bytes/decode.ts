import { TextDecoder } from "node:util";
import { type Failure, usageError } from "../failures.ts";
import { describeArchive, guessEncoding } from "./guess-encoding.ts";

/** Bytes that can be read more than once, and their name in messages. */
export interface ByteSource {
  name: string;
  read(): AsyncIterable<Uint8Array>;
}

/** The bytes of a byte order mark, by the encoding that it stands for. */
const marks: Record<string, readonly number[]> = {
  "utf-8": [0xef, 0xbb, 0xbf],
  "utf-16le": [0xff, 0xfe],
  "utf-16be": [0xfe, 0xff],
};

/**
 * Decodes bytes, the only place of the command line that does. A byte order mark decides the encoding and is removed.
 * Without a mark, the encoding is `given`, or UTF-8. No byte is ever replaced by U+FFFD.
 *
 * @param given The name of an encoding of the WHATWG standard, as in `readEncoding`.
 * @throws Failure (usage) for bytes that are invalid in the encoding, with their line and the likely encoding
 */
export async function* decode(source: ByteSource, given?: string): AsyncGenerator<string, void> {
  let decoder: TextDecoder | undefined;
  let decodedBytes = 0;
  let isFirstLine = true;
  for await (const chunk of joinBeginning(source.read())) {
    decoder ??= createDecoder(chunk, given);
    const text = tryDecode(decoder, chunk);
    // A text has no NUL. In UTF-16 without a mark, every second byte of a header is one.
    const isText = text !== undefined && !(isFirstLine && /^[^\r\n]*\0/.test(text));
    if (!isText) throw await describeFault(source, { encoding: decoder.encoding, given, decodedBytes });
    decodedBytes += chunk.length;
    isFirstLine &&= !/[\r\n]/.test(text);
    if (text !== "") yield text;
  }
  // The end of the bytes may cut a character.
  if (decoder && tryDecode(decoder) === undefined)
    throw await describeFault(source, { encoding: decoder.encoding, given, decodedBytes });
}

/** Decodes bytes that are in memory, as `decode` does. */
export async function decodeText(bytes: Uint8Array, name: string, given?: string): Promise<string> {
  const source: ByteSource = {
    name,
    read: async function* () {
      yield bytes;
    },
  };
  return (await Array.fromAsync(decode(source, given))).join("");
}

/** Decodes a server's response. A proxy's page in another encoding may be shown with replaced characters. */
export const decodeResponse = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Decodes the chunks of a server's response as they arrive, like `decodeResponse`. */
export const createResponseDecoder = (): TextDecoderStream => new TextDecoderStream();

/** @throws RangeError for a name that is not in the WHATWG standard */
export const readEncoding = (name: string): string => new TextDecoder(name).encoding;

/** Joins the first chunks until they are long enough for a byte order mark. */
async function* joinBeginning(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let beginning: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of chunks) {
    const joined: Uint8Array = beginning ? Buffer.concat([beginning, chunk]) : chunk;
    beginning = beginning && joined.length < 3 ? joined : undefined;
    if (!beginning) yield joined;
  }
  if (beginning) yield beginning;
}

const markOf = (beginning: Uint8Array) =>
  Object.keys(marks).find((name) => marks[name]!.every((byte, at) => beginning[at] === byte));

const createDecoder = (beginning: Uint8Array, given = "utf-8") =>
  new TextDecoder(markOf(beginning) ?? given, { fatal: true });

/** Decodes the next bytes, or ends the text without them. Returns undefined if the bytes are invalid. */
function tryDecode(decoder: TextDecoder, bytes?: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    return undefined;
  }
}

/** Says which line cannot be decoded, and in which encoding the line probably is. */
async function describeFault(
  source: ByteSource,
  { encoding, given, decodedBytes }: { encoding: string; given: string | undefined; decodedBytes: number },
): Promise<Failure> {
  const { line, bytes, beginning } = await findFault(source, encoding, decodedBytes);
  const archive = describeArchive(beginning);
  if (archive) return usageError(`${source.name} is ${archive}, not text. Save it as "CSV UTF-8" and use that file.`);
  const fault = `${source.name}: line ${line} is not ${encoding === "utf-8" ? "UTF-8" : encoding}.`;
  const likely = given === undefined && markOf(beginning) === undefined ? guessEncoding(bytes) : undefined;
  if (!likely) return usageError(`${fault} Name the encoding with --encoding, or save the text as UTF-8.`);
  const sample = JSON.stringify(likely.line.trim().slice(0, 60));
  return usageError(
    `${fault} The encoding is probably ${likely.encoding}: the line is then ${sample}. If that is right, add --encoding ${likely.encoding}; otherwise name another encoding, or save the text as UTF-8.`,
  );
}

/** Finds the line with the first invalid byte behind the first `decodedBytes`, by decoding again byte by byte. */
async function findFault(source: ByteSource, encoding: string, decodedBytes: number) {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const counts = { "\n": 0, "\r": 0 };
  let position = 0;
  let beginning: Uint8Array | undefined;
  let bytes: Uint8Array = new Uint8Array();
  const isValid = (piece: Uint8Array) => {
    const text = tryDecode(decoder, piece);
    for (const end of ["\n", "\r"] as const) counts[end] += (text ?? "").split(end).length - 1;
    return text !== undefined && !text.includes("\0");
  };
  search: for await (const chunk of source.read()) {
    beginning ??= chunk;
    bytes = chunk;
    const skipped = Math.min(Math.max(decodedBytes - position, 0), chunk.length);
    position += chunk.length;
    isValid(chunk.subarray(0, skipped));
    for (let at = skipped; at < chunk.length; at += 1) {
      if (isValid(chunk.subarray(at, at + 1))) continue;
      bytes = lineAround(chunk, at);
      break search;
    }
  }
  return { line: 1 + (counts["\n"] || counts["\r"]), bytes, beginning: beginning ?? bytes };
}

/** The bytes of the line around a position, at most 1,000. */
function lineAround(bytes: Uint8Array, at: number): Uint8Array {
  const isEnd = (byte: number) => byte === 0x0a || byte === 0x0d;
  const start = bytes.subarray(0, at).findLastIndex(isEnd) + 1;
  const length = bytes.subarray(at).findIndex(isEnd);
  return bytes.subarray(Math.max(start, at - 500), length === -1 ? at + 500 : Math.min(at + length, at + 500));
}
