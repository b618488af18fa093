import { type Refusal, refusalsOf } from "./answers.ts";
import { type Html, html, inline, type Part } from "./html.ts";
import type { DocumentedOperation } from "./operation.ts";

/** The error codes with their statuses, messages and next steps. The next step may depend on a cause. */
export type Catalogue = Record<
  string,
  readonly { status: number; message: string; nextStep: string | Record<string, string> }[]
>;

/** The maximum number of operations that are listed for an error code. Other codes belong to nearly every operation. */
const maxListedOperations = 4;

/** An id as each answer has one, for examples. */
const requestId = "7f9c2ba4-e88f-4276-a3c2-5f8d1d5c1f8e";

/** Makes an example of the body of a refusal. */
export function errorExample(catalogue: Catalogue, { code, status }: Refusal): object {
  const variants = catalogue[code] ?? [];
  const { message, nextStep } = variants.find((each) => String(each.status) === status) ?? variants[0]!;
  const step = typeof nextStep === "string" ? nextStep : Object.values(nextStep)[0];
  return { success: false, error: code, message, nextStep: step, requestId };
}

/**
 * Finds the refusal that says most about an operation: the one that the fewest operations share. The first of equals
 * wins.
 */
export function mostSpecificRefusal(
  { operation }: DocumentedOperation,
  operations: DocumentedOperation[],
  catalogue: Catalogue,
): Refusal | undefined {
  const uses = ({ code }: Refusal) =>
    operations.filter((each) => refusalsOf(each.operation).some((refusal) => refusal.code === code)).length;
  const known = refusalsOf(operation).filter(({ code }) => code in catalogue);
  const counted = known.map((refusal) => ({ refusal, count: uses(refusal) }));
  return counted.toSorted((a, b) => a.count - b.count)[0]?.refusal;
}

/** The section with all error codes. */
export function errorSection(catalogue: Catalogue, operations: DocumentedOperation[]): Html {
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
