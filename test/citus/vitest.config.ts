import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { filesOfOneNode } from "./refused-tests.ts";
import { testsVariable } from "./run-tests.ts";

const root = join(import.meta.dirname, "../..");

/** The HTTP tests: the files that start a server in their process. */
const httpTests = globSync("test/*/*.test.ts", { cwd: root, exclude: ["test/processes/**", ...filesOfOneNode] }).filter(
  (file) => /\buseApp\(/.test(readFileSync(join(root, file), "utf8")),
);

/** Checks on a Citus cluster, and the HTTP tests there: a path selects them. `npm test` does not collect the checks. */
export default defineConfig({
  root,
  test: {
    provide: JSON.parse(process.env[testsVariable] ?? "{}"),
    include: ["test/citus/*.check.ts", ...httpTests],
    pool: "forks",
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
