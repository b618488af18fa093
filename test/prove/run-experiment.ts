import { setTimeout as pause } from "node:timers/promises";
import { type ContextOptions, createContext } from "./context.ts";
import type { Experiment, Findings, Result } from "./experiment.ts";
import type { ServerPair } from "./server-pair.ts";

/** The maximum number of reported problems. */
const maxProblems = 10;

/** How long closing the resources of an experiment may take. A transaction that is still open holds it up. */
const closeSeconds = 15;

/** Runs experiments that may share a pair of servers, until it is closed. */
export function createRun(options: Omit<ContextOptions, "shareServerPair">) {
  const context = createContext(options);
  let pair: Promise<ServerPair> | undefined;
  const shareServerPair = () => {
    pair ??= context.openServerPair();
    return pair;
  };
  return {
    run: (experiment: Experiment) => runExperiment(experiment, { ...options, shareServerPair }),
    close: () => context.close(),
  };
}

/** Runs one experiment. A timeout fails it. */
async function runExperiment(experiment: Experiment, options: ContextOptions): Promise<Result> {
  const context = createContext(options);
  const began = performance.now();
  const { n, problems: found, details } = await Promise.race([runToEnd(), runOut()]);
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  const problems = [...found, ...(await closeResources())];
  return {
    id: experiment.id,
    pass: problems.length === 0,
    n,
    seed: options.seed,
    seconds,
    details: { ...details, ...(problems.length > 0 && { problems: problems.slice(0, maxProblems) }) },
  };

  async function runToEnd(): Promise<Findings> {
    try {
      return await experiment.run(context);
    } catch (error) {
      return { n: 0, problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)], details: {} };
    }
  }

  async function closeResources(): Promise<string[]> {
    const late = pause(closeSeconds * 1_000, [`its resources were not closed within ${closeSeconds} seconds`], {
      ref: false,
    });
    return Promise.race([context.close().then(() => []), late]);
  }

  async function runOut(): Promise<Findings> {
    const limit = options.isShort ? experiment.seconds.short : experiment.seconds.full;
    await pause(limit * 1_000, undefined, { ref: false });
    return { n: 0, problems: [`not done after ${limit} seconds`], details: {} };
  }
}
