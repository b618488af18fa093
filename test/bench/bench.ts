/**
 * Measures the service against references that do the least possible, side by side on one machine and one PostgreSQL:
 *
 *     npm run bench [-- [ROW …] [--against DIR …]] [--quick]
 *     npm run bench -- --growth [CURVE …] [--quick]
 *
 * docs/performance.md has all options.
 *
 * Figures of one machine say little; the ratios say how far from the limit the service is. A row's rounds alternate
 * with those of its references, so that whatever else the machine does meets both.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { type Curve, curves, type Grown, grow, plotOf } from "./growth.ts";
import { type Measure, plenty, type Round } from "./measures.ts";
import { choose, type Options, readOptions } from "./options.ts";
import { renderPlot } from "./plot.ts";
import { root } from "./programs.ts";
import { compare, findGeneratorLimits, type Measured, renderCosts, renderRatios } from "./report.ts";
import { type Reference, type Row, rows } from "./rows.ts";
import { openStage, type Stage } from "./stage.ts";

/** Another checkout, and the stage of its own. */
interface Other {
  name: string;
  stage: Stage;
}

async function openOthers(stage: Stage, checkouts: string[]): Promise<Other[]> {
  const others: Other[] = [];
  for (const checkout of checkouts) others.push({ name: relative(root, checkout), stage: await stage.of(checkout) });
  return others;
}

async function measureRow(stages: Stage[], row: Row, { rounds, seconds, warmUp, sends }: Options): Promise<Measured> {
  const stage = stages[0]!;
  const measures: Measure[] = [row.measure, ...row.references.map(({ measure }) => measure)];
  for (const measure of measures) await (row.warmUp ?? measure)(stage, { ...warmUp, sends });
  if (row.isAtSize) for (const each of stages) await each.awaitStatistics();
  const taken: Round[][] = measures.map(() => []);
  for (let round = 0; round < (row.rounds ?? rounds); round++) {
    for (const [at, measure] of measures.entries()) {
      taken[at]!.push(await measure(stage, { seconds, requests: plenty, sends }));
    }
  }
  return compare(row, taken);
}

const isThere = ({ isThere: look = () => true }: Reference) => look();

/** The row with the references that there are, or with the servers of other checkouts instead. */
function against(row: Row, others: Other[]): Row {
  if (others.length === 0) return { ...row, references: row.references.filter(isThere) };
  const references = others.map(
    ({ name, stage }): Reference => ({ name, measure: (_, effort) => row.measure(stage, effort) }),
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

async function measureRows(stage: Stage, chosen: Row[], options: Options): Promise<void> {
  const others = await openOthers(stage, options.against);
  const stages = [stage, ...others.map((other) => other.stage)];
  const measured: Measured[] = [];
  for (const row of chosen) {
    console.error(`${row.id} …`);
    measured.push(await measureRow(stages, against(row, others), options));
  }
  writeFigures(options, { rows: measured });
  console.log(renderRatios(measured));
  const costs = renderCosts(measured);
  if (costs !== "") console.log(`\nWhat one request took:\n\n${costs}`);
  const missing = chosen.flatMap(({ references }) => references.filter((reference) => !isThere(reference)));
  if (options.against.length === 0) {
    for (const { name } of missing) console.log(`\n${name} is not installed, so nothing was compared with it.`);
  }
  const limits = findGeneratorLimits(measured);
  if (limits.length > 0) console.log(`\nThe load generator had no core to spare for: ${limits.join("; ")}.`);
  console.log(`\nAll rounds are in ${options.output}`);
}

async function measureGrowth(stage: Stage, chosen: Curve[], options: Options): Promise<void> {
  const grown: Grown[] = [];
  for (const curve of chosen) {
    console.error(`${curve.id} …`);
    grown.push(await grow(stage, curve, options));
  }
  writeFigures(options, { most: options.most, curves: grown });
  for (const curve of grown) write(join(options.plots, `${curve.id}.svg`), renderPlot(plotOf(curve)));
  console.log(`The curves are in ${options.output}, and drawn in ${options.plots}`);
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    const about = [
      ...rows.map(({ id, what }) => [id, what]),
      ...curves.map(({ id, title }) => [`--growth ${id}`, title]),
    ];
    console.log(about.map(([id, what]) => `${id!.padEnd(21)} ${what}`).join("\n"));
    return;
  }
  const chosenCurves = options.growth ? choose(curves, options.names, "curve") : [];
  const chosenRows = options.growth ? [] : choose(rows, options.names, "row");
  const stage = await openStage(options.size);
  try {
    if (options.growth) await measureGrowth(stage, chosenCurves, options);
    else await measureRows(stage, chosenRows, options);
  } finally {
    await stage.close();
  }
}

await main();
