import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { compareWithContract, isWholeSuite, readAnswers } from "./answers.ts";
import { type Cluster, startCluster } from "./cluster.ts";

declare module "vitest" {
  export interface ProvidedContext {
    cluster: Cluster;
    /** Where the servers of the tests keep what they have answered. */
    answers: string;
  }
}

/** Starts a private PostgreSQL that every test file has a database of its own in. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { directory, close, ...cluster } = await startCluster({
    // It would go round the databases of files that are done.
    autovacuum: "off",
  });
  const answers = join(directory, "answers");
  await mkdir(answers);
  project.provide("answers", answers);
  project.provide("cluster", cluster);
  return async () => {
    const given = isWholeSuite(project.vitest) ? await readAnswers(answers) : undefined;
    await close();
    if (given) compareWithContract(given);
  };
}
