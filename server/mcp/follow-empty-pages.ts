import type { RawInput } from "../contract/input.ts";
import type { Invoked } from "../operations/invoke.ts";

/** The maximum number of pages that one call of a tool reads. */
const maxPages = 10;

/**
 * Reads a page of a list, or the first page after it that is not empty. A search can return an empty page before its end,
 * and a model would take that for the answer.
 */
export async function followEmptyPages<Answer extends Invoked>(
  read: (input: RawInput) => Promise<Answer>,
  input: RawInput,
): Promise<Answer> {
  let answer = await read(input);
  for (let pages = 1; pages < maxPages; pages += 1) {
    const cursor = cursorOfEmptyPage(answer.body);
    if (cursor === undefined) break;
    answer = await read({ ...input, query: { ...input.query, cursor } });
  }
  return answer;
}

function cursorOfEmptyPage(body: unknown): string | undefined {
  const { nextCursor, ...rest } = body as { nextCursor?: unknown };
  if (typeof nextCursor !== "string") return undefined;
  return Object.values(rest).some((each) => Array.isArray(each) && each.length === 0) ? nextCursor : undefined;
}
