import type { OpenAPIV3_1 } from "openapi-types";
import { nameOf, referenceTo } from "./references.ts";

type Schemas = Record<string, OpenAPIV3_1.SchemaObject>;
type Schema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject;

/** A code that a response can have, and what it means. */
export interface NamedCode {
  code: string;
  description: string;
}

/** The name of the schema of every error. */
const sharedName = "Problem";

/** The name of the schema that lists all codes, from which generators make constants or a union. */
const codesName = "ErrorCode";

/**
 * Gives all errors one schema, whose code is any text, and lists the codes of each response in `x-error-codes`. The
 * catalogue has a model for each code and status, and generators would make a class of each. A client that was generated
 * from enums would also fail on an unknown code. `codes` get a schema of their own, for clients that branch on them.
 */
export function shareErrors(contract: OpenAPIV3_1.Document, codes: string[]): void {
  const schemas = contract.components!.schemas as Schemas;
  const errorModels = new Map(Object.entries(schemas).filter(([, schema]) => codeOf(schema) !== undefined));
  schemas[sharedName] = problemLike([...errorModels.values()]);
  schemas[codesName] = describeCodes(codes);

  for (const item of Object.values(contract.paths ?? {})) {
    for (const operation of Object.values(item ?? {}) as OpenAPIV3_1.OperationObject[]) {
      for (const response of Object.values(operation.responses ?? {}) as OpenAPIV3_1.ResponseObject[]) {
        for (const media of Object.values(response.content ?? {})) {
          const names = namesOf(media.schema ?? {});
          const named = names.flatMap((name) => errorModels.get(name) ?? []).map(namedCode);
          if (named.length === 0) continue;
          Object.assign(response, { "x-error-codes": named });
          media.schema = referTo(schemas, new Set(names.map((name) => (errorModels.has(name) ? sharedName : name))));
        }
      }
    }
  }
  for (const name of errorModels.keys()) delete schemas[name];
}

function codeOf({ properties }: OpenAPIV3_1.SchemaObject): string | undefined {
  const { success, error } = (properties ?? {}) as Schemas;
  return success && error?.enum?.[0];
}

const namedCode = (schema: OpenAPIV3_1.SchemaObject): NamedCode => ({
  code: codeOf(schema)!,
  description: schema.description ?? "",
});

/** The shape of an error, for every code: all fields of the models, optional where a model lacks them. */
function problemLike(models: OpenAPIV3_1.SchemaObject[]): OpenAPIV3_1.SchemaObject {
  const [{ type, required = [] }] = models as [OpenAPIV3_1.SchemaObject];
  // A field that several models have is described by the first of them.
  const properties = Object.assign({}, ...models.toReversed().map((model) => model.properties));
  const { enum: _, ...error } = properties.error as OpenAPIV3_1.SchemaObject;
  const description = "Why a request failed. Each response names its codes in `x-error-codes`.";
  return {
    type,
    required: required.filter((name) => models.every((model) => model.required?.includes(name))),
    properties: { ...properties, error },
    description,
  } as OpenAPIV3_1.SchemaObject;
}

/** A schema of all codes. No field has this type, because later versions have more codes. */
function describeCodes(codes: string[]): OpenAPIV3_1.SchemaObject {
  const description =
    "The codes that `error` of a `Problem` has in this version. Accept others, because the list may grow.";
  return { type: "string", enum: codes, description };
}

/** The names of the components that a schema refers to, itself or as alternatives. */
function namesOf(schema: Schema): string[] {
  if ("$ref" in schema) return [nameOf(schema)];
  return (schema.anyOf ?? []).flatMap(namesOf);
}

/** A reference to one component. Several become alternatives in a component of their own, which has a name. */
function referTo(schemas: Schemas, names: Set<string>): OpenAPIV3_1.ReferenceObject {
  const name = [...names].join("Or");
  if (names.size > 1) schemas[name] = { oneOf: [...names].map(referenceTo) };
  return referenceTo(name);
}
