/**
 * Checks that the suite has seen every response that the contract names. A server logs its responses. The server of a test
 * file stores them when it stops. After the last file, all are compared with the contract.
 */
import { randomUUID } from "node:crypto";
import { globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Vitest } from "vitest/node";
import { type RouteId, routes } from "../../generated/operations.ts";
import { answersOf } from "./refusals.ts";

/** Keeps what a server has answered, by its log: operation, status and, where it refused, the code. */
export function keepAnswers(directory: string, logLines: string[]): void {
  const answers = new Set(
    logLines
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => JSON.parse(line))
      .filter(({ operationId }) => operationId !== undefined)
      .map(({ operationId, status, error = "" }) => `${operationId} ${status} ${error}`.trimEnd()),
  );
  writeFileSync(join(directory, randomUUID()), [...answers].join("\n"));
}

/** All that was kept. */
export function readAnswers(directory: string): Set<string> {
  const kept = readdirSync(directory).flatMap((name) => readFileSync(join(directory, name), "utf8").split("\n"));
  return new Set(kept.filter((answer) => answer !== ""));
}

/** Whether every test file over HTTP has run and passed; a part of them has no duty to see everything. */
export function isWholeSuite({ state, config }: Vitest): boolean {
  const ran = state.getTestModules().filter((module) => module.project.name === "api");
  const files = globSync("test/*.test.ts", { cwd: config.root });
  return config.testNamePattern === undefined && ran.length === files.length && ran.every((module) => module.ok());
}

/**
 * @throws Error that lists what the contract names and no test has seen, and what was answered without a name there.
 *
 * 500 is left out of the first: it is what the contract promises for faults that nobody knows of. One that a test could
 * provoke in an operation would be mended. It is seen once for all of them.
 */
export function compareWithContract(given: Set<string>): void {
  const named = (Object.keys(routes) as RouteId[]).flatMap((id) => answersOf(id).map((answer) => `${id} ${answer}`));
  const unseen = named.filter((answer) => !answer.includes(" 500 ") && !given.has(answer));
  const unnamed = [...given].filter((answer) => !named.includes(answer));
  const complaints = [
    ...unseen.map((answer) => `No test has seen ${answer}, which the contract names.`),
    ...unnamed.map((answer) => `${answer} was answered, which the contract does not name.`),
  ];
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
}
