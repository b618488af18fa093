import { setTimeout as pause } from "node:timers/promises";
import { type BenchOptions, createBench } from "./bench.ts";
import type { Experiment, Findings, Result } from "./experiment.ts";
import type { Pair } from "./pair.ts";

/** How many problems are told; the first ones say what is wrong. */
const mostProblems = 10;

/** Runs experiments that share what they may, until it is closed. */
export function createRun(options: Omit<BenchOptions, "sharePair">) {
  const bench = createBench(options);
  let pair: Promise<Pair> | undefined;
  const sharePair = () => {
    pair ??= bench.openPair();
    return pair;
  };
  return {
    run: (experiment: Experiment) => runExperiment(experiment, { ...options, sharePair }),
    close: () => bench.close(),
  };
}

/** Runs one experiment to its end, or to the end of its time, which fails it. */
async function runExperiment(experiment: Experiment, options: BenchOptions): Promise<Result> {
  const bench = createBench(options);
  const began = performance.now();
  const { n, problems, details } = await Promise.race([runToEnd(), runOut()]);
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  await bench.close();
  return {
    id: experiment.id,
    pass: problems.length === 0,
    n,
    seed: options.seed,
    seconds,
    details: { ...details, ...(problems.length > 0 && { problems: problems.slice(0, mostProblems) }) },
  };

  async function runToEnd(): Promise<Findings> {
    try {
      return await experiment.run(bench);
    } catch (error) {
      return { n: 0, problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)], details: {} };
    }
  }

  async function runOut(): Promise<Findings> {
    const limit = options.isShort ? experiment.seconds.short : experiment.seconds.full;
    await pause(limit * 1_000, undefined, { ref: false });
    return { n: 0, problems: [`not done after ${limit} seconds`], details: {} };
  }
}
