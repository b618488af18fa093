import type { OpenAPIV3_1 } from "openapi-types";
import { areasOf } from "./areas.ts";
import type { DocumentedOperation } from "./operation.ts";

/**
 * Renders the index for language models: what the API is, its documents, and a link for each operation. Links are
 * relative, because the server may have several addresses. What no caller with a key needs is optional.
 *
 * The form is that of https://llmstxt.org.
 */
export function renderLlmsText(contract: OpenAPIV3_1.Document): string {
  const { title, description = "" } = contract.info;
  const [summary = "", ...paragraphs] = description
    .trim()
    .split(/\n\s*\n/)
    .map(inOneLine);
  const areas = areasOf(contract);
  const section = (name: string, lines: string[]) => (lines.length > 0 ? [`## ${name}`, lines.join("\n")] : []);
  const called = areas.flatMap(({ name, operations }) =>
    section(capitalize(name), operations.filter(({ needsKey }) => needsKey).map(lineOf)),
  );
  const optional = areas.flatMap(({ operations, webhooks }) => [
    ...operations.filter(({ needsKey }) => !needsKey).map(lineOf),
    ...webhooks.map(({ id, name, operation }) => `- [${operation.summary}](docs#${id}): webhook \`${name}\``),
  ]);
  return `${[
    `# ${title}`,
    `> ${summary}`,
    ...paragraphs,
    ...section("Documents", [
      "- [OpenAPI 3.1 as JSON](openapi.json): the whole contract, with all shapes, limits, errors and examples",
      "- [OpenAPI 3.1 as YAML](openapi.yaml): the same",
      "- [Reference](docs): the same for people, with examples for curl, TypeScript, Python and the command line",
      "- [Error codes](docs#errors): what each means, and what to do next",
    ]),
    ...called,
    ...section("Optional", optional),
  ].join("\n\n")}\n`;
}

const lineOf = ({ id, method, path, operation }: DocumentedOperation) =>
  `- [${operation.summary}](docs#${id}): \`${method} ${path}\``;

const inOneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, " ");

const capitalize = (area: string) => area.replaceAll("-", " ").replace(/^./, (letter) => letter.toUpperCase());
