/**
 * Compares two answers.
 */
import type { RawAnswer } from "../support/client.ts";

/** Whether a text has the form of an id. */
export const isId = (text: string) => /^[\da-f-]{36}$/.test(text);

/** Whether an answer over HTTP or of a tool is a refusal. */
export const isRefused = ({ status, body }: RawAnswer): boolean =>
  status >= 400 || body?.error !== undefined || body?.result?.isError === true;

/** Headers that differ between requests. */
const perRequest = ["x-request-id", "date", "ratelimit"];

/** Makes an answer comparable: removes values of the request, and numbers the ids, times and phones of a success. */
export function comparable(answer: RawAnswer, given: string) {
  const { status, headers } = answer;
  const text = answer.text.replaceAll(headers.get("x-request-id")!, "");
  const comparableHeaders = [...headers].filter(([name]) => !perRequest.includes(name));
  // A refusal may name the requested resource.
  const redacted = given === "" ? text : text.replaceAll(given, "<given>");
  return { status, headers: comparableHeaders, text: isRefused(answer) ? redacted : normalize(redacted) };
}

function normalize(text: string): string {
  const seen: string[] = [];
  return (
    text
      // A position has the time of its reading, and a fingerprint the ids and times of its contacts.
      .replaceAll(/"(position|fingerprint)":"[^"]+"/g, '"$1":"<$1>"')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
      .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\+\d{7,15}/g, (found) => {
        if (!seen.includes(found)) seen.push(found);
        return `<${seen.indexOf(found)}>`;
      })
  );
}
