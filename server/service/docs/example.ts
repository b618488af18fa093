import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Html, html, type Part } from "./html.ts";

/** The languages of examples, in the order of their tabs. */
const languages = { curl: "curl", typescript: "TypeScript", python: "Python", commandLine: "Command line" };

/** An example in each language that can express it. */
export type Example = { [Language in keyof typeof languages]?: string };

/** The examples of all operations by their ids, and the lines that make a client. */
export interface Examples {
  setup: Example;
  operations: Record<string, Example[]>;
}

/** What stands for the server's address in an example. */
export const addressMark = "{base_url}";

/** Reads the examples that are generated from the contract. */
export function readExamples(): Examples {
  const path = join(import.meta.dirname, "..", "..", "..", "generated", "examples.json");
  return JSON.parse(readFileSync(path, "utf8")) as Examples;
}

/**
 * An example in all languages. Without the page's script, the first language is unfolded and the others can be unfolded.
 * The script makes tabs of them.
 */
export function exampleTabs(example: Example): Html {
  const shown = (Object.keys(languages) as (keyof typeof languages)[]).filter((language) => example[language]);
  return html`<div class="example">
${shown.map(
  (language, index) =>
    html`<details data-language="${language}"${index === 0 && html` open`}><summary>${languages[language]}</summary>
<pre><code>${withAddress(example[language]!)}</code></pre></details>
`,
)}</div>
`;
}

/** Marks each place of the server's address, so that the script can fill in the one that the browser uses. */
function withAddress(text: string): Part[] {
  return text
    .split(addressMark)
    .flatMap((part, index) => (index > 0 ? [html`<span class="address">{base_url}</span>`, part] : [part]));
}
