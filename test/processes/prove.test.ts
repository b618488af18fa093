import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { experiments } from "../prove/experiments.ts";
import { createRun } from "../prove/run-experiment.ts";

let run: ReturnType<typeof createRun>;
beforeAll(() => {
  run = createRun({ cluster: inject("cluster"), seed: 1, isShort: true });
});
afterAll(() => run.close());

// `npm run prove` runs the full forms; docs/reliability.md says what they are for.
describe.each(experiments)("$id: $title", ({ id, passesWhen, seconds }) => {
  test(`passes in its short form when ${passesWhen}`, { timeout: (seconds.short + 20) * 1_000 }, async () => {
    const { pass, details } = await run.run(experiments.find((each) => each.id === id)!);

    expect({ pass, problems: details.problems ?? [] }).toEqual({ pass: true, problems: [] });
  });
});
