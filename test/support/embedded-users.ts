/**
 * Processes that use an embedded database, and its directory, for the length of a test.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { expect, type TestContext } from "vitest";
import { stopEmbedded } from "../../server/db/embedded/embedded.ts";
import type { Address } from "./embedded.ts";

export const settings = { fsync: "off", shared_buffers: "16MB" };
const launcher = new URL("../../server/db/embedded/embedded.ts", import.meta.url).href;

// The database of another process. It is open until that process gets a line or the end of its input. The process kills
// itself once a folder has a file whose name begins with a prefix. A look from here would be late on a busy machine.
const script = `
  import { watch } from "node:fs";
  const [, directory, folder, prefix] = process.argv;
  if (prefix) watch(folder, (_, name) => name?.startsWith(prefix) && process.kill(process.pid, "SIGKILL"));
  import { openEmbedded } from ${JSON.stringify(launcher)};
  const database = await openEmbedded(directory, { settings: ${JSON.stringify(settings)} });
  console.log(JSON.stringify(database));
  process.stdin.once("data", async () => { await database.close(); process.exit(); }).once("end", () => process.exit());
`;

/** Another process that uses the database. */
export interface User {
  readonly output: AsyncIterableIterator<string>;
  readonly ended: Promise<unknown>;
  close(): Promise<void>;
  kill(): Promise<void>;
}

interface UserOptions {
  environment?: NodeJS.ProcessEnv;
  /** The process is killed once the folder has a file whose name begins so. */
  killedAt?: { folder: string; prefix: string };
}

/** Creates a directory. After the test it is removed, with the databases in it. */
export function makeDirectory({ onTestFinished }: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), "embedded-"));
  onTestFinished(async () => {
    for (const path of [directory, ...nestedDirectories(directory)]) await stopEmbedded(path);
    rmSync(directory, { recursive: true, force: true });
  });
  return directory;
}

/** The directories of databases that a test created in subdirectories. */
function nestedDirectories(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("/postgres.log"))
    .map((path) => join(directory, dirname(path)));
}

/** Starts a process that opens the database and then writes its address. */
export function spawnUser(
  { onTestFinished }: TestContext,
  directory: string,
  { environment = {}, killedAt }: UserOptions = {},
): User {
  const fatal = killedAt ? [killedAt.folder, killedAt.prefix] : [];
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script, directory, ...fatal], {
    env: { ...process.env, ...environment },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  async function kill(): Promise<void> {
    child.kill("SIGKILL");
    await exited;
  }
  onTestFinished(kill);
  return {
    ended: exited,
    output: createInterface(child.stdout)[Symbol.asyncIterator](),
    async close() {
      child.stdin.write("close\n");
      expect(await exited).toEqual([0, null]);
    },
    kill,
  };
}

/** Opens the database in another process, and waits for its address. */
export async function openElsewhere(
  context: TestContext,
  directory: string,
  environment?: NodeJS.ProcessEnv,
): Promise<User & { database: Address }> {
  const user = spawnUser(context, directory, environment && { environment });
  const line = await user.output.next();
  return { ...user, database: JSON.parse(line.value) as Address };
}
