import type { OpenAPIV3_1 } from "openapi-types";
import type { Parameter, Schema } from "../../contract/schemas.ts";
import { answers } from "./answers.ts";
import { examplesOf } from "./examples.ts";
import { fieldsOf, inputTable } from "./fields.ts";
import { type Html, html, prose } from "./html.ts";

/** An operation of the contract with its place. */
export interface PlacedOperation {
  id: string;
  method: string;
  path: string;
  area: string;
  /** Whether it requires an API key. */
  needsKey: boolean;
  /** Whether it requires the provider's signature. */
  needsSignature: boolean;
  operation: OpenAPIV3_1.OperationObject;
}

const places: Record<string, string> = { path: "Path", query: "Query", header: "Headers" };

/** Everything about one operation. */
export function operationSection(placed: PlacedOperation): Html {
  const { id, operation, needsKey, needsSignature } = placed;
  const body = bodyOf(operation);
  const parameters = (operation.parameters ?? []) as unknown as (Parameter & { description?: string })[];
  const tables = Object.entries(places).map(([place, caption]) =>
    inputTable(
      caption,
      parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, required = false, description, schema }) => ({
          name,
          required,
          description: description ?? schema.description,
          schema,
        })),
    ),
  );
  return html`<section class="operation" id="${id}">
<h3><a href="#${id}">${operation.summary}</a></h3>
<p class="route">${methodBadge(placed.method)} <code>${placed.path}</code></p>
${prose(operation.description)}
${!needsKey && html`<p class="note">Authentication: ${needsSignature ? "the provider's signature" : "none"}.</p>`}
<h4>Request</h4>
${commandsOf(placed).map((command) => html`<pre><code>${command}</code></pre>`)}
${tables}
${inputTable("Body", fieldsOf((body?.schema ?? {}) as Schema))}
${answers(operation)}
</section>
`;
}

/** The method, in a colour of its own. */
export const methodBadge = (method: string) => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

/** What an operation takes. */
export function bodyOf({ requestBody }: OpenAPIV3_1.OperationObject): OpenAPIV3_1.MediaTypeObject | undefined {
  return (requestBody as OpenAPIV3_1.RequestBodyObject | undefined)?.content["application/json"];
}

/** Command lines that do what the contract's examples do. */
function commandsOf({ method, path, needsKey, needsSignature, operation }: PlacedOperation): string[] {
  const parameters = (operation.parameters ?? []) as { name: string; example?: unknown }[];
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(parameters.find((parameter) => parameter.name === name)?.example ?? `{${name}}`),
  );
  const call = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"$URL${filled}"`,
    ...(needsKey ? ['-H "X-API-Key: $KEY"'] : []),
    ...(needsSignature ? ['-H "X-Provider-Signature: $SIGNATURE"'] : []),
  ];
  const bodies = examplesOf(bodyOf(operation)).map((example) => [
    '-H "Content-Type: application/json"',
    `-d '${quotable(example)}'`,
  ]);
  return (bodies.length === 0 ? [[]] : bodies).map((body) => [...call, ...body].join(" \\\n  "));
}

const quotable = (example: unknown) => JSON.stringify(example).replaceAll("'", String.raw`'\''`);
