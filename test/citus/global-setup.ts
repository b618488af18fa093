import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startCitus } from "../support/citus.ts";

/** Starts a Citus cluster, in which every test file gets its own database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { directory, close, nodes: _, ...cluster } = await startCitus();
  const answers = join(directory, "answers");
  await mkdir(answers);
  project.provide("answers", answers);
  project.provide("cluster", cluster);
  return close;
}
