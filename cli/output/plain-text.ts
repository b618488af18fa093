import { stripVTControlCharacters, styleText } from "node:util";
import type { Io, Terminal } from "../io.ts";

/** Control characters, and those that turn the direction of what follows them. */
const invisible = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text from anybody as a terminal may show it: without escape sequences, control characters and reversed direction,
 * which could move the cursor, fake a line or write to the clipboard. Line breaks and tabs become spaces.
 */
export function plain(text: string, { keepLines = false } = {}): string {
  const lines = stripVTControlCharacters(text).split(/\r\n|[\r\n\u2028\u2029]/);
  return lines.map((line) => line.replaceAll("\t", " ").replace(invisible, "")).join(keepLines ? "\n" : " ");
}

/** Writes text from anybody: on a terminal as `plain` with its lines, elsewhere unchanged. */
export function writePlain({ stdout }: Pick<Io, "stdout">, text: string): void {
  stdout.write(stdout.isTTY ? plain(text, { keepLines: true }) : text);
}

/** JSON that a terminal shows as it is: the same value, with the characters spelled out that JSON would let through. */
export function escapeJson(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

type Style = Parameters<typeof styleText>[0];

/** Styled for a terminal's stderr, unless NO_COLOR is set; plain for anything else. */
export function styled({ stderr, env }: Io, style: Style, text: string): string {
  return styleFor(stderr, env)(style, text);
}

/** What styles text for a stream. */
export function styleFor(
  stream: Terminal,
  { NO_COLOR, TERM }: NodeJS.ProcessEnv,
): (style: Style, text: string) => string {
  if (!stream.isTTY || NO_COLOR || TERM === "dumb") return (_, text) => text;
  return (style, text) => styleText(style, text, { validateStream: false });
}
