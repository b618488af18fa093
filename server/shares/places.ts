/**
 * The shares of what a process has only so many of: slots of requests, streams, unfinished bodies, posts of webhooks.
 *
 * Promises: a holder never holds more than half of the places that the other holders leave free. So one holder alone has
 * at most half, and whoever comes next finds a place. A holder without a place gets any place that is free.
 * Costs: two look-ups in a map for a place.
 *
 * A holder is the team of an API key, whose keys share its places, or the address of a caller without a key.
 */
export class Places {
  /** How many are free. */
  free: number;
  readonly #held = new Map<string, number>();

  constructor(total: number) {
    this.free = total;
  }

  /** How many a holder has. */
  heldBy(holder: string): number {
    return this.#held.get(holder) ?? 0;
  }

  /** Whether a holder may take so many more. */
  hasRoomFor(holder: string, count = 1): boolean {
    if (count > this.free) return false;
    const held = this.heldBy(holder);
    return held === 0 || held + count <= (held + this.free) / 2;
  }

  /** Takes places, also beyond the share of their holder. `hasRoomFor` comes first. */
  take(holder: string, count = 1): void {
    this.free -= count;
    this.#held.set(holder, this.heldBy(holder) + count);
  }

  /** Gives places back. */
  release(holder: string, count = 1): void {
    this.free += count;
    const left = this.heldBy(holder) - count;
    if (left > 0) this.#held.set(holder, left);
    else this.#held.delete(holder);
  }
}
