import { join, relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The limits are for a busy machine, on which a test may take ten times as long. */
const shared = {
  pool: "forks",
  maxWorkers: 2,
  setupFiles: join(import.meta.dirname, "support/patient-waits.ts"),
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const;

/** For tests that start several processes. */
const patient = { testTimeout: 180_000, hookTimeout: 180_000 } as const;

/** The slowest files, the slowest first, as paths in `test/`. */
const slowest = [
  ...["inbox", "hostile", "access", "docs", "servers"].map((name) => `page/${name}`),
  ...["callbacks", "consumers", "start", "settings", "bench", "two-servers"].map((name) => `processes/${name}`),
  ...["cli/tree", "contacts/batches", "db/work-at-size", "webhooks/slow-targets", "contract/violations", "mcp/calls"],
  ...["db/silent-database", "webhooks/concurrency", "webhooks/enabling", "contacts/similar-names"],
];

/** Starts the slowest files first. At the end, a slow file would keep one core idle. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const positionOf = ({ moduleId }: TestSpecification) => {
      const position = slowest.indexOf(relative(import.meta.dirname, moduleId).replace(".test.ts", ""));
      return position === -1 ? slowest.length : position;
    };
    return sorted.toSorted((a, b) => positionOf(a) - positionOf(b));
  }
}

export default defineConfig({
  root: join(import.meta.dirname, ".."),
  test: {
    globalSetup: ["test/support/global-setup.ts"],
    sequence: { sequencer: SlowestFirst },
    projects: [
      // Everything comes from the composition root, so test files can share a process. Three files run at once, because they
      // often wait for PostgreSQL: that saves an eighth of the time on two cores.
      {
        test: {
          ...shared,
          maxWorkers: 3,
          name: "api",
          include: ["test/*/*.test.ts", "test/page/units/*.test.ts"],
          exclude: ["test/processes/**", "test/page/*.test.ts"],
          isolate: false,
        },
      },
      // These tests start and kill processes. Three files run at once, because they often wait for the locks of killed
      // processes.
      {
        test: {
          ...shared,
          ...patient,
          maxWorkers: 3,
          name: "processes",
          isolate: false,
          include: ["test/processes/*.test.ts"],
        },
      },
      // These tests share one browser, in which each has its own profile. Three files run at once, because they often wait for
      // what the page shows.
      {
        test: {
          ...shared,
          ...patient,
          maxWorkers: 3,
          name: "page",
          isolate: false,
          expect: { poll: { timeout: 45_000 } },
          include: ["test/page/*.test.ts"],
          globalSetup: ["test/page/support/launch.ts"],
        },
      },
      {
        test: {
          ...shared,
          ...patient,
          name: "screenshots",
          include: ["test/page/screenshots.ts"],
          globalSetup: ["test/page/support/launch.ts"],
        },
      },
    ],
  },
});
