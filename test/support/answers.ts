/**
 * Checks that the suite has received every response of the contract. The server of a test file logs its responses, and
 * stores them when it stops. After the last file, all are compared with the contract.
 */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Vitest } from "vitest/node";
import { type RouteId, routes } from "../../generated/operations.ts";
import { rangeOf } from "../../server/contract/answers.ts";
import { describe } from "../../server/contract/schemas.ts";
import { answersOf } from "./refusals.ts";

/** Stores the answers of a server from its log: operation, status and the code of a refusal. */
export function storeAnswers(directory: string, logLines: string[]): void {
  const answers = new Set(
    logLines
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => JSON.parse(line))
      .filter(({ operationId }) => operationId !== undefined)
      .map(({ operationId, status, error = "" }) => `${operationId} ${status} ${error}`.trimEnd()),
  );
  writeFileSync(join(directory, randomUUID()), [...answers].join("\n"));
}

/** An answer as the contract names it. A door names the statuses of some refusals, and a range of the others. */
function inContractWords(answer: string): string {
  const [id = "", status = ""] = answer.split(" ");
  if (!(id in routes) || routes[id as RouteId].door === null) return answer;
  return `${id} ${status in (describe(id as RouteId).responses ?? {}) ? status : rangeOf(Number(status))}`;
}

/** All stored answers. */
export function readAnswers(directory: string): Set<string> {
  const stored = readdirSync(directory).flatMap((name) => readFileSync(join(directory, name), "utf8").split("\n"));
  return new Set(stored.filter((answer) => answer !== ""));
}

/** Whether every test file of the project `api` has run and passed. A partial run need not receive every answer. */
export async function isWholeSuite(vitest: Vitest): Promise<boolean> {
  const ofApi = ({ project }: { project: { name: string } }) => project.name === "api";
  const files = (await vitest.globTestSpecifications()).filter(ofApi);
  const ran = vitest.state.getTestModules().filter(ofApi);
  const isWhole = ran.length > 0 && ran.length === files.length && vitest.config.testNamePattern === undefined;
  return isWhole && ran.every((file) => file.ok());
}

/**
 * @throws Error that lists the answers of the contract that no test has received, and the answers that the contract lacks
 *
 * A 500 need not be received for each operation. It stands for unknown faults, and a fault that a test could cause would be
 * fixed. The same is true of the range 5XX of a door.
 */
export function compareWithContract(received: Set<string>): void {
  const given = new Set([...received].map(inContractWords));
  const named = (Object.keys(routes) as RouteId[]).flatMap((id) => answersOf(id).map((answer) => `${id} ${answer}`));
  const unseen = named.filter((answer) => !/ (500 |5XX)/.test(answer) && !given.has(answer));
  const unnamed = [...given].filter((answer) => !named.includes(answer));
  const complaints = [
    ...unseen.map((answer) => `No test has seen ${answer}, which the contract names.`),
    ...unnamed.map((answer) => `${answer} was answered, which the contract does not name.`),
  ];
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
}
