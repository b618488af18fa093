/**
 * Starts a Citus cluster, checks the routes of hot statements, and runs all HTTP tests on four shards:
 *
 *     npm run prove:citus -- [PATH…] [--minutes 40]
 *
 * Paths select files. The exit code is 1 if a check or an unlisted test fails, or if a test of `refused-tests.ts` passes or
 * does not exist. It is also 1 after an error outside of tests, and after the time limit. It is 2 if Citus is absent.
 */
import { parseArgs } from "node:util";
import { startCitus } from "../support/citus.ts";
import { findCitus } from "../support/citus-nodes.ts";
import { findFaults } from "./find-faults.ts";
import { refusedTests } from "./refused-tests.ts";
import { runTests } from "./run-tests.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: "string", default: "40" } },
});
const found = findCitus();
if ("missing" in found) {
  console.error(`Citus is absent, so nothing was checked: ${found.missing}.`);
  process.exit(2);
}
const { close, directory, nodes: _nodes, spares: _spares, ...cluster } = await startCitus();
const run = await runTests({
  provided: { cluster },
  directory,
  paths: positionals,
  seconds: Number(values.minutes) * 60,
}).finally(close);
const faults = findFaults(run, refusedTests, { isPartial: positionals.length > 0 });
const results = [...run.files.values()].flatMap(({ tests }) => tests);
const passedCount = results.filter(({ passed }) => passed).length;
console.log(`On the cluster, ${passedCount} of ${results.length} tests passed. Unexpected results: ${faults.length}.`);
for (const fault of faults) console.log(`- ${fault}`);
process.exit(faults.length > 0 || passedCount === 0 ? 1 : 0);
