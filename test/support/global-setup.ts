import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openEmbedded, stopEmbedded } from "../../server/db/embedded/embedded.ts";
import { openOrm } from "../../server/db/orm.ts";
import { migrate } from "../../server/migrate.ts";
import { compareWithContract, isWholeSuite, readAnswers } from "./answers.ts";

declare module "vitest" {
  export interface ProvidedContext {
    cluster: { host: string; port: number; user: string };
    /** Where the servers of the tests keep what they have answered. */
    answers: string;
  }
}

/** The database that every test file's own one is a copy of. */
export const templateDatabase = "template_messaging";

const prefix = "messaging-test-";

/** Starts a private PostgreSQL that forgets everything in a crash, with a migrated database to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const directory = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  const cluster = await openEmbedded(directory, {
    database: templateDatabase,
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  });
  const orm = await openOrm(cluster);
  await migrate({ orm, address: cluster, embedded: true, close: () => orm.close() });
  await orm.close();
  const answers = join(directory, "answers");
  await mkdir(answers);
  project.provide("answers", answers);
  project.provide("cluster", { host: cluster.host, port: cluster.port, user: cluster.user });
  return async () => {
    await cluster.close();
    const given = isWholeSuite(project.vitest) ? await readAnswers(answers) : undefined;
    await rm(directory, { recursive: true });
    if (given) compareWithContract(given);
  };
}

/** Clusters of test runs that were killed. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1] ?? 0);
    if (pid === 0 || isAlive(pid)) continue;
    await stopEmbedded(join(tmpdir(), name));
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
