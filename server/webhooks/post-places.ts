import { Places } from "../shares/places.ts";
import type { HeldTarget } from "./held-target.ts";
import type { DeliveryLimits } from "./leased-targets.ts";

/**
 * The places of a process for posts, in shares of teams. Targets that do not answer have half of them together. Of that
 * half, a target gets a second place only while half is free, so that many such targets leave room for others.
 */
export class PostPlaces {
  readonly #perTeam: number;
  readonly #all: Places;
  readonly #unanswered: Places;
  readonly #forFirstPosts: number;

  constructor({ perProcess, perTeam }: DeliveryLimits) {
    this.#perTeam = perTeam;
    this.#all = new Places(perProcess);
    this.#unanswered = new Places(Math.ceil(perProcess / 2));
    this.#forFirstPosts = perProcess / 4;
  }

  /** Whether no target gets a place. */
  get isFull(): boolean {
    return this.#all.free === 0;
  }

  /** Whether a further post to the target may run. */
  hasRoomFor({ teamId, running, concurrency }: HeldTarget): boolean {
    if (this.#all.heldBy(teamId) >= this.#perTeam || !this.#all.hasRoomFor(teamId)) return false;
    if (concurrency.isResponsive(running)) return true;
    return this.#unanswered.hasRoomFor(teamId) && (running === 0 || this.#unanswered.free > this.#forFirstPosts);
  }

  /** Takes a place for a post, before the post counts as running. Returns the function that gives it back. */
  take({ teamId, running, concurrency }: HeldTarget): () => void {
    const kinds = concurrency.isResponsive(running) ? [this.#all] : [this.#all, this.#unanswered];
    for (const places of kinds) places.take(teamId);
    return () => {
      for (const places of kinds) places.release(teamId);
    };
  }
}
