/**
 * Measures the service against references that do the least possible, side by side on one machine and one PostgreSQL:
 *
 *     npm run bench [-- [ROW …] [--rounds N] [--seconds N] [--warm-up N] [--contacts N …] [--against DIR …]
 *                       [--output FILE] [--quick]]
 *
 * Figures of one machine say little; the ratios say how far from the limit the service is. A row's rounds alternate
 * with those of its references, so that whatever else the machine does meets both.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { basename, dirname, resolve } from "node:path";
import { type Measure, plenty, type Round } from "./measures.ts";
import { type Options, readOptions } from "./options.ts";
import { root } from "./programs.ts";
import { compare, findGeneratorLimits, type Measured, renderCosts, renderRatios } from "./report.ts";
import { type Reference, type Row, rows } from "./rows.ts";
import { openStage, type Stage } from "./stage.ts";

async function measureRow(stage: Stage, row: Row, { rounds, seconds, warmUp, sends }: Options): Promise<Measured> {
  const measures: Measure[] = [row.measure, ...row.references.map(({ measure }) => measure)];
  for (const measure of measures) await (row.warmUp ?? measure)(stage, { ...warmUp, sends });
  const taken: Round[][] = measures.map(() => []);
  for (let round = 0; round < (row.rounds ?? rounds); round++) {
    for (const [at, measure] of measures.entries()) {
      taken[at]!.push(await measure(stage, { seconds, requests: plenty, sends }));
    }
  }
  return compare(row, taken);
}

/** The row with the server of another checkout instead of its references. */
const against = (row: Row, checkouts: string[]): Row => ({
  ...row,
  references: checkouts.map(
    (checkout): Reference => ({
      name: basename(checkout),
      measure: (stage, effort) => row.measure(stage.of(checkout), effort),
    }),
  ),
});

function choose({ names, against: checkouts }: Options): Row[] {
  const unknown = names.filter((name) => !rows.some(({ id }) => id === name));
  if (unknown.length > 0) throw new Error(`There is no row ${unknown.join(", ")}; --help lists them.`);
  const chosen = names.length === 0 ? rows : rows.filter(({ id }) => names.includes(id));
  return checkouts.length === 0 ? chosen : chosen.map((row) => against(row, checkouts));
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    console.log(rows.map(({ id, what }) => `${id.padEnd(16)} ${what}`).join("\n"));
    return;
  }
  const chosen = choose(options);
  const stage = await openStage(options.size);
  const measured: Measured[] = [];
  try {
    for (const row of chosen) {
      console.error(`${row.id} …`);
      measured.push(await measureRow(stage, row, options));
    }
  } finally {
    await stage.close();
  }

  const output = resolve(root, options.output);
  mkdirSync(dirname(output), { recursive: true });
  const machine = { cpus: availableParallelism(), model: cpus()[0]?.model, node: process.version };
  const { size } = options;
  writeFileSync(
    output,
    `${JSON.stringify({ at: new Date().toISOString(), machine, size, rows: measured }, null, 2)}\n`,
  );
  console.log(renderRatios(measured));
  const costs = renderCosts(measured);
  if (costs !== "") console.log(`\nWhat one request took:\n\n${costs}`);
  const limits = findGeneratorLimits(measured);
  if (limits.length > 0) console.log(`\nThe load generator had no core to spare for: ${limits.join("; ")}.`);
  console.log(`\nAll rounds are in ${output}`);
}

await main();
