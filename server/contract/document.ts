import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenAPIV3_1 } from "openapi-types";

const readGenerated = (name: string) => readFileSync(join(import.meta.dirname, "..", "..", "generated", name), "utf8");

/** The contract's files as they are served. */
export const contractFiles = {
  yaml: readGenerated("openapi.yaml"),
  json: readGenerated("openapi.json"),
  json30: readGenerated("openapi-3.0.json"),
};

/** The limits that hold for every request, whichever operation it is for. */
export interface RequestLimits {
  bodyBytes: number;
  /** The same for callbacks of the provider. */
  callbackBytes: number;
  /** How many names and values the form of a callback may have. */
  callbackFields: number;
  /** How deep objects and arrays may be nested. */
  bodyDepth: number;
  /** How many bytes of JSON the items of a page have, unless a single item has more. */
  pageBytes: number;
  /** How many bytes of JSON the contacts of a duplicate group have, unless a single contact has more. */
  groupBytes: number;
}

type Contract = OpenAPIV3_1.Document & { "x-limits": RequestLimits };

/** The contract without any `$ref`. */
export const contractDocument = checkedForm(dereference(JSON.parse(contractFiles.json))) as unknown as Contract;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * A document with every local `$ref` replaced by what it names; keywords beside a `$ref` win. No two places share an
 * object, because the validator's own dereferencing loses both.
 */
export function dereference(root: Json): Json {
  const resolve = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(resolve);
    if (node === null || typeof node !== "object") return node;
    const { $ref, ...own } = node;
    const resolved = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, resolve(value)]));
    return typeof $ref === "string" ? { ...(resolve(find(root, $ref)) as object), ...resolved } : resolved;
  };
  return resolve(root);
}

/**
 * The contract in the form that the server checks by. Only the known values are allowed where later versions may add
 * others. Alternatives are `anyOf`, whose errors are easier to read: no value matches two alternatives of this contract.
 * Every default is filled in, also those that the contract hides from generators.
 */
export function checkedForm(node: Json): Json {
  if (Array.isArray(node)) return node.map(checkedForm);
  if (node === null || typeof node !== "object") return node;
  const renamed = { "x-extensible-enum": "enum", "x-default": "default", oneOf: "anyOf" } as Record<string, string>;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [renamed[key] ?? key, checkedForm(value)]));
}

function find(root: Json, reference: string): Json {
  return reference
    .slice("#/".length)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<Json>((node, key) => (node as { [key: string]: Json })[key] ?? null, root);
}
