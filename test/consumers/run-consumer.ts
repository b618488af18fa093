/**
 * Runs a consumer as its user would, in an empty folder with the contract that a server serves. `install.sh` installs
 * packages, if it exists. `build.sh` generates and compiles, and `run.sh` runs the program. The environment has the
 * server's address, a key and the secret of webhooks. The last line of output is a JSON object with the results.
 */

import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type RouteId, routes } from "../../generated/operations.ts";
import { readExamples } from "../../server/service/docs/example.ts";
import { runProgram, type Settings } from "../support/process.ts";
import { type Consumer, isGenerated } from "./consumers.ts";
import { type Door, doors } from "./doors.ts";
import type { Service } from "./service.ts";
import { tomorrow } from "./tomorrow.ts";
import { expectedOfTools, prepareToolCalls } from "./tool-calls.ts";

/** How much of a script's output a failure shows. Generators warn at length. */
const mostCharacters = 4_000;

const contracts = ["openapi.yaml", "openapi.json", "openapi-3.0.json"];

/** What a program has seen. */
interface Seen {
  /** The status of the text that it sent. */
  status: string;
  /** Whether the same text with the same `Idempotency-Key` was a replay with the same id. */
  replayed: boolean;
  /** How many threads the pages of one had together. */
  threads: number;
  /** How many contacts the two upserts gave. */
  contacts: number;
  /** The status of the passcode after the guess. */
  passcode: string;
  /** The code of the refusal of a phone that is none. */
  refusal: string;
  /** The text of the reply whose signature was right. */
  reply: string;
}

const today: Seen = {
  status: "queued",
  replayed: true,
  threads: 2,
  contacts: 2,
  passcode: "verified",
  refusal: "invalid_phone",
  reply: "YES",
};

/** What a receiver of events has verified, and whether it accepts a changed body. */
const received = { types: ["webhook.test", "message.status"], acceptsForged: false };

const later: Seen = {
  ...today,
  status: tomorrow.status!,
  passcode: tomorrow.status!,
  refusal: tomorrow.error!,
};

interface Options {
  /** The `node_modules` that has what `install.sh` would install. Absent: it is run. */
  packages?: string;
  /** Whether a consumer is generated from the whole contract alone. */
  isShort?: boolean;
}

/**
 * Builds a consumer from the whole contract and from the one without doors, and runs it twice: with the server, and with
 * the proxy that makes a later version of it. A client of MCP runs once, and calls every tool. A receiver of events and a
 * client of another service run once.
 *
 * @throws Error with what the scripts wrote, when one fails or the program sees something else
 */
export async function runConsumer(consumer: Consumer, service: Service, options: Options = {}): Promise<void> {
  const { language, generator, onlyGenerated, onlyReceives, atDoor, protocol } = consumer;
  const { packages, isShort = false } = options;
  const folder = mkdtempSync(join(tmpdir(), "messaging-consumer-"));
  try {
    const shared = join(import.meta.dirname, language);
    for (const { name } of readdirSync(shared, { withFileTypes: true }).filter((entry) => entry.isFile())) {
      cpSync(join(shared, name), join(folder, name));
    }
    cpSync(join(shared, generator), folder, { recursive: true });
    const { setup, operations } = readExamples();
    const own = Object.entries(operations).filter(([id]) => routes[id as RouteId].door === null);
    writeFileSync(join(folder, "examples.json"), JSON.stringify({ setup, operations: Object.fromEntries(own) }));
    if (packages) symlinkSync(packages, join(folder, "node_modules"));
    else if (existsSync(join(folder, "install.sh"))) await runScript(folder, "install.sh", {});
    const documents = isGenerated(consumer) && !isShort ? ["", "?doors=false"] : [""];
    for (const document of documents) await build(folder, service, document);
    if (onlyGenerated) return;
    if (atDoor) {
      await checkAtDoor(folder, service, atDoor);
      return;
    }
    if (onlyReceives) {
      await check(folder, received, { MESSAGING_URL: service.url, ...(await service.createTeam()) });
      return;
    }
    if (protocol !== undefined) {
      writeFileSync(join(folder, "calls.json"), JSON.stringify(await prepareToolCalls(service)));
      await check(folder, expectedOfTools(protocol), { MESSAGING_URL: service.url });
      return;
    }
    await check(folder, today, { MESSAGING_URL: service.url, ...(await service.createTeam()) });
    await check(folder, later, { MESSAGING_URL: service.tomorrowUrl, ...(await service.createTeam()) });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Generates and compiles from one of the documents of the contract, in place of what an earlier one made. */
async function build(folder: string, service: Service, document: string): Promise<void> {
  rmSync(join(folder, "sdk"), { recursive: true, force: true });
  for (const name of contracts) {
    const response = await fetch(`${service.url}/${name}${document}`);
    writeFileSync(join(folder, name), await response.text());
  }
  if (existsSync(join(folder, "build.sh"))) await runScript(folder, "build.sh", {});
}

async function checkAtDoor(folder: string, service: Service, door: Door): Promise<void> {
  const { settings, expected, verify, close } = await doors[door](service);
  try {
    await check(folder, expected, { MESSAGING_URL: service.url, ...settings });
    await verify?.();
  } finally {
    await close?.();
  }
}

async function check(folder: string, expected: object, settings: Settings): Promise<void> {
  const output = await runScript(folder, "run.sh", settings);
  const seen = JSON.parse(output.trim().split("\n").at(-1) ?? "");
  if (!isDeepStrictEqual(seen, expected)) {
    throw new Error(`The program has seen ${JSON.stringify(seen)}, not ${JSON.stringify(expected)}.`);
  }
}

async function runScript(directory: string, script: string, settings: Settings): Promise<string> {
  const { code, stdout, stderr } = await runProgram("bash", ["-euo", "pipefail", script], {
    // Package managers read their settings from the environment, too.
    settings: { ...(process.env as Settings), ...settings, PATH: paths.join(delimiter) },
    directory,
  });
  if (code !== 0) throw new Error(`${script} ended with ${code}:\n${(stdout + stderr).slice(-mostCharacters)}`);
  return stdout;
}

const paths = [join(import.meta.dirname, "tools"), process.env.PATH ?? ""];
