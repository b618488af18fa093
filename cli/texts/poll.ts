import { setTimeout as wait } from "node:timers/promises";
import { isTemporary } from "../failures.ts";
import { type Io, tell } from "../io.ts";
import { plain, styled } from "../output/plain-text.ts";

/** The maximum factor by which the pause grows while nothing is found. */
const maxPauseFactor = 8;

/**
 * Calls `read` again and again until the signal, and yields what it finds. The pause between calls grows while nothing
 * is found or the server is unavailable. The first failure and the recovery are written to stderr.
 *
 * @throws Failure if the server refuses the request
 */
export async function* poll<Item>(
  io: Io,
  read: () => Promise<Item[]>,
  { seconds, until }: { seconds: number; until: AbortSignal },
): AsyncGenerator<Item[]> {
  let factor = 1;
  let isUnavailable = false;
  while (await waitUnlessAborted(seconds * factor, until)) {
    const items = await read().catch((error: unknown) => {
      if (!isTemporary(error)) throw error;
      if (!isUnavailable) tell(io, styled(io, "dim", `${plain(error.message)} Retrying.`));
      return undefined;
    });
    if (until.aborted) return;
    if (items && isUnavailable) tell(io, styled(io, "dim", "The server is available again."));
    isUnavailable = items === undefined;
    factor = items && items.length > 0 ? 1 : Math.min(factor * 1.5, maxPauseFactor);
    if (items && items.length > 0) yield items;
  }
}

/** Waits. Returns false if the signal aborts the wait. */
async function waitUnlessAborted(seconds: number, signal: AbortSignal): Promise<boolean> {
  return wait(seconds * 1_000, true, { signal }).catch(() => false);
}
