import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { compareWithContract, isWholeSuite, readAnswers } from "./answers.ts";
import { type Cluster, startCluster } from "./cluster.ts";

declare module "vitest" {
  export interface ProvidedContext {
    cluster: Cluster;
    /** The directory for the answers of the tests' servers. */
    answers: string;
  }
}

/** Starts a private PostgreSQL, in which every test file gets its own database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { directory, close, ...cluster } = await startCluster({
    // Autovacuum would process the databases of finished files.
    autovacuum: "off",
  });
  const answers = join(directory, "answers");
  await mkdir(answers);
  project.provide("answers", answers);
  project.provide("cluster", cluster);
  return async () => {
    const given = (await isWholeSuite(project.vitest)) ? readAnswers(answers) : undefined;
    await close();
    if (given) compareWithContract(given);
  };
}
