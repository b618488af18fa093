/**
 * Runs all experiments, or the named ones, one after another:
 *
 *     npm run prove -- [K1 C4 …] [--seed 7] [--quick] [--citus]
 *     npm run prove -- --list
 *
 * `--list` or `--help` lists the experiments. `--citus` runs them on a Citus cluster of a coordinator and two workers. Each
 * experiment prints a line of JSON when it ends; a table follows at the end. The exit code is 1 if an experiment fails, and
 * 2 if the options are wrong or Citus is absent.
 */
import { parseArgs } from "node:util";
import { startCitus } from "../support/citus.ts";
import { findCitus } from "../support/citus-nodes.ts";
import { startCluster } from "../support/cluster.ts";
import type { Experiment, Result } from "./experiment.ts";
import { experiments } from "./experiments.ts";
import { createRun } from "./run-experiment.ts";

const { values, positionals } = readArguments();
const topology = values.citus ? "citus" : "single";
const runsHere = ({ on = ["single"] }: Experiment) => on.includes(topology);
const available = experiments.filter(runsHere);
const seed = Number(values.seed);
const named = positionals.map((id) => id.toUpperCase());
const unknown = named.filter((id) => !available.some((experiment) => experiment.id === id));
if (unknown.length > 0 || !Number.isSafeInteger(seed)) {
  refuse(`The experiments are ${available.map(({ id }) => id).join(" ")}; the seed must be a whole number.`);
}
const chosen = available.filter(({ id }) => named.length === 0 || named.includes(id));
const found = findCitus();
if (values.citus && "missing" in found) refuse(`Citus is absent: ${found.missing}.`);

if (values.list || values.help) {
  for (const { id, title, passesWhen } of chosen) console.log(`${id}  ${title}\n    passes when ${passesWhen}`);
} else {
  const cluster = values.citus ? await startCitus({ isDurable: true, spares: 1 }) : await startCluster();
  const run = createRun({ cluster, seed, isShort: values.quick });
  const results: Result[] = [];
  try {
    for (const experiment of chosen) {
      const result = await run.run(experiment);
      console.log(JSON.stringify(result));
      results.push(result);
    }
  } finally {
    await run.close();
    await cluster.close();
  }
  const titles = new Map(available.map(({ id, title }) => [id, title]));
  console.table(
    Object.fromEntries(
      results.map(({ id, pass, n, seconds }) => [
        id,
        { pass: pass ? "yes" : "NO", n, seconds, experiment: titles.get(id)?.slice(0, 80) },
      ]),
    ),
  );
  // An experiment that timed out may still be waiting.
  process.exit(results.every(({ pass }) => pass) ? 0 : 1);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        seed: { type: "string", default: String(Date.now() % 1_000_000) },
        quick: { type: "boolean", default: false },
        list: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
        citus: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}
