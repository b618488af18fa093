import { writeFile } from "node:fs/promises";
import { NoAnswer } from "../client/message.ts";
import { type ConnectionOptions, connect, requireKey } from "../connection/connect.ts";
import { Failure, usageError } from "../failures.ts";
import { type Io, tell } from "../io.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";
import { checks } from "./checks.ts";
import { Breach, expectSuccess, Skip } from "./expect.ts";
import { type Outcome, toJunit } from "./junit.ts";
import { createSubject, type Subject } from "./subject.ts";

interface ConformanceOptions extends OutputOptions, ConnectionOptions {
  key?: string;
  junit?: string;
}

/**
 * `messaging conformance`: checks a server against the contract. Shows the checks that failed or were skipped.
 *
 * @throws Failure (usage) without a key in test mode, and (partlyFailed) if a check fails
 */
export async function checkConformance(io: Io, options: ConformanceOptions): Promise<void> {
  const connection = await connect(io, options);
  if (options.key === undefined) requireKey(connection);
  const key = options.key ?? connection.apiKey!;
  if (!key.endsWith("_test")) throw usageError("conformance needs a key in test mode: add the suffix _test");
  const subject = createSubject(connection.url, key);
  await requireServer(subject, connection.url);

  const outcomes: Outcome[] = [];
  for (const { run, ...check } of checks) {
    const started = performance.now();
    const result = await judge(run(subject));
    outcomes.push({ ...check, ...result, seconds: (performance.now() - started) / 1_000 });
  }
  if (options.junit !== undefined) await writeFile(options.junit, toJunit(outcomes));
  const count = (result: Outcome["result"]) => outcomes.filter((outcome) => outcome.result === result).length;
  const shown = outcomes.filter(({ result }) => result !== "passed").map(({ seconds: _, ...outcome }) => outcome);
  await writeResult(io, options, shown, { id: "name", wrapped: ["reason"] });
  tell(io, `${count("passed")} checks passed, ${count("failed")} failed, ${count("skipped")} were skipped.`);
  if (count("failed") > 0) throw new Failure("partlyFailed", `${count("failed")} of ${outcomes.length} checks failed.`);
}

/** @throws Failure if there is no server, or the key is not valid: nothing else can then be checked */
async function requireServer(subject: Subject, url: string): Promise<void> {
  try {
    expectSuccess("getKey", await subject.ask("getKey", {}));
  } catch (error) {
    if (error instanceof NoAnswer) throw new Failure("server", `No response from ${url}: ${error.message}.`);
    if (error instanceof Breach) throw new Failure("authentication", `The key is not accepted: ${error.message}`);
    throw error;
  }
}

async function judge(run: Promise<void>): Promise<Pick<Outcome, "result" | "reason">> {
  try {
    await run;
    return { result: "passed" };
  } catch (error) {
    if (error instanceof Skip) return { result: "skipped", reason: error.message };
    if (error instanceof Breach) return { result: "failed", reason: error.message };
    if (error instanceof NoAnswer) return { result: "failed", reason: `no answer: ${error.message}` };
    throw error;
  }
}
