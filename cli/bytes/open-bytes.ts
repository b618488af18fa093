import { createReadStream } from "node:fs";
import { type FileHandle, mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import type { ByteSource } from "./decode.ts";

/** The bytes of a file or of standard input, open until they are disposed of. */
export interface OpenBytes extends ByteSource, AsyncDisposable {
  size: number;
}

/** The name of a file in messages. */
export const nameOf = (file: string) => (file === "-" ? "stdin" : file);

/** Whether a path names a file that keeps its bytes, and not standard input or a pipe. */
export const isKept = async (file: string): Promise<boolean> => file !== "-" && (await stat(file)).isFile();

/**
 * Opens a file; `-` is standard input. Standard input and pipes are read to their end first. Their bytes are then in a
 * temporary file without a name, so that memory stays small and nobody else can read them.
 *
 * @throws Failure (usage) if the file cannot be read
 */
export async function openBytes({ stdin }: Io, file: string): Promise<OpenBytes> {
  try {
    const handle = (await isKept(file)) ? await open(file) : await spool(file === "-" ? stdin : createReadStream(file));
    return {
      name: nameOf(file),
      size: (await handle.stat()).size,
      read: () => readFrom(handle),
      [Symbol.asyncDispose]: () => handle.close(),
    };
  } catch (error) {
    throw usageError(`${nameOf(file)} cannot be read: ${(error as Error).message}`);
  }
}

const chunkSize = 65_536;

/** Reads an open file from its beginning. */
async function* readFrom(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await handle.read(new Uint8Array(chunkSize), 0, chunkSize, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

async function spool(chunks: AsyncIterable<Uint8Array | string>): Promise<FileHandle> {
  const directory = await mkdtemp(join(tmpdir(), "messaging-"));
  try {
    const handle = await open(join(directory, "stdin"), "wx+", 0o600);
    for await (const chunk of chunks) await handle.appendFile(Buffer.from(chunk));
    return handle;
  } finally {
    await rm(directory, { recursive: true });
  }
}
