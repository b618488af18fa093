import type { OpenAPIV3_1 } from "openapi-types";
import { type Auth, authOf } from "../outlines.ts";

/** A request that the contract shows as an example. */
export interface ExampleRequest {
  id: string;
  area: string;
  method: string;
  /** The path with its parameters, as in `/api/threads/{id}`. */
  path: string;
  auth: Auth;
  /** Whether the operation takes an `Idempotency-Key`. */
  takesKey: boolean;
  pathValues: Record<string, unknown>;
  query: Record<string, unknown>;
  /** The JSON body; undefined if the request has none. */
  body: ExampleBody | undefined;
  /** Whether the body is a file. */
  sendsFile: boolean;
  /** The fields of a request whose body is a form. */
  form: Record<string, string | string[]> | undefined;
  /** The media type of the success. */
  answerType: string;
}

const formType = "application/x-www-form-urlencoded";

interface ExampleBody {
  /** The name of the schema. */
  schema: string;
  value: unknown;
}

/**
 * Reads the requests that the contract shows, by operation: one for each example of a body, else one.
 *
 * @param resolved the contract without references
 */
export function exampleRequests(
  contract: OpenAPIV3_1.Document,
  resolved: OpenAPIV3_1.Document,
): Record<string, ExampleRequest[]> {
  const requests = Object.entries(resolved.paths ?? {}).flatMap(([path, item]) =>
    (["get", "post", "patch", "delete"] as const).flatMap((method) => {
      const operation = item?.[method];
      if (!operation) return [];
      const named = contract.paths![path]![method]!.requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
      const isNeeded = ({ value }: ExampleBody) => named?.required || JSON.stringify(value) !== "{}";
      const parameters = (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[];
      const valuesIn = (place: string) =>
        Object.fromEntries(
          parameters
            .filter((parameter) => parameter.in === place && parameter.example !== undefined)
            .map(({ name, example }) => [name, example]),
        );
      const [, success] = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith("2"))!;
      const shared = {
        id: operation.operationId!,
        area: operation.tags?.[0] ?? "",
        method: method.toUpperCase(),
        path,
        auth: authOf(resolved, operation),
        takesKey: parameters.some(({ name }) => name === "Idempotency-Key"),
        pathValues: valuesIn("path"),
        query: valuesIn("query"),
        sendsFile: "application/octet-stream" in (named?.content ?? {}),
        answerType: Object.keys((success as OpenAPIV3_1.ResponseObject).content ?? {})[0] ?? "",
      };
      const { "application/json": json, [formType]: form } = named?.content ?? {};
      const bodies = bodiesOf(json).filter(isNeeded);
      const fields = json ? undefined : (form?.example as ExampleRequest["form"]);
      const shown = bodies.length > 0 ? bodies : [undefined];
      return [[shared.id, shown.map((body): ExampleRequest => ({ ...shared, body, form: fields }))]] as const;
    }),
  );
  return Object.fromEntries(requests);
}

function bodiesOf({ schema, example, examples = {} }: OpenAPIV3_1.MediaTypeObject = {}): ExampleBody[] {
  const name = (schema as OpenAPIV3_1.ReferenceObject | undefined)?.$ref?.split("/").at(-1) ?? "";
  const values = Object.values(examples).map((each) => (each as OpenAPIV3_1.ExampleObject).value as unknown);
  return (example === undefined ? values : [example, ...values]).map((value) => ({ schema: name, value }));
}
