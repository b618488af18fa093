import type { EntityManager } from "../orm.ts";
import type { Result } from "./batcher.ts";

/** A kind of work that many callers can share a transaction for. */
export interface BatchWork<Item, Out> {
  /**
   * Does the work for a batch of items inside one transaction. The results have the order of the items, and an item that
   * fails on its own gets an error as its result.
   */
  run(tx: EntityManager, items: Item[]): Promise<Result<Out>[]>;
  /**
   * Does the work for an item whose last transaction lost its connection, and may have committed. Absent if `run` can do
   * an item twice with one effect.
   */
  runAgain?(tx: EntityManager, item: Item): Promise<Result<Out>>;
  /**
   * Does the work for items of one team, and waits for locks of this team. Present if `run` refuses an item with TeamBusy
   * instead of waiting for its team's lock. The refused items of a team then run here, once the team has a turn.
   */
  runForTeam?(tx: EntityManager, items: Item[]): Promise<Result<Out>[]>;
}

/** Adds an item to the next batch of its work, and returns the item's result. */
export type Submit<Item, Out> = (teamId: string, item: Item) => Promise<Out>;
