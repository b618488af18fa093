/**
 * Whether two answers are the same.
 */
import type { RawAnswer } from "../support/client.ts";

/** Whether a text is an id of ours. */
export const isId = (text: string) => /^[\da-f-]{36}$/.test(text);

/** Whether an answer of HTTP, or a tool's, says no. */
export const isRefused = ({ status, body }: RawAnswer): boolean =>
  status >= 400 || body?.error !== undefined || body?.result?.isError === true;

/** What differs from request to request. */
const perRequest = ["x-request-id", "date", "ratelimit"];

/** An answer without what differs from request to request; of a success, new ids, times and phones by their order. */
export function comparable(answer: RawAnswer, given: string) {
  const { status, headers } = answer;
  const text = answer.text.replaceAll(headers.get("x-request-id")!, "");
  const kept = [...headers].filter(([name]) => !perRequest.includes(name));
  // The resource that was asked for is named in its refusal.
  const said = given === "" ? text : text.replaceAll(given, "<given>");
  return { status, headers: kept, text: isRefused(answer) ? said : withoutNews(said) };
}

function withoutNews(text: string): string {
  const seen: string[] = [];
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\+\d{7,15}/g, (found) => {
      if (!seen.includes(found)) seen.push(found);
      return `<${seen.indexOf(found)}>`;
    });
}
