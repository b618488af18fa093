import { join } from "node:path";
import { defineConfig } from "vitest/config";

const shared = {
  pool: "forks",
  maxWorkers: 2,
  testTimeout: 30_000,
  hookTimeout: 30_000,
} as const;

export default defineConfig({
  root: join(import.meta.dirname, ".."),
  test: {
    globalSetup: ["test/support/global-setup.ts"],
    projects: [
      // Everything comes from the composition root, so test files can share a process.
      { test: { ...shared, name: "api", include: ["test/*.test.ts"], isolate: false } },
      // Starts and kills processes of its own: after the others, which take both cores. Much of it is waiting for what
      // a killed process held, so three files run at once.
      {
        test: {
          ...shared,
          maxWorkers: 3,
          name: "processes",
          include: ["test/processes/*.test.ts"],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
