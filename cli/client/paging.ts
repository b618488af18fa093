import type { OutlinedId } from "../../generated/outlines.ts";
import { type Io, tell } from "../io.ts";
import { plain } from "../output/plain-text.ts";
import type { CallInput, Client } from "./client.ts";

/** The contract's maximum for `per_page`. */
const maxPageSize = 100;

/** The maximum number of pages that are read for one page: a search can return an empty one before its end. */
const maxEmptyPages = 10;

interface Walk {
  /** Reads the pages one by one, up to the end of the list or the limit. */
  pages(): AsyncGenerator<Record<string, unknown>>;
  /** Writes a note to stderr if the list has more items. */
  tellIfMore(io: Io): void;
}

/**
 * Reads one page of a list, all pages with `all`, or as many pages as `limit` items need. Never reads more items than
 * `limit`. If a page is empty, the next one is read, too.
 */
export function walkPages(
  client: Pick<Client, "call">,
  id: OutlinedId,
  { input, rows, all = false, limit }: { input: CallInput; rows: string; all?: boolean; limit?: number },
): Walk {
  let shown = 0;
  let next: unknown = null;
  let searchedBack: unknown;

  function isDone(read: number): boolean {
    if (next === null) return true;
    if (limit !== undefined) return shown >= limit;
    return !all && (shown > 0 || read >= maxEmptyPages);
  }

  function pageSize(): unknown {
    const requested = input.query.per_page;
    if (limit !== undefined) return Math.min(Number(requested ?? maxPageSize), limit - shown);
    return requested ?? (all ? maxPageSize : undefined);
  }

  return {
    async *pages() {
      let query = input.query;
      for (let read = 1; ; read += 1) {
        const per_page = pageSize();
        const page = await client.call(id, {
          ...input,
          query: { ...query, ...(per_page !== undefined && { per_page }) },
        });
        shown += (page[rows] as unknown[]).length;
        ({ nextCursor: next, searchedBack } = page);
        yield page;
        if (isDone(read)) return;
        query = { ...query, cursor: next };
      }
    },
    tellIfMore(io) {
      if (next === null) return;
      const state =
        searchedBack === undefined
          ? `${shown} shown; there are more.`
          : `${shown} shown; there may be more. searchedBack: ${plain(String(searchedBack))}.`;
      tell(io, `${state} Use --all, --limit N, or --cursor with the nextCursor of -o json.`);
    },
  };
}
