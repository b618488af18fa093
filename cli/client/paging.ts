import type { OutlinedId } from "../../generated/outlines.ts";
import { type Io, tell } from "../io.ts";
import type { CallInput, Client } from "./client.ts";

/** As many as the contract allows on a page. */
const largestPage = 100;

interface Walk {
  /** The pages as they come; ends with the list, or where it was told to. */
  pages(): AsyncGenerator<Record<string, unknown>>;
  /** Says so when there is more than the pages had. */
  tellOfMore(io: Io): void;
}

/** Walks a list: one page, or as many as it takes for all of it or for `limit` items, never reading more than those. */
export function walkPages(
  client: Pick<Client, "call">,
  id: OutlinedId,
  { input, rows, all = false, limit }: { input: CallInput; rows: string; all?: boolean; limit?: number },
): Walk {
  let shown = 0;
  let next: unknown = null;

  function pageSize(): unknown {
    const asked = input.query.per_page;
    if (limit !== undefined) return Math.min(Number(asked ?? largestPage), limit - shown);
    return asked ?? (all ? largestPage : undefined);
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
    tellOfMore(io) {
      if (next !== null)
        tell(io, `${shown} shown, and there are more: --all, --limit N, or --cursor with the nextCursor of -o json`);
    },
  };
}
