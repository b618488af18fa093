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
  ...["callbacks", "consumers", "start", "settings", "bench", "two-servers", "docs-examples"].map(
    (name) => `processes/${name}`,
  ),
  ...["cli/tree", "contract/violations", "operations/shared-refusals", "mcp/calls"],
  ...["admission/rate-limit", "operations/idempotency-replays"],
  ...["similar-names", "work-at-size", "contact-batches", "slow-targets", "silent-database", "endpoint-enabling"].map(
    (name) => `load/${name}`,
  ),
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
      // Everything comes from the composition root, so test files can share a process. Four files run at once, because they
      // often wait for PostgreSQL.
      {
        test: {
          ...shared,
          maxWorkers: 4,
          name: "api",
          include: ["test/*/*.test.ts", "test/page/units/*.test.ts"],
          exclude: ["test/processes/**", "test/load/**", "test/page/*.test.ts", "test/deploy/**"],
          isolate: false,
        },
      },
      // These tests have large teams, many requests at once, random histories, or peers that hang.
      {
        test: {
          ...shared,
          ...patient,
          name: "load",
          isolate: false,
          include: ["test/load/*.test.ts"],
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
      // These tests run the programs that deploy/ configures.
      {
        test: {
          ...shared,
          ...patient,
          maxWorkers: 3,
          name: "deploy",
          isolate: false,
          include: ["test/deploy/*.test.ts"],
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
