import type { OpenAPIV3_1 } from "openapi-types";
import { errors } from "../../../generated/errors.ts";
import { contractDocument } from "../../contract/document.ts";
import { refusalsOf } from "./answers.ts";
import { Html, html, inline, type Part, prose } from "./html.ts";
import { type DocumentedOperation, methodBadge, operationSection } from "./operation.ts";
import { docsStyle } from "./style.ts";
import { type Webhook, webhookSection, webhooksOf } from "./webhook.ts";

type Catalogue = Record<
  string,
  readonly { status: number; message: string; nextStep: string | Record<string, string> }[]
>;

/** The maximum number of operations that are listed for an error code. Other codes belong to nearly every operation. */
const maxListedOperations = 4;

let page: string | undefined;

/** The API reference as a page that loads no other files. It is rendered at the first request. */
export function docsPage(): string {
  page ??= renderDocs(contractDocument, errors);
  return page;
}

/** Renders a contract as a page. All texts of the contract are escaped. */
export function renderDocs(contract: OpenAPIV3_1.Document, catalogue: Catalogue): string {
  const { title, version, description } = contract.info;
  const operations = operationsOf(contract);
  const webhooks = webhooksOf(contract);
  const areas = (contract.tags ?? []).map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ area }) => area === name),
    webhooks: webhooks.filter(({ area }) => area === name),
  }));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} ${version}: reference</title>
<style>${new Html(docsStyle)}</style>
</head>
<body>
<nav aria-label="Operations">
<p class="title"><a href="#top">${title}</a> <span>${version}</span></p>
${areas.map(
  ({ name, operations, webhooks }) => html`<h2><a href="#area-${name}">${nameOf(name)}</a></h2>
<ul>${[...operations, ...webhooks].map(({ id, operation }) => html`<li><a href="#${id}">${operation.summary}</a></li>\n`)}</ul>
`,
)}<h2><a href="#errors">errors</a></h2>
</nav>
<main id="top">
<h1>${title}</h1>
${prose(description)}
<p class="note">The OpenAPI document of this API: <a href="openapi.yaml">openapi.yaml</a>, the same as JSON: <a href="openapi.json">openapi.json</a>, and for tools that read only OpenAPI 3.0: <a href="openapi-3.0.json">openapi-3.0.json</a></p>
${areas.map(areaSection)}
${errorSection(catalogue, operations)}
</main>
</body>
</html>
`.text;
}

const nameOf = (area: string) => area.replaceAll("-", " ");

interface Area {
  name: string;
  description: string | undefined;
  operations: DocumentedOperation[];
  webhooks: Webhook[];
}

function areaSection({ name, description, operations, webhooks }: Area): Html {
  return html`<section id="area-${name}">
<h2><a href="#area-${name}">${nameOf(name)}</a></h2>
${prose(description)}
<table class="overview"><tbody>${operations.map(
    ({ id, method, path, operation }) =>
      html`<tr><td>${methodBadge(method)}</td><td><a href="#${id}"><code>${path}</code></a></td><td>${operation.summary}</td></tr>\n`,
  )}${webhooks.map(
    ({ id, name, operation }) =>
      html`<tr><td>${methodBadge("POST")}</td><td><a href="#${id}"><code>${name}</code></a></td><td>${operation.summary}</td></tr>\n`,
  )}</tbody></table>
${operations.map(operationSection)}
${webhooks.map(webhookSection)}
</section>
`;
}

function errorSection(catalogue: Catalogue, operations: DocumentedOperation[]): Html {
  const rows = Object.entries(catalogue).map(([code, variants]) => {
    const users = operations.filter(({ operation }) => refusalsOf(operation).some((refusal) => refusal.code === code));
    const listed = users.length <= maxListedOperations ? users : [];
    return html`<tr id="error-${code}"><th scope="row"><a href="#error-${code}"><code>${code}</code></a></th><td>${variants.map(
      ({ status, message, nextStep }) =>
        html`<p><span class="status">${status}</span> ${inline(message)} ${nextStepOf(nextStep)}</p>`,
    )}${listed.length > 0 && html`<p class="limits">${listed.map(({ id }) => html`<a href="#${id}">${id}</a> `)}</p>`}</td></tr>\n`;
  });
  return html`<section id="errors">
<h2><a href="#errors">errors</a></h2>
<p>Every error has the same shape: <code>error</code> is the code to branch on, <code>message</code> and <code>nextStep</code> are for people.</p>
<table class="catalogue"><tbody>${rows}</tbody></table>
</section>
`;
}

/** The next step of an error, or that for each cause of a refused text. */
const nextStepOf = (nextStep: string | Record<string, string>): Part =>
  typeof nextStep === "string"
    ? inline(nextStep)
    : Object.entries(nextStep).map(([cause, step]) => html`<br><code>${cause}</code>: ${inline(step)}`);

function operationsOf(contract: OpenAPIV3_1.Document): DocumentedOperation[] {
  return Object.entries(contract.paths ?? {}).flatMap(([path, item]) =>
    (["get", "post", "patch", "delete"] as const).flatMap((method) => {
      const operation = item?.[method];
      if (!operation) return [];
      const schemes = operation.security ?? contract.security ?? [];
      return {
        id: operation.operationId ?? `${method} ${path}`,
        method: method.toUpperCase(),
        path,
        area: operation.tags?.[0] ?? "",
        needsKey: schemes.some((scheme) => "ApiKeyHeader" in scheme),
        needsSignature: schemes.some((scheme) => "ProviderSignature" in scheme),
        operation,
      };
    }),
  );
}
