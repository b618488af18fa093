import { setTimeout as wait } from "node:timers/promises";
import type { Log } from "../../log.ts";
import {
  BindRefusal,
  type Connection,
  type ConnectionOptions,
  openConnection,
  type PduExchange,
} from "./connection.ts";

/** The cause of a text that was not written, because the SMSC has not answered as many others as may be open. */
export const windowFull = "no free place";

export interface SessionOptions extends ConnectionOptions {
  log: Pick<Log, "info" | "warn" | "error">;
  /** The base of the pauses between two attempts to bind. */
  pauseMilliseconds?: number | undefined;
}

export interface SubmitTimes {
  /** How long a text waits for a connection with a free place. */
  placeMilliseconds: number;
  /** The time of the whole, on the clock of `performance`. */
  deadline: number;
}

/** A connection to an SMSC that is made again whenever it ends. */
export interface Session {
  /** Sends one `submit_sm`, at most once. Never rejects. */
  submit(body: Buffer, times: SubmitTimes): Promise<PduExchange>;
  /** Waits for what is open, and ends. Nothing is sent any more. */
  close(): Promise<void>;
}

/** How many texts may wait for their answers. */
const window = 10;

/** The longest pause is this many times the first. */
const maxPauses = 60;

/** A bound connection with the number of texts that wait for their answers. */
interface Bound {
  connection: Connection;
  open: number;
}

/**
 * Binds now, and again after each end of the connection: after 1, 2, 4 … 60 seconds. A random part of up to a half of each pause
 * is left out, so that many processes do not come at once.
 */
export function createSession({ log, pauseMilliseconds = 1_000, ...options }: SessionOptions): Session {
  const stopping = new AbortController();
  const waiting = new Set<(bound: Bound | undefined) => void>();
  let bound: Bound | undefined;
  let open = 0;
  let onIdle = () => {};

  /** Gives free places to those that have waited longest. */
  function grant(): void {
    for (const resolve of waiting) {
      if (!bound?.connection.isOpen() || bound.open >= window) return;
      bound.open += 1;
      resolve(bound);
    }
  }

  function takePlace(milliseconds: number): Promise<Bound | undefined> {
    if (stopping.signal.aborted) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const end = (own: Bound | undefined) => {
        clearTimeout(timer);
        waiting.delete(end);
        resolve(own);
      };
      const timer = setTimeout(() => end(undefined), milliseconds);
      waiting.add(end);
      grant();
    });
  }

  async function keepBound(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      try {
        const connection = await openConnection({ ...options, signal: stopping.signal });
        if (stopping.signal.aborted) return await connection.close();
        failures = 0;
        bound = { connection, open: 0 };
        log.info({ server: connection.serverId }, "smpp: bound");
        grant();
        const cause = await connection.ended;
        bound = undefined;
        if (!stopping.signal.aborted) log.warn({ cause }, "smpp: the connection has ended");
      } catch (error) {
        if (stopping.signal.aborted) return;
        const level = error instanceof BindRefusal ? "error" : "warn";
        log[level]({ cause: (error as Error).message }, "smpp: not bound");
      }
      const longest = pauseMilliseconds * Math.min(2 ** failures, maxPauses);
      const pause = longest * (1 - Math.random() / 2);
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  const running = keepBound();

  return {
    async submit(body, { placeMilliseconds, deadline }) {
      open += 1;
      try {
        const place = await takePlace(Math.min(placeMilliseconds, deadline - performance.now()));
        if (!place) return { kind: "unsent", cause: bound ? windowFull : "not bound" };
        const exchange = await place.connection.submit(body, deadline - performance.now());
        place.open -= 1;
        grant();
        return exchange;
      } finally {
        open -= 1;
        if (open === 0) onIdle();
      }
    },
    async close() {
      stopping.abort();
      for (const end of waiting) end(undefined);
      await new Promise<void>((resolve) => {
        onIdle = resolve;
        if (open === 0) resolve();
      });
      await bound?.connection.close();
      await running;
    },
  };
}
