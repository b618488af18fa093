/**
 * Measures the service against references that do the least possible, side by side on one machine and one PostgreSQL:
 *
 *     npm run bench [-- [ROW …] [--rounds N] [--seconds N] [--contacts N …] [--output FILE] [--quick]]
 *
 * Figures of one machine say little; the ratios say how far from the limit the service is. A row's rounds alternate
 * with those of its references, so that whatever else the machine does meets both.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./programs.ts";
import { compare, type Measured, renderTable } from "./report.ts";
import { type Measure, type Row, rows } from "./rows.ts";
import { openStage, type Stage } from "./stage.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string" },
    seconds: { type: "string" },
    "warm-up": { type: "string" },
    contacts: { type: "string" },
    threads: { type: "string" },
    messages: { type: "string" },
    output: { type: "string", default: ".data/bench.json" },
    quick: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

// Quick says that everything works, and nothing of how fast.
const defaults = values.quick
  ? { rounds: 1, seconds: 0.1, "warm-up": 0.02, contacts: 100, threads: 50, messages: 200 }
  : { rounds: 5, seconds: 3, "warm-up": 2, contacts: 20_000, threads: 10_000, messages: 100_000 };

function numberOf(name: keyof typeof defaults): number {
  const number = Number(values[name] ?? defaults[name]);
  if (!(number > 0)) throw new Error(`--${name} must be a number greater than 0`);
  return number;
}

async function measureRow(stage: Stage, row: Row): Promise<Measured> {
  const measures: Measure[] = [row.measure, ...row.references.map(({ measure }) => measure)];
  for (const measure of measures) await measure(stage, numberOf("warm-up"));
  const taken: number[][] = measures.map(() => []);
  for (let round = 0; round < numberOf("rounds"); round++) {
    for (const [at, measure] of measures.entries()) taken[at]!.push(await measure(stage, numberOf("seconds")));
  }
  const [own = [], ...theirs] = taken;
  return compare(row, own, theirs);
}

function hasKannel(): boolean {
  try {
    execFileSync("which", ["bearerbox", "smsbox"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

async function main(): Promise<void> {
  if (values.help) {
    console.log(rows.map(({ id, what }) => `${id.padEnd(16)} ${what}`).join("\n"));
    return;
  }
  const unknown = positionals.filter((id) => !rows.some((row) => row.id === id));
  if (unknown.length > 0) throw new Error(`There is no row ${unknown.join(", ")}; --help lists them.`);
  const chosen = positionals.length === 0 ? rows : rows.filter(({ id }) => positionals.includes(id));
  const size = { contacts: numberOf("contacts"), threads: numberOf("threads"), messages: numberOf("messages") };

  const stage = await openStage(size);
  const measured: Measured[] = [];
  try {
    for (const row of chosen) {
      console.error(`${row.id} …`);
      measured.push(await measureRow(stage, row));
    }
  } finally {
    await stage.close();
  }

  const output = resolve(root, values.output);
  mkdirSync(dirname(output), { recursive: true });
  const machine = { cpus: availableParallelism(), model: cpus()[0]?.model, node: process.version };
  writeFileSync(
    output,
    `${JSON.stringify({ at: new Date().toISOString(), machine, size, rows: measured }, null, 2)}\n`,
  );
  console.log(renderTable(measured));
  if (!hasKannel()) console.log("\nKannel is not installed, so nothing was compared with it.");
  console.log(`\nAll rounds are in ${output}`);
}

await main();
