import type { Field } from "../../generated/outlines.ts";
import { readStdin, readTextFile } from "../bytes/read-text.ts";
import { usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import { isSeconds } from "./flags.ts";
import { readTimeAhead } from "./read-time-ahead.ts";

/** Reads the values of flags and arguments. Standard input is read once and shared. */
export interface ValueReader {
  /** Reads the value of a field. Only arrays and objects have several `texts`. */
  read(field: Field, texts: string[], flag: string): Promise<unknown>;
  /** Reads JSON from the text itself, from `@file`, or from standard input for `-`. */
  readJson(text: string, flag: string): Promise<unknown>;
}

/** Where values come from besides the command line. */
interface Source {
  /** The country of phone numbers without a country code. */
  country: string | undefined;
  /** Reads standard input at the first call, and returns the same text for later calls. */
  readStdin(): Promise<string>;
  readFile(file: string): Promise<string>;
}

/**
 * Creates a reader. `country` supplies the country code of phone numbers without one, and `encoding` is that of files and
 * standard input.
 */
export function createValueReader(io: Io, country: string | undefined, encoding: string | undefined): ValueReader {
  let stdin: Promise<string> | undefined;
  const source: Source = {
    country,
    readStdin() {
      stdin ??= readStdin(io, encoding);
      return stdin;
    },
    readFile: (file) => readTextFile(file, encoding),
  };
  return {
    readJson: (text, flag) => readJson(source, text, flag),
    read: (field, texts, flag) => readField(source, field, texts, flag),
  };
}

async function readField(source: Source, field: Field, texts: string[], flag: string): Promise<unknown> {
  const [text = ""] = texts;
  if (field.type === "array") return Promise.all(texts.map((each) => readItem(source, field, each, flag)));
  if (field.type === "object") return readObject(source, texts, flag);
  if (field.type === "boolean") return text === "true";
  if (field.type === "string") return readText(source, text, field.format, flag);
  return readNumber(isSeconds(field) ? secondsOf(text) : text, field.type, flag);
}

async function readJson(source: Source, text: string, flag: string): Promise<unknown> {
  try {
    return JSON.parse(await readContent(source, text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw usageError(`${flag} is not valid JSON: ${error.message}`);
  }
}

/** Returns the text itself, the content of `@file`, or standard input for `-`. */
async function readContent(source: Source, text: string): Promise<string> {
  if (text === "-") return source.readStdin();
  if (!text.startsWith("@")) return text;
  return source.readFile(text.slice(1));
}

/** Reads `key=value` pairs and JSON objects. A later value overrides an earlier value of the same key. */
async function readObject(source: Source, texts: string[], flag: string): Promise<unknown> {
  const parts = await Promise.all(
    texts.map(async (text) => {
      const [, key, value = ""] = /^([^=@{]+)=(.*)$/s.exec(text) ?? [];
      return key === undefined ? ((await readJson(source, text, flag)) as object) : { [key]: readScalar(value) };
    }),
  );
  if (parts.some((part) => typeof part !== "object" || part === null || Array.isArray(part))) {
    throw usageError(`${flag} takes key=value or a JSON object`);
  }
  return Object.assign({}, ...parts);
}

async function readText(source: Source, given: string, format: string | undefined, flag: string): Promise<string> {
  const text = given === "-" ? (await source.readStdin()).replace(/\r?\n$/, "") : given;
  if (format === "e164" || (format === "sender" && isLongAsPhone(text))) {
    const { normalizePhone } = await import("../normalize-phone.ts");
    return normalizePhone(text, source.country);
  }
  if (format === "iso-8601-with-offset") return readTimeAhead(text, flag);
  return format === "iso-8601" ? readTime(text) : text;
}

/** Whether a sender has as many digits as a phone number. A short code has fewer, whatever the country. */
const isLongAsPhone = (text: string) => text.replace(/\D/g, "").length >= 7;

/** Reads an item of an array. An item of mixed types is JSON or plain text. */
async function readItem(source: Source, { items, itemFormat }: Field, text: string, flag: string): Promise<unknown> {
  const isText = items === "string" || (items === "mixed" && !/^[[{@]/.test(text));
  return isText ? readText(source, text, itemFormat, flag) : readJson(source, text, flag);
}

function readNumber(text: string, type: "integer" | "number", flag: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(type === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value))) {
    throw usageError(`${flag} takes ${type === "integer" ? "a whole number" : "a number"}, not "${text}"`);
  }
  return value;
}

/** Reads the value of a `key=value` pair: a JSON literal, number or quoted string, otherwise plain text. */
function readScalar(text: string): unknown {
  return /^(true|false|null|-?(0|[1-9]\d{0,14})(\.\d+)?|".*")$/s.test(text) ? JSON.parse(text) : text;
}

const unitMilliseconds = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads a duration such as `10m` as milliseconds; undefined for any other text. */
function readDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * unitMilliseconds[unit as "s"];
}

/**
 * Reads a duration as the time so long ago, and `today` and `yesterday` as their midnight in the time zone of this machine.
 * Returns any other text unchanged, for the server.
 */
function readTime(text: string): string {
  const duration = readDuration(text);
  if (duration !== undefined) return new Date(Date.now() - duration).toISOString();
  const daysAgo = ["today", "yesterday"].indexOf(text.toLowerCase());
  if (daysAgo === -1) return text;
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).toISOString();
}

function secondsOf(text: string): string {
  const duration = readDuration(text);
  return duration === undefined ? text : String(duration / 1_000);
}
