import { describe, expect, inject, test } from "vitest";
import { experiments } from "../prove/experiments.ts";
import { runExperiment } from "../prove/run-experiment.ts";

// `npm run prove` runs the full forms; docs/reliability.md says what they are for.
describe.each(experiments)("$id: $title", ({ id, passesWhen, seconds }) => {
  test(`passes in its short form when ${passesWhen}`, { timeout: (seconds.short + 20) * 1_000 }, async () => {
    const experiment = experiments.find((each) => each.id === id)!;

    const { pass, details } = await runExperiment(experiment, { cluster: inject("cluster"), seed: 1, isShort: true });

    expect({ pass, problems: details.problems ?? [] }).toEqual({ pass: true, problems: [] });
  });
});
