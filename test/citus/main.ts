/**
 * Starts a Citus cluster, checks the routes of hot statements, and runs the HTTP tests on four shards:
 *
 *     npm run prove:citus -- [PATH…]
 *
 * Paths select files. The exit code is 1 if a check or an unlisted test fails, or if a test of `refused-tests.ts` passes or
 * does not exist. It is 2 if Citus is absent; then nothing runs.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { findCitus } from "../support/citus-nodes.ts";
import { refusedTests } from "./refused-tests.ts";

const root = join(import.meta.dirname, "../..");

const areas = [
  "messaging",
  "contacts",
  "threads",
  "otp",
  "callbacks",
  "opt-outs",
  "business-numbers",
  "webhooks",
  "keys",
  "events",
];

interface Report {
  testResults: { name: string; message: string; assertionResults: { title: string; status: string }[] }[];
}

/** Runs vitest, and reads its report. */
async function runTests(paths: string[]): Promise<Report> {
  const directory = await mkdtemp(join(tmpdir(), "messaging-citus-report-"));
  const file = join(directory, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const argv = ["vitest", "run", "--config", "test/citus/vitest.config.ts", ...reporters, ...paths];
  try {
    await once(spawn("npx", argv, { cwd: root, stdio: "inherit" }), "close");
    return JSON.parse(await readFile(file, "utf8")) as Report;
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** The faults of a file: unexpected failures, and listed tests that do not fail. */
function faultsOf({ name, message, assertionResults }: Report["testResults"][number]): string[] {
  const file = relative(root, name);
  const refused = refusedTests[file] ?? {};
  const isRefused = (title: string) => "*" in refused || title in refused;
  if (assertionResults.length === 0) return [`${file} does not run: ${message}`];
  const unexpected = assertionResults.filter(({ title, status }) => status !== "passed" && !isRefused(title));
  const passed = assertionResults.filter(({ title, status }) => status === "passed" && isRefused(title));
  const titles = new Set(assertionResults.map(({ title }) => title));
  const absent = Object.keys(refused).filter((title) => title !== "*" && !titles.has(title));
  return [
    ...unexpected.map(({ title, status }) => `${status}: ${file}: ${title}`),
    ...passed.map(({ title }) => `passes, although it is listed as refused: ${file}: ${title}`),
    ...absent.map((title) => `is listed as refused, but does not exist: ${file}: ${title}`),
  ];
}

const found = findCitus();
if ("missing" in found) {
  console.error(`Citus is absent, so nothing was checked: ${found.missing}.`);
  process.exit(2);
}
const given = process.argv.slice(2);
const paths = given.length > 0 ? given : ["test/citus", ...areas.map((area) => `test/${area}`)];
const { testResults } = await runTests(paths);
const faults = testResults.flatMap(faultsOf);
const results = testResults.flatMap(({ assertionResults }) => assertionResults);
const passedCount = results.filter(({ status }) => status === "passed").length;
console.log(`On the cluster, ${passedCount} of ${results.length} tests passed. Unexpected results: ${faults.length}.`);
for (const fault of faults) console.log(`- ${fault}`);
process.exit(faults.length > 0 || passedCount === 0 ? 1 : 0);
