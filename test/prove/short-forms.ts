import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Experiment } from "./experiment.ts";
import { createRun } from "./run-experiment.ts";

/** Defines tests of the short forms. `npm run prove` runs the full forms. */
export function describeShortForms(experiments: Experiment[]): void {
  let run: ReturnType<typeof createRun>;
  beforeAll(() => {
    run = createRun({ cluster: inject("cluster"), seed: 1, isShort: true });
  });
  afterAll(() => run.close());

  describe.each(experiments)("$id: $title", ({ id, passesWhen, seconds }) => {
    test(`passes in its short form when ${passesWhen}`, { timeout: (seconds.short + 20) * 1_000 }, async () => {
      const { pass, details } = await run.run(experiments.find((each) => each.id === id)!);

      expect({ pass, problems: details.problems ?? [] }).toEqual({ pass: true, problems: [] });
    });
  });
}
