import { readFile } from "node:fs/promises";
import type { Field } from "../generated/outlines.ts";
import { usageError } from "./failures.ts";
import { type Io, readStdin } from "./io.ts";

/** What reads the texts of flags and arguments. Standard input is read once, whoever asks for it. */
export interface ValueReader {
  /** A field's value. `texts` has more than one only for arrays and objects. */
  read(field: Field, texts: string[], flag: string): Promise<unknown>;
  /** JSON from the text itself, `@file` or `-`. */
  readJson(text: string, flag: string): Promise<unknown>;
}

/** Reads values; phone numbers without a country code get that of `country`, if there is one. */
export function createValueReader(io: Io, country: string | undefined): ValueReader {
  let stdin: Promise<string> | undefined;
  const readInput = () => {
    stdin ??= readStdin(io);
    return stdin;
  };

  async function readSource(text: string): Promise<string> {
    if (text === "-") return readInput();
    if (!text.startsWith("@")) return text;
    return readFile(text.slice(1), "utf8").catch((error: Error) => {
      throw usageError(`${text.slice(1)} cannot be read: ${error.message}`);
    });
  }

  async function readJson(text: string, flag: string): Promise<unknown> {
    try {
      return JSON.parse(await readSource(text));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw usageError(`${flag} is no JSON: ${error.message}`);
    }
  }

  /** `key=value` pairs, JSON objects, or both; a later one counts more. */
  async function readObject(texts: string[], flag: string): Promise<unknown> {
    const parts = await Promise.all(
      texts.map(async (text) => {
        const [, key, value = ""] = /^([^=@{]+)=(.*)$/s.exec(text) ?? [];
        return key === undefined ? ((await readJson(text, flag)) as object) : { [key]: readScalar(value) };
      }),
    );
    if (parts.some((part) => typeof part !== "object" || part === null || Array.isArray(part))) {
      throw usageError(`${flag} takes key=value or a JSON object`);
    }
    return Object.assign({}, ...parts);
  }

  async function readText(given: string, format: string | undefined): Promise<string> {
    const text = given === "-" ? (await readInput()).replace(/\r?\n$/, "") : given;
    if (format === "e164") {
      const { normalizePhone } = await import("./phone.ts");
      return normalizePhone(text, country);
    }
    return format === "iso-8601" ? readMoment(text) : text;
  }

  /** An item of an array: of several types it may be JSON, or a bare text. */
  async function readItem({ items, itemFormat }: Field, text: string, flag: string): Promise<unknown> {
    const isText = items === "string" || (items === "mixed" && !/^[[{@]/.test(text));
    return isText ? readText(text, itemFormat) : readJson(text, flag);
  }

  return {
    readJson,
    async read(field, texts, flag) {
      const [text = ""] = texts;
      if (field.type === "array") return Promise.all(texts.map((each) => readItem(field, each, flag)));
      if (field.type === "object") return readObject(texts, flag);
      if (field.type === "boolean") return text === "true";
      if (field.type === "string") return readText(text, field.format);
      return readNumber(text, field.type, flag);
    },
  };
}

function readNumber(text: string, type: "integer" | "number", flag: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(type === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value))) {
    throw usageError(`${flag} takes ${type === "integer" ? "a whole number" : "a number"}, not "${text}"`);
  }
  return value;
}

/** In `key=value`, what JSON has a word or a number for is that; everything else is text. */
function readScalar(text: string): unknown {
  return /^(true|false|null|-?(0|[1-9]\d{0,14})(\.\d+)?|".*")$/s.test(text) ? JSON.parse(text) : text;
}

const unitMilliseconds = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A moment of the past, as `10m` for ten minutes ago; any other text is left to the server. */
function readMoment(text: string): string {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (amount === undefined) return text;
  return new Date(Date.now() - Number(amount) * unitMilliseconds[unit as "s"]).toISOString();
}
