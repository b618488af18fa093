import { stripVTControlCharacters, styleText } from "node:util";
import type { Io, OutputStream } from "../io.ts";

/** Control characters, and characters that change the direction of text. */
const unsafeCharacters = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Makes untrusted text safe for a terminal. Removes escape sequences, control characters and changes of direction,
 * which could move the cursor, forge a line or write to the clipboard. Line breaks and tabs become spaces.
 */
export function plain(text: string, { keepLines = false } = {}): string {
  const lines = stripVTControlCharacters(text).split(/\r\n|[\r\n\u2028\u2029]/);
  return lines.map((line) => line.replaceAll("\t", " ").replace(unsafeCharacters, "")).join(keepLines ? "\n" : " ");
}

/** Writes untrusted text: through `plain` with its lines on a terminal, otherwise unchanged. */
export function writePlain({ stdout }: Pick<Io, "stdout">, text: string): void {
  stdout.write(stdout.isTTY ? plain(text, { keepLines: true }) : text);
}

/** Escapes the characters of JSON that are unsafe on a terminal. The value stays the same. */
export function escapeJson(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

type Style = Parameters<typeof styleText>[0];

/** Styles text for stderr, if it is a terminal and NO_COLOR is not set. */
export function styled({ stderr, env }: Io, style: Style, text: string): string {
  return styleFor(stderr, env)(style, text);
}

/** The function that styles text for a stream. It returns the text unchanged if the stream shows no colours. */
export function styleFor(
  stream: OutputStream,
  { NO_COLOR, TERM }: NodeJS.ProcessEnv,
): (style: Style, text: string) => string {
  if (!stream.isTTY || NO_COLOR || TERM === "dumb") return (_, text) => text;
  return (style, text) => styleText(style, text, { validateStream: false });
}
