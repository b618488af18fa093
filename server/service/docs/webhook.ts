import type { OpenAPIV3_1 } from "openapi-types";
import type { Parameter, Schema } from "../../contract/schemas.ts";
import { examplesOf } from "./examples.ts";
import { answerTable, fieldsOf } from "./fields.ts";
import { type Html, html, inline, prose } from "./html.ts";
import { bodyOf, methodBadge } from "./operation.ts";

/** A request that the server makes to a URL of the caller. */
export interface Webhook {
  id: string;
  /** The name of the event. */
  name: string;
  area: string;
  operation: OpenAPIV3_1.OperationObject;
}

/** Every webhook of the contract. */
export function webhooksOf(contract: OpenAPIV3_1.Document): Webhook[] {
  return Object.entries(contract.webhooks ?? {}).flatMap(([name, item]) => {
    const operation = (item as OpenAPIV3_1.PathItemObject).post;
    return operation ? [{ id: operation.operationId ?? name, name, area: operation.tags?.[0] ?? "", operation }] : [];
  });
}

/** The section of one webhook. */
export function webhookSection({ id, name, operation }: Webhook): Html {
  const body = bodyOf(operation);
  const headers = ((operation.parameters ?? []) as unknown as (Parameter & { description?: string })[]).map(
    ({ name, required = false, description, schema }) => ({ name, required, description, schema }),
  );
  return html`<section class="operation" id="${id}">
<h3><a href="#${id}">${operation.summary}</a></h3>
<p class="route">${methodBadge("POST")} <code>${name}</code></p>
${prose(operation.description)}
<h4>Request</h4>
${examplesOf(body).map((example) => html`<pre><code>${JSON.stringify(example, null, 2)}</code></pre>`)}
${answerTable("Headers", headers)}
${bodyTables((body?.schema ?? {}) as Schema)}
<h4>Your response</h4>
<table class="refusals"><tbody>${Object.entries(operation.responses ?? {}).map(
    ([status, response]) =>
      html`<tr><th scope="row">${status}</th><td>${inline((response as OpenAPIV3_1.ResponseObject).description)}</td></tr>\n`,
  )}</tbody></table>
</section>
`;
}

/** The fields of a body. A body with alternatives has a table for each, by the value of its field `type`. */
function bodyTables(schema: Schema): (Html | undefined)[] {
  const alternatives = schema.oneOf as Schema[] | undefined;
  if (!alternatives) return [answerTable("Body", fieldsOf(schema))];
  return alternatives.map((each) => {
    const type = each.properties?.type as { "x-extensible-enum"?: string[] };
    return answerTable(`Body of ${type["x-extensible-enum"]?.[0]}`, fieldsOf(each));
  });
}
