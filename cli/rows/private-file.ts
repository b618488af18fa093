import { randomUUID } from "node:crypto";
import { constants, fchmodSync, fstatSync, openSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { decodeText } from "../bytes/decode.ts";

/** Windows does not have this flag. */
const noFollow = constants.O_NOFOLLOW ?? 0;

/** Only the owner can read and write, because these files contain phones and texts. */
const mode = 0o600;

/** How a private file is opened: `change` keeps its content, `replace` creates or empties it, `append` creates or extends it. */
const flags = {
  read: constants.O_RDONLY | noFollow,
  change: constants.O_RDWR | noFollow,
  replace: constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | noFollow,
  append: constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | noFollow,
};

/**
 * Opens a file for writing. From now on, only its owner can read it.
 *
 * @throws the error of the system, also if the path is a symbolic link
 */
export function openPrivate(file: string, how: "change" | "replace" | "append"): number {
  const opened = openSync(file, flags[how], mode);
  // The permissions of a device stay as they are.
  if (fstatSync(opened).isFile()) fchmodSync(opened, mode);
  return opened;
}

/**
 * Reads a file as text.
 *
 * @throws the error of the system, also if the path is a symbolic link
 */
export async function readPrivate(file: string): Promise<string> {
  await using handle = await open(file, flags.read);
  return decodeText(await handle.readFile(), file);
}

/** Replaces a file as a whole, durably. A symbolic link in its place is replaced and not followed. */
export async function replacePrivate(file: string, text: string): Promise<void> {
  const next = `${file}.${randomUUID()}`;
  try {
    {
      await using handle = await open(next, "wx", mode);
      await handle.writeFile(text);
      await handle.sync();
    }
    await rename(next, file);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}
