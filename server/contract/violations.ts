import type { ErrorObject } from "ajv";
import { ApiError, type ErrorCode, type Violation } from "../errors.ts";
import { formatsInWords } from "./formats.ts";
import { branchesOf, type InputSchema, propertyOf, type Schema } from "./schemas.ts";

/** An invalid value of a request: its location, and the rule that it breaks. */
export interface Fault {
  location: "path" | "query" | "header" | "body";
  path: string[];
  message: string;
  /** Whether the contract does not declare the field. */
  unknown?: boolean;
}

/** The fault of a field that the contract does not declare. */
export const unknownField = { message: "is not a field of this request", unknown: true };

/** The maximum number of invalid fields in an answer. A request may have a hundred thousand. */
export const maxDetails = 100;

/**
 * The error for a request with faults. It has the code of the first invalid field, in the contract's order. Its details
 * name all invalid fields, up to `maxDetails`.
 */
export function refusalOf(input: InputSchema, faults: Fault[]): ApiError {
  const order = [...input.parameters.map(({ in: location, name }) => keyOf(location, name)), ...bodyOrder(input.body)];
  const rank = ({ location, path: [field = "", ...rest], unknown }: Fault) =>
    unknown && rest.length === 0 ? order.length : order.indexOf(keyOf(location, field));
  const firsts = new Map<string, Fault>();
  for (const fault of faults.toSorted((a, b) => rank(a) - rank(b))) {
    const key = keyOf(fault.location, ...fault.path);
    if (!firsts.has(key)) firsts.set(key, fault);
  }
  const details = [...firsts.values()].slice(0, maxDetails).map((fault) => violationOf(input, fault));
  const [first] = details;
  const code = (first?.code ?? "validation_error") as ErrorCode;
  if (code !== "validation_error" || !first) return new ApiError(code, { details });
  const subject = first.field === "" ? "The request body" : first.field;
  return new ApiError(code, { message: `${subject} ${first.message}.`, details });
}

/** Converts Ajv's errors to faults, without the errors that only summarize others. */
export function faultsOf(errors: ErrorObject[]): Fault[] {
  const explained = explainedChoices(errors);
  return errors
    .filter(({ keyword }) => keyword !== "if" && keyword !== "anyOf" && keyword !== "not")
    .filter(({ keyword, instancePath }) => keyword !== "type" || !explained.has(instancePath))
    .map((error) => {
      const { keyword, instancePath, params } = error;
      const [, location = "", ...path] = instancePath.split("/").map(unescapePointer);
      const missing: string | undefined = keyword === "required" ? params.missingProperty : undefined;
      const extra: string | undefined = keyword === "additionalProperties" ? params.additionalProperty : undefined;
      const named = missing ?? extra;
      return {
        location: location === "requestBody" ? "body" : (location as "path" | "query" | "header"),
        path: named === undefined ? path : [...path, named],
        message: ruleOf(error),
        ...(extra !== undefined && unknownField),
      };
    });
}

/**
 * The rule that a value breaks, with what the caller can do: the allowed values, or an example. A pattern has its words in
 * the contract, because a regular expression helps nobody who calls. Needs errors with their schema, Ajv's `verbose`.
 */
function ruleOf({ keyword, params, parentSchema = {}, message }: ErrorObject): string {
  if (keyword === "required") return "is required";
  if (keyword === "enum") return `must be one of ${params.allowedValues.join(", ")}`;
  if (keyword === "pattern") return (parentSchema as Schema)["x-violation"] ?? "does not have the form of such a value";
  if (keyword === "format") return formatsInWords[params.format] ?? `must be of the format ${params.format}`;
  return message ?? "is not valid";
}

/**
 * The paths of values whose schema allows several types, if the branch of the value's own type reports an error. The
 * type errors of the other branches then add nothing.
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

const keyOf = (location: string, ...path: string[]) =>
  JSON.stringify([location, ...path.map((part) => part.toLowerCase())]);

const bodyOrder = (body: Schema | undefined) => Object.keys(body?.properties ?? {}).map((name) => keyOf("body", name));

function violationOf(input: InputSchema, fault: Fault): Violation {
  const { location, path, message } = fault;
  const declared = input.parameters.find(({ in: at, name }) => keyOf(at, name) === keyOf(location, path[0] ?? ""));
  const field = location === "body" ? path.join(".") : (declared?.name ?? path.join("."));
  const code = location === "body" ? codeWithin(input.body, path) : declared?.schema["x-error-code"];
  // A model can be that of several operations, which need not all declare the codes of its fields.
  return { field, code: code !== undefined && input.errorCodes.has(code) ? code : "validation_error", message };
}

/** The error code of the innermost field on a path that has a code. An invalid value inside a field breaks that field. */
function codeWithin(schema: Schema | undefined, path: string[]): string | undefined {
  if (!schema) return undefined;
  const [name, ...rest] = path;
  const own = schema["x-error-code"];
  const branches = branchesOf(schema);
  if (name === undefined) return branches.map((branch) => branch["x-error-code"]).find(Boolean);
  const next = branches.map((branch) => propertyOf(branch, name) ?? branch.items).find(Boolean);
  return codeWithin(next, rest) ?? own;
}
