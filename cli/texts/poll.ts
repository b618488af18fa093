import { setTimeout as pause } from "node:timers/promises";
import type { MessageStatusData } from "../../generated/api.ts";
import { isTemporary } from "../failures.ts";
import { type Io, tell } from "../io.ts";
import { plain, styled } from "../output/plain-text.ts";
import type { News } from "./news.ts";

/** The maximum factor by which the pause grows while nothing is found. */
const maxPauseFactor = 8;

/** The minimum pause between two reads, so that many events do not use up the key's rate limit. */
const minPauseMilliseconds = 500;

/** What a read has found, and the statuses that came before it. */
export interface Found<Item> {
  items: Item[];
  statuses: MessageStatusData[];
}

/**
 * Calls `read` after each event and at intervals, until the news end, and yields what it finds. Not every change has an
 * event, and a stream can be lost. The interval grows while nothing is found or the server is unavailable. The first
 * failure and the recovery are written to stderr.
 *
 * @throws Failure if the server refuses the request
 */
export async function* poll<Item>(
  io: Io,
  read: () => Promise<Item[]>,
  { seconds, until, news }: { seconds: number; until: AbortSignal; news: News },
): AsyncGenerator<Found<Item>> {
  let factor = 1;
  let isUnavailable = false;
  while (await news.wait(seconds * 1_000 * factor)) {
    const nextAt = performance.now() + minPauseMilliseconds;
    const items = await read().catch((error: unknown) => {
      if (!isTemporary(error)) throw error;
      if (!isUnavailable) tell(io, styled(io, "dim", `${plain(error.message)} Retrying.`));
      return undefined;
    });
    if (until.aborted) return;
    if (items && isUnavailable) tell(io, styled(io, "dim", "The server is available again."));
    isUnavailable = items === undefined;
    const found = { items: items ?? [], statuses: news.takeStatuses() };
    const isNew = found.items.length + found.statuses.length > 0;
    factor = isNew ? 1 : Math.min(factor * 1.5, maxPauseFactor);
    if (isNew) yield found;
    const rest = Math.min(nextAt - performance.now(), seconds * 1_000);
    if (rest > 0) await pause(rest, undefined, { signal: until }).catch(() => {});
  }
}
