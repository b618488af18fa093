import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root, runProgram } from "../support/process.ts";

// biome-ignore lint/suspicious/noExplicitAny: it is broken on purpose.
type Editable = any;

const contract: Editable = JSON.parse(readFileSync(join(root, "generated", "openapi.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "messaging-contract-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What breaks generators, by the rule that refuses it. */
const faults: [rule: string, fault: (schemas: Editable, sendText: Editable) => void][] = [
  ["no-boolean-enums", ({ SentText }) => Object.assign(SentText.properties.success, { enum: [true] })],
  ["no-boolean-enums", ({ SentText }) => Object.assign(SentText.properties.testMode, { const: true })],
  ["no-boolean-schemas", ({ SendText }) => Object.assign(SendText.properties, { sender: false })],
  ["named-unions", ({ Violation }) => Object.assign(Violation.properties.field, union())],
  ["named-unions", ({ Contact }) => Object.assign(Contact.properties.notes.items, union())],
  ["alternatives-exclude", ({ McpId }) => Object.assign(McpId, union())],
  ["no-colliding-names", (schemas) => Object.assign(schemas, { NewContact: { type: "object" } })],
  ["no-colliding-names", (schemas) => Object.assign(schemas, { Thread: { type: "object" } })],
  ["no-closed-answers", ({ SentText }) => Object.assign(SentText.properties.status, { enum: ["queued"] })],
  ["no-closed-answers", ({ VerifiedOtp }) => Object.assign(VerifiedOtp.properties.status, { const: "verified" })],
  ["error-names-its-codes", (_, { responses }) => delete responses[409]["x-error-codes"]],
];

const union = () => ({ anyOf: [{ type: "string" }, { type: "integer" }] });

test("the lint accepts the contract, and refuses constructs that break generators", async () => {
  expect(await lint(contract)).toEqual([]);

  const broken = structuredClone(contract);
  for (const [, fault] of faults) fault(broken.components.schemas, broken.paths["/api/text"].post);
  const refused = (await lint(broken)).filter((rule) => faults.some(([each]) => each === rule));

  expect(refused.toSorted()).toEqual(faults.map(([rule]) => rule).toSorted());
});

/** The rules that a document violates, once for each place. */
async function lint(document: Editable): Promise<string[]> {
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const argv = ["lint", "--ruleset", "spec/.spectral.yaml", "--format", "json", "--quiet", file];
  const { stdout } = await runProgram(join(root, "node_modules", ".bin", "spectral"), argv);
  return JSON.parse(stdout).map(({ code }: { code: string }) => code);
}
