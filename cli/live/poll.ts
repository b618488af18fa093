import { setTimeout as wait } from "node:timers/promises";
import { exitCodes, Failure } from "../failures.ts";
import { type Io, tell } from "../io.ts";
import { plain, styled } from "../output/plain-text.ts";

/** While nothing happens, the pauses grow up to so many times the first one. */
const longestPause = 8;

/**
 * What a question gives, asked again and again until the signal: at this interval while it gives something, more and
 * more seldom while it does not, or while the server is away, which is told once.
 *
 * @throws Failure when the server refuses to answer
 */
export async function* poll<Item>(
  io: Io,
  read: () => Promise<Item[]>,
  { seconds, until }: { seconds: number; until: AbortSignal },
): AsyncGenerator<Item[]> {
  let factor = 1;
  let isAway = false;
  while (await passed(seconds * factor, until)) {
    const items = await read().catch((error: unknown) => {
      if (!isTemporary(error)) throw error;
      if (!isAway) tell(io, styled(io, "dim", `${plain(error.message)} Trying again.`));
      return undefined;
    });
    if (until.aborted) return;
    if (items && isAway) tell(io, styled(io, "dim", "The server is back."));
    isAway = items === undefined;
    factor = items && items.length > 0 ? 1 : Math.min(factor * 1.5, longestPause);
    if (items && items.length > 0) yield items;
  }
}

/** Waits; false if the signal came first. */
async function passed(seconds: number, signal: AbortSignal): Promise<boolean> {
  return wait(seconds * 1_000, true, { signal }).catch(() => false);
}

function isTemporary(error: unknown): error is Failure {
  return error instanceof Failure && (error.exitCode === exitCodes.server || error.exitCode === exitCodes.rateLimited);
}
