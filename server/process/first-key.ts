import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeDirectory } from "../make-directory.ts";

/** The file for the first API key of an installation. */
export interface KeyFile {
  path: string;
  /** Why the key could not be written; undefined if it was written. */
  fault: string | undefined;
}

/**
 * Writes the first API key into a file in `DATA_DIR` that only its owner can read. Standard output may be a log, where a
 * key must not appear. An existing file or link of that name is not replaced or followed.
 */
export async function writeFirstKey(dataDir: string, key: string): Promise<KeyFile> {
  const path = join(dataDir, "first-api-key");
  try {
    makeDirectory(dataDir);
    await writeFile(path, `${key}\n`, { flag: "wx", mode: 0o600 });
    return { path, fault: undefined };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { path, fault: code === "EEXIST" ? "a file of that name already exists" : message };
  }
}
