import { readFileSync } from "node:fs";
import { join } from "node:path";
import { errors } from "../../../generated/errors.ts";
import { contractDocument } from "../../contract/document.ts";
import { addressMark, readExamples } from "./example.ts";
import { html } from "./html.ts";
import { renderLlmsText } from "./llms.ts";
import { renderDocs } from "./page.ts";

let page: string | undefined;
let script: string | undefined;
let llmsText: string | undefined;

/** The API reference as a page. It is rendered at the first request, and shows `address` in its examples. */
export function docsPage(address: string): string {
  page ??= renderDocs(contractDocument, errors, readExamples());
  return page.replaceAll(addressMark, () => html`${address}`.text);
}

/** The script of the page, which is bundled by `npm run generate`. */
export function docsScript(): string {
  script ??= readFileSync(join(import.meta.dirname, "..", "..", "..", "generated", "docs.js"), "utf8");
  return script;
}

/** The index for language models. */
export function docsForModels(): string {
  llmsText ??= renderLlmsText(contractDocument);
  return llmsText;
}
