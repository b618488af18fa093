/**
 * Generates the files in `generated/` from the contract, and those of the page from `page/`: `npm run generate`. With `-- --check`, it writes nothing, and
 * the exit code says whether the committed files are up to date.
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
import { hideDefaults } from "./hide-defaults.ts";
import { openObjects } from "./open-objects.ts";
import { openValues } from "./open-values.ts";
import { authOf, deriveOutlines } from "./outlines.ts";
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
  await writeFile(join(fresh, "operations.ts"), deriveOperations(resolved));
  await writeFile(join(fresh, "outlines.ts"), marker + deriveOutlines(resolved));
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
  // The page imports the types of the contract, which leave nothing in its script.
  for (const [name, text] of Object.entries(await bundlePage())) await writeFile(join(fresh, name), text);
  const docsFolder = join(root, "server", "service", "docs", "script");
  await writeFile(join(fresh, "docs.js"), await bundleScript(docsFolder, "main.ts"));
  // The examples need the command line, which reads the generated outlines.
  if (!values.check) await replaceCommitted();
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

interface Extensions {
  "x-door"?: string;
  "x-calls-provider"?: boolean;
  "x-once"?: string;
  "x-scope"?: string | string[];
  "x-target"?: string;
  "x-tool"?: boolean | "selected";
  "x-transport"?: string;
}

/** How a write runs at most once for an Idempotency-Key; null for an operation that takes no key. */
function onceOf({ operationId, "x-once": once }: OpenAPIV3_1.OperationObject & Extensions, takesKey: boolean) {
  if (takesKey !== (once !== undefined)) {
    throw new Error(`${operationId} must have "x-once" if it takes an Idempotency-Key, and only then.`);
  }
  return once ?? null;
}

/** The id of the record that a write changes; null for reads, and for writes that leave no audit event. */
function targetOf({ operationId, "x-once": once, "x-target": target }: OpenAPIV3_1.OperationObject & Extensions) {
  if (once === "transaction" && !target) throw new Error(`${operationId} must have "x-target".`);
  if (target && !/^(path|answer)\./.test(target))
    throw new Error(`${target} is neither in the path nor in the answer.`);
  return target ?? null;
}

/** The scopes that an operation needs. An operation has some if it can answer `insufficient_scope`, and only then. */
function scopesOf({ operationId, responses, ...extensions }: OpenAPIV3_1.OperationObject & Extensions) {
  const { "x-scope": scopes = [], "x-door": door } = extensions;
  // The errors of a door have the codes of its model.
  if (door) return [scopes].flat();
  const { "x-error-codes": codes = [] } = (responses?.["403"] ?? {}) as { "x-error-codes"?: { code: string }[] };
  if (codes.some(({ code }) => code === "insufficient_scope") !== scopes.length > 0) {
    throw new Error(`${operationId} must have "x-scope" if it can answer insufficient_scope, and only then.`);
  }
  return [scopes].flat();
}

/** The scope that fields of the body need, beside the scopes of the operation. */
function fieldScopesOf({ requestBody }: OpenAPIV3_1.OperationObject): Record<string, string> {
  const { content } = (requestBody ?? {}) as Partial<OpenAPIV3_1.RequestBodyObject>;
  const { properties = {} } = (content?.["application/json"]?.schema ?? {}) as OpenAPIV3_1.SchemaObject;
  const fields = Object.entries(properties) as [string, { "x-scope"?: string }][];
  return Object.fromEntries(fields.flatMap(([name, { "x-scope": scope }]) => (scope ? [[name, scope]] : [])));
}

/**
 * Derives a table of the operations from the contract without references, so that the server and the command line need
 * not read the whole contract.
 */
function deriveOperations(contract: OpenAPIV3_1.Document): string {
  const table = Object.entries(contract.paths ?? {}).flatMap(([path, item]) =>
    (["get", "post", "patch", "delete"] as const).flatMap((method) => {
      const operation = item?.[method] as (OpenAPIV3_1.OperationObject & Extensions) | undefined;
      if (!operation) return [];
      const [status, success] = Object.entries(operation.responses ?? {}).find(([code]) => code.startsWith("2")) ?? [];
      const headers = (success as OpenAPIV3_1.ResponseObject).headers ?? {};
      const entry = {
        area: operation.tags?.[0],
        method: method.toUpperCase(),
        path,
        auth: authOf(contract, operation),
        door: operation["x-door"] ?? null,
        scopes: scopesOf(operation),
        once: onceOf(operation, "X-Idempotency-Replayed" in headers),
        target: targetOf(operation),
        callsProvider: operation["x-calls-provider"] ?? false,
        isTool: authOf(contract, operation) === "apiKey" && operation["x-tool"] !== false,
        isDefaultTool: authOf(contract, operation) === "apiKey" && operation["x-tool"] === undefined,
        status: Number(status),
        contentType: Object.keys((success as OpenAPIV3_1.ResponseObject).content ?? {})[0] ?? null,
        defaults: namesWithDefault(operation),
        summary: operation.summary,
      };
      const { operationId: id } = operation;
      return [{ id, entry, fieldScopes: fieldScopesOf(operation), isTransport: "x-transport" in operation }];
    }),
  );
  const { KeyScope: scopes } = contract.components!.schemas as Record<string, OpenAPIV3_1.SchemaObject>;
  const fieldScopes = table.filter((each) => Object.keys(each.fieldScopes).length > 0);
  const used = table.flatMap(({ entry, fieldScopes }) => [entry.scopes, Object.values(fieldScopes)].flat());
  const unknown = used.find((scope) => !scopes!.enum!.includes(scope));
  if (unknown !== undefined) throw new Error(`${unknown} is not a KeyScope.`);
  const part = (transports: boolean) => {
    const entries = table.filter(({ isTransport }) => isTransport === transports).map(({ id, entry }) => [id, entry]);
    return JSON.stringify(Object.fromEntries(entries), null, 2);
  };
  return `${marker}
/** The operations of the service. */
export const operations = ${part(false)} as const;

/** Other transports for the same operations. */
export const transports = ${part(true)} as const;

/** All routes that the server handles. */
export const routes = { ...operations, ...transports } as const;

export type OperationId = keyof typeof operations;

/** All scopes of API keys. */
export const keyScopes = ${JSON.stringify(scopes!.enum, null, 2)} as const;

export type KeyScope = (typeof keyScopes)[number];

/** The scope that fields of a body need, beside the scopes of their operation. */
export const fieldScopes: { [Id in OperationId]?: Record<string, KeyScope> } = ${JSON.stringify(
    Object.fromEntries(fieldScopes.map(({ id, fieldScopes }) => [id, fieldScopes])),
    null,
    2,
  )};

export type RouteId = keyof typeof routes;
`;
}

/** The names of the query parameters and body fields that have a default. */
function namesWithDefault(operation: OpenAPIV3_1.OperationObject): string[] {
  const hasDefault = (schema: unknown) => typeof schema === "object" && schema !== null && "default" in schema;
  const parameters = (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[];
  const body = operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
  const schema = (body?.content["application/json"]?.schema ?? {}) as OpenAPIV3_1.SchemaObject;
  return [
    ...parameters.filter((parameter) => hasDefault(parameter.schema)).map(({ name }) => name),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => (hasDefault(property) ? [name] : [])),
  ];
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
