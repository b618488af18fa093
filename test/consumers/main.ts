/**
 * Generates, builds and runs the consumers of all languages and the clients of MCP, a session on a terminal, and the service
 * with an S3-compatible store and with two SMSCs, or those that are named:
 *
 *     npm run consumers [-- python go/ogen mcp terminal s3 smpp … [--quick] [--require-tools] [--update]]
 *
 * With `--quick`, a client is generated from the whole contract only, and not from the one without doors as well, whose
 * operations are a part of it. With `--update`, the session on the terminal replaces its golden file.
 *
 * Consumers whose tools the machine lacks are named and skipped, or fail with `--require-tools`. The exit code is 1 when one
 * fails.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { copyDatabase, startCluster, templateDatabase } from "../support/cluster.ts";
import { isInstalled } from "../support/is-installed.ts";
import { type Consumer, consumers } from "./consumers.ts";
import { runConsumer } from "./run-consumer.ts";
import { runStore } from "./s3/run-store.ts";
import { startService } from "./service.ts";
import { runSmsc } from "./smpp/run-smsc.ts";
import { smscs } from "./smpp/smscs.ts";
import { runSession } from "./terminal/run-session.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    "require-tools": { type: "boolean", default: false },
    update: { type: "boolean" },
  },
});
const namesOf = ({ language, generator }: Consumer) => [language, `${language}/${generator}`];
const names = new Set([
  ...consumers.flatMap(namesOf),
  "terminal",
  "s3",
  "smpp",
  ...smscs.map(({ name }) => `smpp/${name}`),
]);
if (positionals.some((name) => !names.has(name))) {
  console.error(`There are ${[...names].join(", ")}.`);
  process.exit(2);
}
const chosen = consumers.filter(
  (consumer) => positionals.length === 0 || namesOf(consumer).some((name) => positionals.includes(name)),
);

const counts = { ran: 0, failed: 0, skipped: 0 };
if (positionals.length === 0 || positionals.includes("terminal")) {
  if (isInstalled("script")) await count("terminal", () => runSession(values));
  else {
    counts.skipped += 1;
    console.log("terminal: skipped, without script");
  }
}
const cluster = await startCluster();
try {
  const database = await copyDatabase(cluster, templateDatabase);
  if (positionals.length === 0 || positionals.includes("s3")) {
    if (isInstalled("python3")) await count("s3/moto", () => runStore(database));
    else skip("s3/moto", ["python3"]);
  }
  for (const smsc of smscs) {
    if (positionals.length === 0 || positionals.includes("smpp") || positionals.includes(`smpp/${smsc.name}`)) {
      const missing = smsc.needs.filter((program) => !isInstalled(program));
      if (missing.length === 0) await count(`smpp/${smsc.name}`, () => runSmsc(database, smsc));
      else skip(`smpp/${smsc.name}`, missing);
    }
  }
  const service = await startService(database);
  try {
    for (const consumer of chosen) {
      const [, name = ""] = namesOf(consumer);
      const missing = consumer.needs.filter((program) => !isInstalled(program));
      const { libraries } = consumer;
      if (missing.length === 0 && libraries && !succeeds(libraries.check)) missing.push(libraries.names);
      if (missing.length > 0) {
        skip(name, missing);
        continue;
      }
      await count(name, () => runConsumer(consumer, service, { isShort: values.quick }));
    }
  } finally {
    await service.close();
    await database.close();
  }
} finally {
  await cluster.close();
}
console.log(`${counts.ran} consumers ran, ${counts.failed} failed, ${counts.skipped} were skipped.`);
process.exitCode = counts.failed > 0 ? 1 : 0;

/** Names what a consumer lacks, and counts it. */
function skip(name: string, missing: string[]): void {
  counts[values["require-tools"] ? "failed" : "skipped"] += 1;
  console.log(`${name}: absent: ${missing.join(", ")}`);
}

/** Runs a consumer, and counts and tells how it ended. */
async function count(name: string, run: () => Promise<void>): Promise<void> {
  const started = Date.now();
  const failure = await run().then(
    () => undefined,
    (error: Error) => error,
  );
  counts.ran += 1;
  if (failure) counts.failed += 1;
  const seconds = Math.round((Date.now() - started) / 1_000);
  console.log(`${name}: ${failure ? `failed. ${failure.message}` : "passed"} (${seconds} s)`);
}

function succeeds(command: string): boolean {
  return spawnSync("bash", ["-c", command]).status === 0;
}
