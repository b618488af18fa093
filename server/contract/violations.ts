import type { ErrorObject } from "ajv";
import { ApiError, type ErrorCode, type Violation } from "../errors.ts";
import { type InputSchema, propertyOf, type Schema } from "./schemas.ts";

/** Where in a request something is wrong, and what. */
export interface Fault {
  place: "path" | "query" | "header" | "body";
  path: string[];
  message: string;
  /** The field is none of the contract's. */
  unknown?: boolean;
}

/** What is wrong with a field that the contract does not have. */
export const unknownField = { message: "is not a field of this request", unknown: true };

/** How many broken fields an answer names. A request may have a hundred thousand. */
export const maxDetails = 100;

/**
 * The answer to a request with faults: the code that the contract gives the first broken field, in the contract's
 * order, and all of them as details.
 */
export function refusalOf(input: InputSchema, faults: Fault[]): ApiError {
  const order = [...input.parameters.map(({ in: place, name }) => keyOf(place, name)), ...bodyOrder(input.body)];
  const rank = ({ place, path: [field = "", ...rest], unknown }: Fault) =>
    unknown && rest.length === 0 ? order.length : order.indexOf(keyOf(place, field));
  const firsts = new Map<string, Fault>();
  for (const fault of faults.toSorted((a, b) => rank(a) - rank(b))) {
    const key = keyOf(fault.place, ...fault.path);
    if (!firsts.has(key)) firsts.set(key, fault);
  }
  const details = [...firsts.values()].slice(0, maxDetails).map((fault) => violationOf(input, fault));
  const [first] = details;
  const code = (first?.code ?? "validation_error") as ErrorCode;
  if (code !== "validation_error" || !first) return new ApiError(code, { details });
  const subject = first.field === "" ? "The request body" : first.field;
  return new ApiError(code, { message: `${subject} ${first.message}.`, details });
}

/** Ajv's errors as faults, without those that name no field of their own. */
export function faultsOf(errors: ErrorObject[]): Fault[] {
  const explained = explainedChoices(errors);
  return errors
    .filter(({ keyword }) => keyword !== "if" && keyword !== "anyOf" && keyword !== "not")
    .filter(({ keyword, instancePath }) => keyword !== "type" || !explained.has(instancePath))
    .map(({ keyword, instancePath, params, message = "is not valid" }) => {
      const [, place = "", ...path] = instancePath.split("/").map(unescapePointer);
      const missing: string | undefined = keyword === "required" ? params.missingProperty : undefined;
      const extra: string | undefined = keyword === "additionalProperties" ? params.additionalProperty : undefined;
      const named = missing ?? extra;
      return {
        place: place === "requestBody" ? "body" : (place as "path" | "query" | "header"),
        path: named === undefined ? path : [...path, named],
        message: missing ? "is required" : message,
        ...(extra !== undefined && unknownField),
      };
    });
}

/**
 * The paths of values that may be of several types, where the branch of the value's own type says what is wrong: that
 * it is not of the other branches' types says nothing.
 */
function explainedChoices(errors: ErrorObject[]): Set<string> {
  const choices = new Set(errors.filter(({ keyword }) => keyword === "anyOf").map(({ instancePath }) => instancePath));
  const explained = new Set<string>();
  for (const { keyword, instancePath } of errors) {
    if (keyword === "anyOf") continue;
    const isTypeOfChoice = keyword === "type" && choices.has(instancePath);
    let path = isTypeOfChoice ? parentOf(instancePath) : instancePath;
    for (; path !== "" && !explained.has(path); path = parentOf(path)) explained.add(path);
  }
  return explained.intersection(choices);
}

const parentOf = (path: string) => path.slice(0, path.lastIndexOf("/"));

const unescapePointer = (part: string) => part.replaceAll("~1", "/").replaceAll("~0", "~");

const keyOf = (place: string, ...path: string[]) => JSON.stringify([place, ...path.map((part) => part.toLowerCase())]);

const bodyOrder = (body: Schema | undefined) => Object.keys(body?.properties ?? {}).map((name) => keyOf("body", name));

function violationOf(input: InputSchema, fault: Fault): Violation {
  const { place, path, message } = fault;
  const declared = input.parameters.find(({ in: at, name }) => keyOf(at, name) === keyOf(place, path[0] ?? ""));
  const field = place === "body" ? path.join(".") : (declared?.name ?? path.join("."));
  const code = place === "body" ? codeWithin(input.body, path) : declared?.schema["x-error-code"];
  return { field, code: code ?? "validation_error", message };
}

/** The innermost code on the way to a field: what is inside a field breaks that field. */
function codeWithin(schema: Schema | undefined, path: string[]): string | undefined {
  if (!schema) return undefined;
  const [name, ...rest] = path;
  const own = schema["x-error-code"];
  const branches = [schema, ...((schema.anyOf ?? []) as Schema[])];
  if (name === undefined) return branches.map((branch) => branch["x-error-code"]).find(Boolean);
  const next = branches.map((branch) => propertyOf(branch, name) ?? (branch as { items?: Schema }).items).find(Boolean);
  return codeWithin(next, rest) ?? own;
}
