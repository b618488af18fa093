import type { OpenAPIV3_1 } from "openapi-types";
import type { Response, Schema } from "../../contract/schemas.ts";
import { examplesOf } from "./examples.ts";
import { answerTable, fieldsOf } from "./fields.ts";
import { type Html, html, inline } from "./html.ts";

type Operation = OpenAPIV3_1.OperationObject;

/** An error response of an operation. */
export interface Refusal {
  status: string;
  /** Empty for a response without a code of the catalogue. */
  code: string;
  description: string;
}

/** All error responses of an operation. */
export function refusalsOf({ responses = {} }: Operation): Refusal[] {
  return Object.entries(responses)
    .filter(([status]) => !status.startsWith("2"))
    .flatMap(([status, response]) => {
      const { "x-error-codes": codes, description } = response as Response;
      return (codes ?? [{ code: "", description }]).map((named) => ({ status, ...named }));
    });
}

/** The answers of an operation: its success with an example, then its refusals with the body of one. */
export function answers(operation: Operation, error: object | undefined): Html {
  const successes = Object.entries(operation.responses ?? {}).filter(([status]) => status.startsWith("2"));
  return html`<h4>Answers</h4>
${successes.map(([status, response]) => success(status, response as Response))}
<table class="refusals"><caption>Refusals</caption><tbody>${refusalsOf(operation).map(refusalRow)}</tbody></table>
${error && html`<p class="note">The body of a refusal:</p>\n<pre><code>${showExample(error)}</code></pre>\n`}`;
}

function success(status: string, { description, content = {}, headers = {} }: Response): Html {
  const [type, media] = Object.entries(content)[0] ?? [];
  const headerFields = Object.entries(headers).map(([name, header]) => {
    const { required = false, description, schema = {} } = header as OpenAPIV3_1.HeaderObject;
    return { name, required, description, schema: schema as Schema };
  });
  return html`<p><span class="status">${status}</span> ${inline(description)} ${type && html`<code>${type}</code>`}</p>
${examplesOf(media).map((example) => html`<pre><code>${showExample(example)}</code></pre>`)}
${answerTable("Body", fieldsOf((media?.schema ?? {}) as Schema))}
<details><summary>Headers</summary>${answerTable("Headers", headerFields)}</details>
`;
}

const showExample = (example: unknown) => (typeof example === "string" ? example : JSON.stringify(example, null, 2));

const refusalRow = ({ status, code, description }: Refusal) =>
  html`<tr><td>${status}</td>${
    code === "" ? html`<td></td>` : html`<th scope="row"><a href="#error-${code}"><code>${code}</code></a></th>`
  }<td>${inline(description)}</td></tr>\n`;
