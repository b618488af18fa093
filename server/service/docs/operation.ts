import type { OpenAPIV3_1 } from "openapi-types";
import type { Parameter, Schema } from "../../contract/schemas.ts";
import { answers } from "./answers.ts";
import { type Example, exampleTabs } from "./example.ts";
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
  /** How else a request authenticates, in words. */
  authentication: string;
  operation: OpenAPIV3_1.OperationObject;
}

/** The captions of the parameters' tables, by location. */
const captions: Record<string, string> = { path: "Path", query: "Query", header: "Headers" };

/** What the section of an operation shows beside its contract: its examples, and the body of an error. */
export interface Shown {
  examples: Example[];
  error: object | undefined;
}

/** The section of one operation. */
export function operationSection(documented: DocumentedOperation, { examples, error }: Shown): Html {
  const { id, method, path, operation, needsKey, authentication } = documented;
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
${!needsKey && html`<p class="note">Authentication: ${authentication}.</p>`}
<h4>Request</h4>
${examples.map(exampleTabs)}
${tables}
${inputTable("Body", fieldsOf((body?.schema ?? {}) as Schema))}
${answers(operation, error)}
</section>
`;
}

const scopeList = (scopes: string[]) =>
  scopes.map((scope, index) => html`${index > 0 && " and "}<code>${scope}</code>`);

/** The method in its own colour. */
export const methodBadge = (method: string) => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

/** The body of an operation's request: its JSON, or its form if it has only that. */
export function bodyOf({ requestBody }: OpenAPIV3_1.OperationObject): OpenAPIV3_1.MediaTypeObject | undefined {
  const { content = {} } = (requestBody ?? {}) as Partial<OpenAPIV3_1.RequestBodyObject>;
  return content["application/json"] ?? Object.values(content)[0];
}
