import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenAPIV3_1 } from "openapi-types";
import { dereference } from "./references.ts";

const readGenerated = (name: string) => readFileSync(join(import.meta.dirname, "..", "..", "generated", name), "utf8");

/** The texts of the contract's files. */
export const contractFiles = {
  yaml: readGenerated("openapi.yaml"),
  json: readGenerated("openapi.json"),
  json30: readGenerated("openapi-3.0.json"),
};

/** The texts of those files without the doors. They are made at the first request for one of them. */
const filesWithoutDoors: { [Name in keyof typeof contractFiles]?: string } = {};

/** The text of a file of the contract, with its doors or without them. */
export async function contractFile(name: keyof typeof contractFiles, hasDoors: boolean): Promise<string> {
  if (hasDoors) return contractFiles[name];
  const { toJson, toYaml, withoutDoors } = await import("./without-doors.ts");
  const write = name === "yaml" ? toYaml : toJson;
  filesWithoutDoors[name] ??= write(withoutDoors(JSON.parse(contractFiles[name === "yaml" ? "json" : name])));
  return filesWithoutDoors[name];
}

/** The limits of the service. */
export interface Limits {
  bodyBytes: number;
  /** The limit for the provider's callbacks. */
  callbackBytes: number;
  /** The limit for a file. */
  mediaBytes: number;
  /** The maximum number and size of a team's uploaded files that no text uses. */
  unusedMedia: number;
  unusedMediaBytes: number;
  /** The limits of the form of a request at a door. */
  doorBytes: number;
  doorFields: number;
  /** The maximum nesting depth of objects and arrays. */
  bodyDepth: number;
  /** The maximum size of a page's items in bytes of JSON. A page with a single item may be larger. */
  pageBytes: number;
  /** The maximum size of a duplicate group's contacts in bytes of JSON. A group with a single contact may be larger. */
  groupBytes: number;
  /** The maximum number of webhook endpoints of a team. */
  teamWebhookEndpoints: number;
  /** The maximum number of texts of a team, and of a key, that wait for an approval. */
  teamHeldTexts: number;
  keyHeldTexts: number;
  /** The maximum number of erasures of a team that run at once. */
  runningErasures: number;
  /** The maximum number of answers of a team to HELP on a day in UTC. */
  teamHelpReplies: number;
}

type Contract = OpenAPIV3_1.Document & { "x-limits": Limits };

/** The contract without any `$ref`. */
export const contractDocument = checkedForm(dereference(JSON.parse(contractFiles.json))) as unknown as Contract;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Converts the contract to the form that the server validates with. An extensible enum allows only the known values.
 * `oneOf` becomes `anyOf`, whose errors are easier to read; no value matches two alternatives of this contract.
 * `x-default` becomes `default`: the contract hides some defaults from generators.
 */
export function checkedForm(node: Json): Json {
  if (Array.isArray(node)) return node.map(checkedForm);
  if (node === null || typeof node !== "object") return node;
  const renamed = { "x-extensible-enum": "enum", "x-default": "default", oneOf: "anyOf" } as Record<string, string>;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [renamed[key] ?? key, checkedForm(value)]));
}
