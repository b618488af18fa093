import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { extract, Header, list, Pack, ReadEntry } from "tar";

/** A compressed archive that is being written. Only its owner can read it. */
export interface Archive {
  addDirectory(name: string): Promise<void>;
  add(name: string, content: Buffer): Promise<void>;
  /** Adds a file that others may change meanwhile, with the size that it has at first; nothing if it is gone. */
  addFile(name: string, path: string): Promise<void>;
  /** Writes the end, and waits until all is on the disk. */
  finish(): Promise<void>;
}

const chunkBytes = 1_048_576;

/** Creates the file of an archive. @throws EEXIST if it exists */
export function createArchive(file: string): Archive {
  const pack = new Pack({ portable: true });
  const output = createWriteStream(file, { flags: "wx", mode: 0o600, flush: true });
  const written = pipeline(bytesOf(pack), createGzip({ level: 1 }), output);
  // The next call, or `finish`, throws the error.
  written.catch(() => {});

  async function write(name: string, size: number, read: AsyncIterable<Buffer>): Promise<void> {
    const header = new Header({ path: name, size, mode: 0o600, mtime: new Date(), type: "File" });
    const entry = new ReadEntry(header);
    pack.add(entry);
    for await (const part of read) {
      if (!entry.write(part)) await Promise.race([new Promise((resolve) => entry.once("drain", resolve)), written]);
    }
    entry.end();
  }

  return {
    async addDirectory(name) {
      const entry = new ReadEntry(
        new Header({ path: `${name}/`, size: 0, mode: 0o700, mtime: new Date(), type: "Directory" }),
      );
      pack.add(entry);
      entry.end();
    },
    add: (name, content) => write(name, content.length, partsOf(content)),
    async addFile(name, path) {
      const handle = await open(path).catch(ignoreMissing);
      if (!handle) return;
      try {
        const { size } = await handle.stat();
        await write(name, size, readExactly(handle, size));
      } finally {
        await handle.close();
      }
    },
    async finish() {
      pack.end();
      await written;
    },
  };
}

/**
 * Extracts an archive into an empty directory. A first reading to its end makes sure that a damaged one writes nothing.
 *
 * @throws if the archive is damaged or cut off
 */
export async function extractArchive(file: string, directory: string): Promise<void> {
  await list({ file, strict: true });
  await extract({ file, cwd: directory, strict: true, preserveOwner: false });
}

async function* bytesOf(pack: Pack): AsyncIterable<Buffer> {
  for await (const part of pack) yield part as Buffer;
}

async function* partsOf(content: Buffer): AsyncIterable<Buffer> {
  yield content;
}

/** Reads the first `size` bytes. A file that was cut off meanwhile continues with zeros, and the log repairs its pages. */
async function* readExactly(handle: Awaited<ReturnType<typeof open>>, size: number): AsyncIterable<Buffer> {
  for (let left = size; left > 0; ) {
    const part = Buffer.alloc(Math.min(chunkBytes, left));
    const { bytesRead } = await handle.read(part, 0, part.length);
    const filled = bytesRead === 0 ? part : part.subarray(0, bytesRead);
    yield filled;
    left -= filled.length;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
