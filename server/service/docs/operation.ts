import type { OpenAPIV3_1 } from "openapi-types";
import type { Parameter, Schema } from "../../contract/schemas.ts";
import { answers } from "./answers.ts";
import { examplesOf } from "./examples.ts";
import { fieldsOf, inputTable } from "./fields.ts";
import { type Html, html, prose } from "./html.ts";

/** An operation of the contract with its route and its authentication. */
export interface DocumentedOperation {
  id: string;
  method: string;
  path: string;
  area: string;
  /** Whether the operation requires an API key. */
  needsKey: boolean;
  /** Whether the operation requires the provider's signature. */
  needsSignature: boolean;
  operation: OpenAPIV3_1.OperationObject;
}

/** The captions of the parameters' tables, by location. */
const captions: Record<string, string> = { path: "Path", query: "Query", header: "Headers" };

/** The section of one operation. */
export function operationSection(documented: DocumentedOperation): Html {
  const { id, method, path, operation, needsKey, needsSignature } = documented;
  const body = bodyOf(operation);
  const scopes = [(operation as { "x-scope"?: string | string[] })["x-scope"] ?? []].flat();
  const parameters = (operation.parameters ?? []) as unknown as (Parameter & { description?: string })[];
  const tables = Object.entries(captions).map(([location, caption]) =>
    inputTable(
      caption,
      parameters
        .filter((parameter) => parameter.in === location)
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
<p class="route">${methodBadge(method)} <code>${path}</code></p>
${prose(operation.description)}
${scopes.length > 0 && html`<p class="note">${scopes.length > 1 ? "Scopes" : "Scope"}: ${scopeList(scopes)}.</p>`}
${!needsKey && html`<p class="note">Authentication: ${needsSignature ? "the provider's signature" : "none"}.</p>`}
<h4>Request</h4>
${commandsOf(documented).map((command) => html`<pre><code>${command}</code></pre>`)}
${tables}
${inputTable("Body", fieldsOf((body?.schema ?? {}) as Schema))}
${answers(operation)}
</section>
`;
}

const scopeList = (scopes: string[]) =>
  scopes.map((scope, index) => html`${index > 0 && " and "}<code>${scope}</code>`);

/** The method in its own colour. */
export const methodBadge = (method: string) => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

/** The JSON body of an operation's request. */
export function bodyOf({ requestBody }: OpenAPIV3_1.OperationObject): OpenAPIV3_1.MediaTypeObject | undefined {
  return (requestBody as OpenAPIV3_1.RequestBodyObject | undefined)?.content["application/json"];
}

/** The `curl` commands of the contract's examples. */
function commandsOf({ method, path, needsKey, needsSignature, operation }: DocumentedOperation): string[] {
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
