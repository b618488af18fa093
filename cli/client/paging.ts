import type { OutlinedId } from "../../generated/outlines.ts";
import { type Io, tell } from "../io.ts";
import type { CallInput, Client } from "./client.ts";

/** The contract's maximum for `per_page`. */
const maxPageSize = 100;

interface Walk {
  /** Reads the pages one by one, up to the end of the list or the limit. */
  pages(): AsyncGenerator<Record<string, unknown>>;
  /** Writes a note to stderr if the list has more items. */
  tellIfMore(io: Io): void;
}

/**
 * Reads one page of a list, all pages with `all`, or as many pages as `limit` items need. Never reads more items than
 * `limit`.
 */
export function walkPages(
  client: Pick<Client, "call">,
  id: OutlinedId,
  { input, rows, all = false, limit }: { input: CallInput; rows: string; all?: boolean; limit?: number },
): Walk {
  let shown = 0;
  let next: unknown = null;

  function pageSize(): unknown {
    const requested = input.query.per_page;
    if (limit !== undefined) return Math.min(Number(requested ?? maxPageSize), limit - shown);
    return requested ?? (all ? maxPageSize : undefined);
  }

  return {
    async *pages() {
      let query = input.query;
      do {
        const per_page = pageSize();
        const page = await client.call(id, {
          ...input,
          query: { ...query, ...(per_page !== undefined && { per_page }) },
        });
        shown += (page[rows] as unknown[]).length;
        next = page.nextCursor;
        yield page;
        query = { ...query, cursor: next };
      } while (next !== null && (limit === undefined ? all : shown < limit));
    },
    tellIfMore(io) {
      if (next !== null)
        tell(io, `${shown} shown; there are more. Use --all, --limit N, or --cursor with the nextCursor of -o json.`);
    },
  };
}
