import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** Checks on a Citus cluster, and the HTTP tests there: a path selects them. `npm test` does not collect the checks. */
export default defineConfig({
  root: join(import.meta.dirname, "../.."),
  test: {
    globalSetup: ["test/citus/global-setup.ts"],
    include: ["test/citus/*.check.ts", "test/*/*.test.ts"],
    exclude: ["test/processes/**"],
    pool: "forks",
    isolate: false,
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
