import { createHash } from "node:crypto";
import { chmodSync, lstatSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { makeDirectory } from "../../make-directory.ts";
import { handOver, type Privileges } from "./privileges.ts";

/** A part of the socket's name. PostgreSQL does not listen on TCP. */
export const port = 5432;

// macOS allows 103 bytes, Linux 107.
const socketPathBytes = 103;

/** Chooses the folder of the socket: in `directory`, or in the temporary folder if the path would be too long. */
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
 * The socket directory of the PostgreSQL that last ran on `data`, if known. It can differ from the directory that this
 * process would choose, because the temporary folder depends on the environment of the process that started PostgreSQL.
 */
export function readSocketDirectory(data: string): string | undefined {
  try {
    const [, recordedData, , , recordedSocket] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    // A copied directory contains the file of the original, whose socket must not be used.
    return recordedData === data && recordedSocket ? recordedSocket : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Makes the socket directory, open to its owner only.
 *
 * @throws if another user made it before, because that user could answer in PostgreSQL's place
 */
export function makeSocketDirectory(path: string, directory: string, privileges: Privileges): void {
  makeDirectory(path);
  const { uid } = lstatSync(path);
  const isOurs = dirname(path) === directory || [process.getuid?.(), privileges.owner?.uid].includes(uid);
  if (!isOurs || !lstatSync(path).isDirectory()) {
    throw new Error(`The folder ${path} for PostgreSQL's socket belongs to another user: remove it.`);
  }
  chmodSync(path, 0o700);
  handOver(path, privileges);
}
