import { basename, join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const shared = {
  pool: "forks",
  maxWorkers: 2,
  testTimeout: 30_000,
  hookTimeout: 30_000,
} as const;

/** For tests that start several processes, on a machine that has other work. */
const patient = { testTimeout: 120_000, hookTimeout: 120_000 } as const;

/** The files that take longest, the longest first. */
const longest = [
  ...["prove-jobs", "callbacks", "prove-inputs", "prove-processes", "prove-races", "prove-connections", "prove-load"],
  ...["settings", "embedded-database", "start", "cli-bulk", "two-servers", "webhooks"],
  ...["silent-database", "cli-tree", "work-at-size", "webhooks-slow-targets", "mcp-calls", "contacts-similar-names"],
];

/** Starts the longest files before the others: begun last, they would keep one core idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.indexOf(basename(moduleId, ".test.ts"));
      return place === -1 ? longest.length : place;
    };
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  root: join(import.meta.dirname, ".."),
  test: {
    globalSetup: ["test/support/global-setup.ts"],
    sequence: { sequencer: LongestFirst },
    projects: [
      // Everything comes from the composition root, so test files can share a process.
      { test: { ...shared, name: "api", include: ["test/*.test.ts"], isolate: false } },
      // Starts and kills processes of its own: after the others, which take both cores. Much of it is waiting for what
      // a killed process held, so three files run at once.
      {
        test: {
          ...shared,
          ...patient,
          maxWorkers: 3,
          name: "processes",
          include: ["test/processes/*.test.ts"],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
