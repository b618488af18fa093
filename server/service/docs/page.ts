import type { OpenAPIV3_1 } from "openapi-types";
import { type Area, areasOf } from "./areas.ts";
import { type Catalogue, errorExample, errorSection, mostSpecificRefusal } from "./errors.ts";
import { type Examples, exampleTabs } from "./example.ts";
import { Html, html, prose } from "./html.ts";
import { methodBadge, operationSection } from "./operation.ts";
import { docsStyle } from "./style.ts";
import { webhookSection } from "./webhook.ts";

/**
 * Renders a contract as a page, which loads only its script. All texts of the contract are escaped. `{base_url}` stands
 * for the server's address.
 */
export function renderDocs(contract: OpenAPIV3_1.Document, catalogue: Catalogue, examples: Examples): string {
  const { title, version, description } = contract.info;
  const areas = areasOf(contract);
  const operations = areas.flatMap((area) => area.operations);
  const section = (area: Area) =>
    areaSection(
      area,
      area.operations.map((documented) => {
        const refusal = mostSpecificRefusal(documented, operations, catalogue);
        return operationSection(documented, {
          examples: examples.operations[documented.id] ?? [],
          error: refusal && errorExample(catalogue, refusal),
        });
      }),
    );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} ${version}: reference</title>
<link rel="icon" href="page.svg" type="image/svg+xml">
<style>${new Html(docsStyle)}</style>
<script src="docs.js" defer></script>
</head>
<body>
<a class="skip" href="#top">Skip to the reference</a>
<nav aria-label="Operations">
<p class="title"><a href="#top">${title}</a> <span>${version}</span></p>
<details class="menu" open><summary>Operations</summary>
<ul><li><a href="#start">Start</a></li></ul>
${areas.map(
  ({ name, operations, webhooks }) => html`<div class="group"><h2><a href="#area-${name}">${nameOf(name)}</a></h2>
<ul>${[...operations, ...webhooks].map(({ id, operation }) => html`<li><a href="#${id}">${operation.summary}</a></li>\n`)}</ul></div>
`,
)}<div class="group"><h2><a href="#errors">errors</a></h2></div>
</details>
</nav>
<main id="top" tabindex="-1">
<h1>${title}</h1>
${prose(description)}
<p class="note">The OpenAPI document of this API: <a href="openapi.yaml">openapi.yaml</a>, the same as JSON: <a href="openapi.json">openapi.json</a>, and for tools that read only OpenAPI 3.0: <a href="openapi-3.0.json">openapi-3.0.json</a>. An index for language models: <a href="llms.txt">llms.txt</a></p>
<section id="start">
<h2><a href="#start">start</a></h2>
<p>The examples below continue these lines. The TypeScript and Python clients are generated from the OpenAPI document: openapi-fetch with the types of openapi-typescript, and the client of OpenAPI Generator.</p>
${exampleTabs(examples.setup)}</section>
${areas.map(section)}
${errorSection(catalogue, operations)}
</main>
</body>
</html>
`.text;
}

const nameOf = (area: string) => area.replaceAll("-", " ");

function areaSection({ name, description, operations, webhooks }: Area, sections: Html[]): Html {
  return html`<section class="area" id="area-${name}">
<h2><a href="#area-${name}">${nameOf(name)}</a></h2>
${prose(description)}
<table class="overview"><tbody>${operations.map(
    ({ id, method, path, operation }) =>
      html`<tr><td>${methodBadge(method)}</td><td><a href="#${id}"><code>${path}</code></a></td><td>${operation.summary}</td></tr>\n`,
  )}${webhooks.map(
    ({ id, name, operation }) =>
      html`<tr><td>${methodBadge("POST")}</td><td><a href="#${id}"><code>${name}</code></a></td><td>${operation.summary}</td></tr>\n`,
  )}</tbody></table>
${sections}
${webhooks.map(webhookSection)}
</section>
`;
}
