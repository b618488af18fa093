/**
 * Compares the service with minimal references on one machine and one PostgreSQL:
 *
 *     npm run bench [-- [ROW …] [--against DIR …]] [--quick]
 *     npm run bench -- --wrk [ROW …] [--quick]
 *     npm run bench -- --growth [CURVE …] [--quick]
 *     npm run bench -- --citus [ROW …] [--quick]
 *
 * docs/performance.md has all options.
 *
 * Figures of one machine say little; the ratios say how far from the limit the service is. A row's rounds alternate
 * with those of its references, and every second time in the opposite order, so that whatever else the machine does meets
 * both.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { openBeds } from "./cluster-beds.ts";
import { clusterRows, manyTeams, measureClusterRow } from "./cluster-rows.ts";
import { divideByGenerator, type RowByBoth, renderGenerators } from "./generators.ts";
import { type Curve, curves, type GrowthResult, grow, plotOf } from "./growth.ts";
import { type Measure, maxRequests, type Round } from "./measures.ts";
import { choose, type Options, readOptions } from "./options.ts";
import { renderPlot } from "./plot.ts";
import { root } from "./programs.ts";
import { compare, findGeneratorLimits, type RowResult, renderCosts, renderRatios } from "./report.ts";
import type { Reference, Row } from "./row.ts";
import { rows } from "./rows.ts";
import { openSetup, type Setup } from "./setup.ts";
import { byWrk, requireWrk } from "./wrk.ts";

/** Another checkout with its setup. */
interface Other {
  name: string;
  setup: Setup;
}

async function openOthers(setup: Setup, checkouts: string[]): Promise<Other[]> {
  const others: Other[] = [];
  for (const checkout of checkouts) others.push({ name: relative(root, checkout), setup: await setup.of(checkout) });
  return others;
}

const measuresOf = ({ measure, references }: Row): Measure[] => [measure, ...references.map((each) => each.measure)];

/** Warms a row and its references up, and returns the rounds of each of `measures`. */
async function measureRounds(
  setups: Setup[],
  row: Row,
  options: Options,
  measures = measuresOf(row),
): Promise<Round[][]> {
  const { rounds, seconds, warmUp, sends, callbacks, importedRows } = options;
  const setup = setups[0]!;
  for (const measure of measuresOf(row))
    await (row.warmUp ?? measure)(setup, { ...warmUp, sends, callbacks, rows: importedRows });
  if (row.isAtSize) for (const each of setups) await each.awaitStatistics();
  const measurements: Round[][] = measures.map(() => []);
  const inOrder = [...measures.entries()];
  for (let round = 0; round < (row.rounds ?? rounds); round++) {
    for (const [at, measure] of round % 2 === 0 ? inOrder : inOrder.toReversed()) {
      const effort = { seconds, requests: maxRequests, sends, callbacks, rows: importedRows };
      measurements[at]!.push(await measure(setup, effort));
    }
  }
  return measurements;
}

async function measureByBoth(setup: Setup, row: Row, options: Options): Promise<RowByBoth> {
  const measures = measuresOf(row);
  const rounds = await measureRounds([setup], row, options, [...measures, ...measures.map(byWrk)]);
  const [own, wrk] = [rounds.slice(0, measures.length), rounds.slice(measures.length)];
  return { own: compare(row, own), wrk: compare(row, wrk) };
}

const isThere = ({ isThere: look = () => true }: Reference) => look();

/** The row with the references that there are, or with the servers of other checkouts instead. */
function against(row: Row, others: Other[]): Row {
  if (others.length === 0) return { ...row, references: row.references.filter(isThere) };
  const references = others.map(
    ({ name, setup }): Reference => ({ name, measure: (_, effort) => row.measure(setup, effort) }),
  );
  return { ...row, references };
}

function write(file: string, text: string): void {
  const path = resolve(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function writeFigures({ output, size }: Options, figures: object): void {
  const machine = { cpus: availableParallelism(), model: cpus()[0]?.model, node: process.version };
  write(output, `${JSON.stringify({ at: new Date().toISOString(), machine, size, ...figures }, null, 2)}\n`);
}

async function measureRows(setup: Setup, chosen: Row[], options: Options): Promise<void> {
  const others = await openOthers(setup, options.against);
  const setups = [setup, ...others.map((other) => other.setup)];
  const measured: RowResult[] = [];
  for (const row of chosen) {
    console.error(`${row.id} …`);
    const compared = against(row, others);
    measured.push(compare(compared, await measureRounds(setups, compared, options)));
  }
  writeFigures(options, { rows: measured });
  console.log(renderRatios(measured));
  const costs = renderCosts(measured);
  if (costs !== "") console.log(`\nCPU time and latency per request:\n\n${costs}`);
  const missing = chosen.flatMap(({ references }) => references.filter((reference) => !isThere(reference)));
  if (options.against.length === 0) {
    for (const { name } of missing) console.log(`\n${name} is not installed, so it was not compared.`);
  }
  const limits = findGeneratorLimits(measured);
  if (limits.length > 0) console.log(`\nThe load generator may have limited: ${limits.join("; ")}.`);
  console.log(`\nAll rounds are in ${options.output}`);
}

async function measureCluster(options: Options): Promise<void> {
  const chosen = choose(clusterRows, options.names, "row");
  const beds = await openBeds(manyTeams);
  const measured: RowResult[] = [];
  try {
    for (const row of chosen) {
      console.error(`${row.id} …`);
      measured.push(...(await measureClusterRow(beds, row, options)));
    }
  } finally {
    await beds.close();
  }
  writeFigures(options, { rows: measured });
  console.log(renderRatios(measured));
  console.log(`\nCPU time and latency per request:\n\n${renderCosts(measured)}`);
  console.log(`\nAll rounds are in ${options.output}`);
}

async function measureGenerators(setup: Setup, all: Row[], options: Options): Promise<void> {
  const { chosen, skipped } = divideByGenerator(all.map((row) => against(row, [])));
  const measured: RowByBoth[] = [];
  for (const row of chosen) {
    console.error(`${row.id} …`);
    measured.push(await measureByBoth(setup, row, options));
  }
  writeFigures(options, { rows: measured.map(({ own, wrk }) => ({ ...own, wrk })) });
  if (measured.length > 0) console.log(renderGenerators(measured));
  if (skipped.length > 0) console.log(`\nSkipped, because wrk cannot run them: ${skipped.join(", ")}.`);
  console.log(`\nAll rounds are in ${options.output}`);
}

async function measureGrowth(setup: Setup, chosen: Curve[], options: Options): Promise<void> {
  const grown: GrowthResult[] = [];
  for (const curve of chosen) {
    console.error(`${curve.id} …`);
    grown.push(await grow(setup, curve, options));
  }
  writeFigures(options, { most: options.growthLimits, curves: grown });
  for (const curve of grown) write(join(options.plots, `${curve.id}.svg`), renderPlot(plotOf(curve)));
  console.log(`The curves are in ${options.output}, their plots in ${options.plots}`);
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    const about = [
      ...rows.map(({ id, what }) => [id, what]),
      ...curves.map(({ id, title }) => [`--growth ${id}`, title]),
      ...clusterRows.map(({ id, what }) => [`--citus ${id}`, what]),
    ];
    console.log(about.map(([id, what]) => `${id!.padEnd(21)} ${what}`).join("\n"));
    return;
  }
  if (options.citus) return measureCluster(options);
  const chosenCurves = options.growth ? choose(curves, options.names, "curve") : [];
  const chosenRows = options.growth ? [] : choose(rows, options.names, "row");
  if (options.wrk) requireWrk();
  const setup = await openSetup(options.size);
  try {
    if (options.growth) await measureGrowth(setup, chosenCurves, options);
    else if (options.wrk) await measureGenerators(setup, chosenRows, options);
    else await measureRows(setup, chosenRows, options);
  } finally {
    await setup.close();
  }
}

await main();
