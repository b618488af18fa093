import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { filesOfOneNode } from "./refused-tests.ts";
import { testsVariable } from "./run-tests.ts";

const root = join(import.meta.dirname, "../..");

/** The HTTP tests: the files that start a server in their process, without those that need a browser. */
const httpTests = globSync("test/*/*.test.ts", {
  cwd: root,
  exclude: ["test/processes/**", "test/page/**", ...filesOfOneNode],
}).filter((file) => /\buseApp\(/.test(readFileSync(join(root, file), "utf8")));

const shared = {
  root,
  provide: JSON.parse(process.env[testsVariable] ?? "{}"),
  pool: "forks",
  isolate: false,
  setupFiles: join(import.meta.dirname, "../support/patient-waits.ts"),
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const;

/**
 * Checks on a Citus cluster, and the HTTP tests there: a path selects them. `npm test` does not collect the checks. The
 * checks that move shards or stop a node run after all others, because a move waits for every transaction on the nodes.
 */
export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: "together",
          maxWorkers: 2,
          include: ["test/citus/*.check.ts", ...httpTests],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: "alone",
          maxWorkers: 1,
          include: ["test/citus/alone/*.check.ts"],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
