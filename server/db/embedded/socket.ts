import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Privileges } from "./privileges.ts";
import { handOver } from "./privileges.ts";

/** Only part of the socket's name: nothing listens on TCP. */
export const port = 5432;

// macOS allows 103 bytes, Linux 107.
const socketPathBytes = 103;

/** Where the socket of `directory` belongs: in it, or in the temporary folder when the path would be too long. */
export function chooseSocketDirectory(directory: string): string {
  const name = `messaging-${createHash("sha256").update(directory).digest("hex").slice(0, 16)}`;
  const candidates = [join(directory, "socket"), join(tmpdir(), name)];
  return candidates.find((path) => Buffer.byteLength(socketFile(path)) <= socketPathBytes) ?? join("/tmp", name);
}

/** The file that clients connect to. */
export function socketFile(socketDirectory: string): string {
  return join(socketDirectory, `.s.PGSQL.${port}`);
}

/**
 * The socket directory of the PostgreSQL that last ran on `data`, if it is known. It is not always the one we would
 * choose: the temporary folder depends on the environment of the process that started it.
 */
export function readSocketDirectory(data: string): string | undefined {
  try {
    const [, recordedData, , , recordedSocket] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    // A copied directory brings the file of the original along, and must not lead there.
    return recordedData === data && recordedSocket ? recordedSocket : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Makes the socket directory, open to its owner only.
 *
 * @throws when somebody else made it before, who could then answer in PostgreSQL's place
 */
export function makeSocketDirectory(path: string, directory: string, privileges: Privileges): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(path);
  const isOurs = dirname(path) === directory || [process.getuid?.(), privileges.owner?.uid].includes(uid);
  if (!isOurs || !lstatSync(path).isDirectory()) {
    throw new Error(`The folder ${path} for PostgreSQL's socket belongs to another user: remove it.`);
  }
  chmodSync(path, 0o700);
  handOver(path, privileges);
}
