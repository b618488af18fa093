/** What the contract says of the operations that are checked: those with an API key, and no doors. */
import { type OperationId, operations } from "../../generated/operations.ts";
import { describe, inputSchemas, type Parameter, type Response, type Schema } from "../../server/contract/schemas.ts";

export type CheckedId = OperationId;

/** The operations that are checked: their bodies and answers are JSON. */
export const checkedIds = (Object.keys(operations) as OperationId[]).filter(
  (id) =>
    operations[id].auth === "apiKey" &&
    operations[id].door === null &&
    operations[id].contentType === "application/json" &&
    Object.keys(contentOf(id)).every((type) => type === "application/json"),
);

interface Example {
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
}

function contentOf(id: OperationId): Record<string, Example> {
  return ((describe(id).requestBody as { content?: Record<string, Example> } | undefined)?.content ?? {}) as Record<
    string,
    Example
  >;
}

/** The refusals that an operation declares, each as `404 not_found`. */
export const refusalsOf = (id: CheckedId): string[] =>
  Object.entries(describe(id).responses ?? {}).flatMap(([status, response]) =>
    ((response as Response)["x-error-codes"] ?? []).map(({ code }) => `${status} ${code}`),
  );

/** The example of an operation, as the contract has it. */
export function exampleOf(id: CheckedId): { path: object; query: object; body: unknown } {
  const inPlace = (place: string) =>
    Object.fromEntries(
      (inputSchemas[id].parameters as (Parameter & { example?: unknown })[])
        .filter((parameter) => parameter.in === place && parameter.example !== undefined)
        .map(({ name, example }) => [name, example]),
    );
  const { example, examples = {} } = contentOf(id)["application/json"] ?? {};
  return { path: inPlace("path"), query: inPlace("query"), body: example ?? Object.values(examples)[0]?.value };
}

/** The fields of the JSON body of an operation, without the key, which has another place here. */
export const fieldsOf = (id: CheckedId): [name: string, schema: Schema][] =>
  Object.entries(inputSchemas[id].body?.properties ?? {}).filter(([name]) => name !== "api_key");

/** A query parameter of an operation. */
export const queryParameterOf = (id: CheckedId, name: string): Parameter | undefined =>
  inputSchemas[id].parameters.find((parameter) => parameter.in === "query" && parameter.name === name);
