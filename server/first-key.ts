import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The file for the first API key of an installation. */
export interface KeyFile {
  path: string;
  /** Why the key is not in it; undefined: it is. */
  fault: string | undefined;
}

/**
 * Writes the first API key into a file in `DATA_DIR` that only its owner can read, because standard output is a log where
 * nobody watches it. Never replaces a file, and follows no link of that name.
 */
export async function writeFirstKey(dataDir: string, key: string): Promise<KeyFile> {
  const path = join(dataDir, "first-api-key");
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(path, `${key}\n`, { flag: "wx", mode: 0o600 });
    return { path, fault: undefined };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { path, fault: code === "EEXIST" ? "a file of that name is there already" : message };
  }
}
