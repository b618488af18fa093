/**
 * Generates the files in `generated/` from the contract, and those of the page from `page/`: `npm run generate`. With
 * `-- --check`, it writes nothing, and the exit code says whether the committed files are up to date.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  compile,
  formatDiagnostic,
  getDoc,
  isErrorModel,
  NodeHost,
  type Program,
  resolveCompilerOptions,
} from "@typespec/compiler";
import { getExtensions } from "@typespec/openapi";
import type { OpenAPIV3_1 } from "openapi-types";
import openapiTypes, { astToString } from "openapi-typescript";
import { parse } from "yaml";
import { bundlePage, bundleScript } from "../page/bundle.ts";
import { dereference } from "../server/contract/references.ts";
import { toJson, toYaml } from "../server/contract/without-doors.ts";
import { deriveClientLines } from "./client-lines.ts";
import { hideDefaults } from "./hide-defaults.ts";
import { openObjects } from "./open-objects.ts";
import { openValues } from "./open-values.ts";
import { deriveOperations } from "./operations-table.ts";
import { deriveOutlines } from "./outlines.ts";
import { restrictTo30 } from "./restrict-to-3-0.ts";
import { shareErrors } from "./share-errors.ts";
import { typeForms } from "./type-forms.ts";

const root = join(import.meta.dirname, "..");
const committed = join(root, "generated");
const marker = "// Generated from spec/ by `npm run generate`. Do not edit.\n";

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });

const workDirectory = await mkdtemp(join(tmpdir(), "messaging-contract-"));
const emitted = join(workDirectory, "emitted");
const fresh = join(workDirectory, "generated");
try {
  await mkdir(fresh);
  const program = await compileContract(emitted);
  const catalogue = readErrors(program);
  const contract = await readEmitted("3.1.0", [...catalogue.keys()]);
  const contract30 = await readEmitted("3.0.0", [...catalogue.keys()]);
  sortSchemas(contract);
  await checkVersion(contract);
  // The server's own types have closed enums, so they are derived before the enums are opened. The library changes its input.
  await writeFile(join(fresh, "api.ts"), await deriveTypes(structuredClone(contract)));
  await writeFile(join(fresh, "errors.ts"), deriveErrors(catalogue));
  const resolved = dereference(contract);
  await writeFile(join(fresh, "operations.ts"), marker + deriveOperations(resolved));
  await writeFile(join(fresh, "outlines.ts"), marker + deriveOutlines(resolved));
  const doors = await readFile(join(root, "docs", "doors.md"), "utf8");
  await writeFile(join(fresh, "client-lines.ts"), marker.replace("spec/", "docs/doors.md") + deriveClientLines(doors));
  for (const each of [contract, contract30]) {
    openValues(each);
    hideDefaults(each);
  }
  restrictTo30(contract30);
  sortSchemas(contract30);
  await writeFile(join(fresh, "openapi.yaml"), toYaml(contract));
  // The server reads JSON, because parsing takes a hundredth of the time of YAML.
  await writeFile(join(fresh, "openapi.json"), toJson(contract));
  await writeFile(join(fresh, "openapi-3.0.json"), toJson(contract30));
  const docsFolder = join(root, "server", "service", "docs", "script");
  await writeFile(join(fresh, "docs.js"), await bundleScript(docsFolder, "main.ts"));
  // The page has the generated lines for clients, and the examples need the command line, which reads the generated outlines.
  if (!values.check) await replaceCommitted();
  for (const [name, text] of Object.entries(await bundlePage())) await writeFile(join(fresh, name), text);
  const { deriveExamples } = await import("./examples/derive.ts");
  await writeFile(join(fresh, "examples.json"), deriveExamples(contract, resolved));
  await (values.check ? compareWithCommitted() : replaceCommitted());
} finally {
  await rm(workDirectory, { recursive: true });
}

async function compileContract(outputDir: string): Promise<Program> {
  const main = join(root, "spec", "main.tsp");
  const [options, faults] = await resolveCompilerOptions(NodeHost, {
    cwd: root,
    entrypoint: main,
    overrides: { outputDir },
  });
  const program = await compile(NodeHost, main, options);
  const diagnostics = [...faults, ...program.diagnostics];
  for (const diagnostic of diagnostics) console.error(formatDiagnostic(diagnostic));
  if (diagnostics.length > 0) throw new Error("The contract does not compile.");
  return program;
}

/** Reads the document that TypeSpec has emitted for a version of OpenAPI, and adapts it. */
async function readEmitted(version: string, codes: string[]): Promise<OpenAPIV3_1.Document> {
  const contract: OpenAPIV3_1.Document = parse(await readFile(join(emitted, version, "openapi.yaml"), "utf8"));
  placeWebhooks(contract);
  shareErrors(contract, codes);
  typeForms(contract);
  openObjects(contract);
  return contract;
}

/**
 * Moves the operations marked `x-webhook` from the paths to the webhooks. TypeSpec cannot describe webhooks
 * (microsoft/typespec#4736), so the contract describes each webhook as an operation whose route is its name.
 */
function placeWebhooks(contract: OpenAPIV3_1.Document): void {
  const { paths = {} } = contract;
  for (const [path, item] of Object.entries(paths)) {
    const operation = (item?.post ?? {}) as { "x-webhook"?: boolean };
    if (!operation["x-webhook"]) continue;
    delete operation["x-webhook"];
    delete paths[path];
    contract.webhooks = { ...contract.webhooks, [path.slice("/".length)]: item! };
  }
}

function sortSchemas({ components }: OpenAPIV3_1.Document): void {
  const sorted = Object.entries(components!.schemas!).toSorted(([a], [b]) => (a < b ? -1 : 1));
  components!.schemas = Object.fromEntries(sorted);
}

async function checkVersion(contract: OpenAPIV3_1.Document): Promise<void> {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  if (contract.info.version !== version) {
    throw new Error(`The contract has version ${contract.info.version}, but package.json has ${version}.`);
  }
}

async function deriveTypes(contract: OpenAPIV3_1.Document): Promise<string> {
  const types = await openapiTypes(contract as never, {
    defaultNonNullable: false,
    exportType: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return marker + astToString(types);
}

/** The errors of the catalogue by their codes. */
type Catalogue = Map<string, { status: number; message: string; nextStep: string | Record<string, string> }[]>;

/** Reads the catalogue of errors. If a code has several statuses, their order is that of `spec/errors.tsp`. */
function readErrors(program: Program): Catalogue {
  const models = [...(program.getGlobalNamespaceType().namespaces.get("Messaging")?.models.values() ?? [])];
  const entries: Catalogue = new Map();
  for (const model of models) {
    const status = model.properties.get("statusCode")?.type;
    const code = model.properties.get("error")?.type;
    if (!isErrorModel(program, model) || status?.kind !== "Number" || code?.kind !== "String") continue;
    const variants = entries.get(code.value) ?? [];
    const nextStep: string | Record<string, string> | undefined = getExtensions(program, model).get("x-next-step");
    if (!nextStep) throw new Error(`${model.name} must have "x-next-step".`);
    const message = getDoc(program, model) ?? "";
    entries.set(code.value, [...variants, { status: status.value, message, nextStep }]);
  }
  return entries;
}

function deriveErrors(catalogue: Catalogue): string {
  return `${marker}
/**
 * Every error code with its statuses, default messages and next steps. If a code has several entries, the first entry is
 * the usual one. A next step may depend on the cause of a failed delivery.
 */
export const errors = ${JSON.stringify(Object.fromEntries(catalogue), null, 2)} as const;

export type ErrorCode = keyof typeof errors;
`;
}

async function compareWithCommitted(): Promise<void> {
  const names = new Set([...(await readdir(fresh)), ...(await readdir(committed))]);
  const read = (folder: string, name: string) => readFile(join(folder, name), "utf8").catch(() => undefined);
  for (const name of names) {
    if ((await read(fresh, name)) === (await read(committed, name))) continue;
    console.error(`generated/${name} does not match its source. Run: npm run generate`);
    process.exitCode = 1;
  }
}

async function replaceCommitted(): Promise<void> {
  for (const name of await readdir(fresh)) {
    await writeFile(join(committed, name), await readFile(join(fresh, name)));
  }
}
