import { readFile } from "node:fs/promises";
import { usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import { decodeText } from "./decode.ts";

/**
 * Reads a file as text.
 *
 * @throws Failure (usage) if the file cannot be read or decoded
 */
export async function readTextFile(file: string, encoding?: string): Promise<string> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw usageError(`${file} cannot be read: ${error.message}`);
  });
  return decodeText(bytes, file, encoding);
}

/** Reads standard input to its end, as text. */
export async function readStdin({ stdin }: Io, encoding?: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return decodeText(Buffer.concat(chunks), "stdin", encoding);
}
