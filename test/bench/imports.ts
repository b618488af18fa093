/** Measures the import of a file by the command line. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type Measure, type Round, takeNumbers, withCpu } from "./measures.ts";
import { root } from "./programs.ts";
import { contactOf } from "./requests.ts";
import type { Setup } from "./setup.ts";
import { cpuOf } from "./system.ts";

const columns = ["name", "company", "externalId", "phone", "tags"];

/** Writes a CSV file of new contacts. */
export async function writeContactsFile(file: string, first: number, count: number): Promise<void> {
  const stream = createWriteStream(file);
  stream.write(`${columns.join(",")}\n`);
  for (let n = first; n < first + count; n++) {
    const { name, company, externalId, phones, tags } = contactOf(n);
    const line = `${name},${company},${externalId},${phones[0]},"${tags.join(",")}"\n`;
    if (!stream.write(line)) await once(stream, "drain");
  }
  stream.end();
  await once(stream, "finish");
}

async function runCommand(file: string, url: string, key: string): Promise<Record<string, number>> {
  const child: ChildProcess = spawn(process.execPath, ["cli/messaging.js", "contacts", "import", file, "-o", "json"], {
    cwd: root,
    env: { ...process.env, MESSAGING_URL: url, MESSAGING_API_KEY: key },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, error, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, "exit")]);
  if (code !== 0) throw new Error(`The import ended with ${code}: ${error}`);
  return JSON.parse(out);
}

/** The CPU time of the programs that this process has started and that have ended, in microseconds. */
function cpuOfEnded(): number {
  const { user, system } = process.cpuUsage();
  return cpuOf([process.pid]) - user - system;
}

type Imported = Round & { commandCpu: number };

async function importFile(
  setup: Setup,
  file: string,
  rows: number,
  expected: "created" | "updated",
): Promise<Imported> {
  const [server] = await setup.servers(1);
  // A team of its own, because the rows for searches read the contacts of the setup's team.
  const [team] = await setup.teams(1);
  const before = cpuOfEnded();
  const began = performance.now();
  const { report, cpu } = await withCpu(setup, [server!], async () => {
    const counts = await runCommand(file, server!.url, team!.key);
    if (counts[expected] !== rows) throw new Error(`The import reports ${JSON.stringify(counts)}`);
    return { requests: rows };
  });
  const seconds = (performance.now() - began) / 1_000;
  return { figure: report.requests / seconds, ...cpu, commandCpu: (cpuOfEnded() - before) / rows };
}

async function importNew(setup: Setup, rows: number, again: boolean): Promise<Imported> {
  const directory = mkdtempSync(join(tmpdir(), "messaging-bench-import-"));
  const file = join(directory, "contacts.csv");
  try {
    await writeContactsFile(file, takeNumbers(rows).first, rows);
    const first = await importFile(setup, file, rows, "created");
    return again ? await importFile(setup, file, rows, "updated") : first;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Imports a file of new contacts. With `again`, the figure is that of a second import of the same file. */
export const importRows =
  ({ again = false } = {}): Measure =>
  async (setup, { rows }) => {
    const { commandCpu: _, ...round } = await importNew(setup, rows, again);
    return round;
  };

/** The CPU time of the command per row of new contacts, in microseconds. */
export const importCpu: Measure = async (setup, { rows }) => {
  const { commandCpu } = await importNew(setup, rows, false);
  return { figure: commandCpu };
};
