/**
 * Watches whether the nodes of a cluster answer this process.
 *
 * Promises: a node that does not answer for `maxSilence` is away, and so is one that refuses connections. The statements
 * that wait for it then fail, and no further ones wait. It is back at its first answer. `onAway` is called with `maxSilence`
 * after each check without an answer, because statements on other nodes may wait for it.
 * Costs: a connection to each node, and a statement every second.
 * Preconditions: a node that this process cannot reach is one that its teams cannot use.
 */
import { Client } from "../driver/client.ts";
import { defaultLimits } from "../driver/time-limits.ts";
import { type DatabaseAddress, databaseOf, type Orm, openOrm } from "../orm.ts";

/** The interval between two checks, in milliseconds. */
const checkInterval = 1_000;

/** How long the answer to a check is awaited, in milliseconds. A busy node answers late. */
const maxSilence = 3_000;

const limits = { ...defaultLimits, connect: maxSilence, silence: maxSilence };

export class NodeHealth {
  readonly #node: Orm;
  readonly #probe: Orm;
  readonly #onAway: (silence: number) => void;
  readonly #timer: NodeJS.Timeout;
  #checking: Promise<void> | undefined;
  #isClosed = false;
  isAway = false;

  private constructor(node: Orm, probe: Orm, onAway: (silence: number) => void) {
    this.#node = node;
    this.#probe = probe;
    this.#onAway = onAway;
    this.#timer = setInterval(() => void this.check(), checkInterval).unref();
  }

  /** Starts to watch the node of an ORM. */
  static async watch(node: Orm, address: DatabaseAddress, onAway: (silence: number) => void): Promise<NodeHealth> {
    return new NodeHealth(node, await openOrm(address, 1, limits), onAway);
  }

  /** Checks the node now, or waits for the check that runs. */
  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #check(): Promise<void> {
    const isAway = await databaseOf(this.#probe.em)
      .pool.query("select 1")
      .then(
        () => false,
        () => true,
      );
    // A stop of the watch fails its check, too.
    if (this.#isClosed) return;
    if (isAway !== this.isAway) {
      this.isAway = isAway;
      for (const pool of databaseOf(this.#node.em).pools) Client.setAway(pool, isAway);
    }
    if (isAway) this.#onAway(maxSilence);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#probe.close();
  }
}
