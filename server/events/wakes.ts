/**
 * Wakes the readers of events of this process.
 *
 * Promises: a team with watchers is woken after each commit of its events: within milliseconds while notifications arrive,
 * else within half a second. Listening begins with the first watcher, not with the next poll. A wake may be without cause.
 * Costs: one connection to each database for the whole process, and a query every half second while
 * notifications do not arrive.
 * Preconditions: none. Whether notifications arrive is tested: each probe must come back. They do not behind a pooler of
 * transactions, and after a connection is lost.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { findDatabases } from "../db/commit/each-place.ts";
import type { Database } from "../db/database.ts";
import { isDatabaseAway } from "../db/faults.ts";
import { type Listener, openListener } from "../db/listener.ts";
import { type Orm, openingOf, prepared } from "../db/orm.ts";
import { every } from "../housekeeping/every.ts";
import type { Log } from "../log.ts";
import { eventsChannel } from "./record-events.ts";

/** A part of the process that reads the events of teams. */
export interface EventWatcher {
  /** The teams that it waits for. */
  watchedTeams: () => Iterable<string>;
  /** Tells the watcher, which may not wait for the team, that the team may have new events. */
  wake: (teamId: string) => void;
  /** Whether it also waits for other rows, so that every poll wakes it. */
  isWokenByPolls?: boolean;
  /** Set by `startWakes`. The watcher calls it when it begins to wait for a team. */
  onWatch?: (() => void) | undefined;
}

export interface WakesOptions {
  database: Database;
  log: Log;
  watchers: EventWatcher[];
  /** The interval between two reads while notifications do not arrive; by default half a second. */
  pollMilliseconds?: number;
}

export interface Wakes {
  /** Whether notifications arrive. Otherwise the database is polled. */
  readonly isListening: boolean;
  stop(): Promise<void>;
}

/** The interval between two probes. */
const probeMilliseconds = 10_000;

/** How long a probe may take. */
const probePatience = 2_000;

const probePrefix = "probe ";

/** Starts to watch the events of the database. */
export function startWakes({ database, log, watchers, pollMilliseconds = 500 }: WakesOptions): Wakes {
  /** One for each database. */
  const listeners = new Map<Orm, Listener>();
  let isListening = false;
  let arrived: (id: string) => void = () => {};
  /** The last known sequence of each watched team. */
  let sequences = new Map<string, string>();
  let nextProbeAt = 0;
  let isStopped = false;
  const wake = (teamId: string) => {
    for (const watcher of watchers) watcher.wake(teamId);
  };

  function onNotification(payload: string): void {
    if (payload.startsWith(probePrefix)) arrived(payload);
    else wake(payload);
  }

  const watchedTeams = () => [...new Set(watchers.flatMap((watcher) => [...watcher.watchedTeams()]))];

  /** Notes whether notifications arrive. Events from between the last poll and the first notification are read now. */
  function setListening(now: boolean): void {
    if (now === isListening) return;
    isListening = now;
    if (isStopped) return;
    log.info({ listening: now }, now ? "events are notified" : "events are polled");
    if (now) watchedTeams().forEach(wake);
  }

  async function lose(): Promise<void> {
    const lost = [...listeners.values()];
    listeners.clear();
    setListening(false);
    await Promise.all(lost.map((listener) => listener.close().catch(() => {})));
  }

  /** Opens the missing connections. The events of a database that is away cannot change, so it is tried again later. */
  async function listen(): Promise<void> {
    const orms = await findDatabases(database.orm);
    for (const orm of listeners.keys()) if (!orms.includes(orm)) return lose();
    for (const orm of orms) {
      if (listeners.has(orm)) continue;
      const address = (orm === database.orm ? undefined : openingOf(orm)?.address) ?? database.address;
      try {
        listeners.set(orm, await openListener(address, eventsChannel, onNotification, () => void lose()));
        if (isListening) watchedTeams().forEach(wake);
      } catch (error) {
        if (orm === database.orm || !isDatabaseAway(error)) throw error;
      }
    }
  }

  /** Tests the notifications, and opens the connections that are missing. Only while somebody watches. */
  async function probe(): Promise<void> {
    nextProbeAt = performance.now() + probeMilliseconds;
    await listen();
    const isBack = await sendProbes([...listeners.keys()], (onArrival) => {
      arrived = onArrival;
    });
    if (!isBack) return lose();
    setListening(true);
  }

  async function poll(): Promise<void> {
    const teams = watchedTeams();
    if (teams.length > 0 && performance.now() >= nextProbeAt) void probe().catch(failed);
    if (isListening || teams.length === 0) return;
    for (const watcher of watchers) if (watcher.isWokenByPolls) [...watcher.watchedTeams()].forEach(watcher.wake);
    const { rows } = await sql<{ team_id: string; last: string }>`
      select team_id, last_sequence::text as last from event_feed where team_id = any (${teams}::uuid[])
    `.execute(prepared(database.orm.em.fork()));
    const changed = rows.filter(({ team_id, last }) => sequences.get(team_id) !== last);
    sequences = new Map(rows.map(({ team_id, last }) => [team_id, last]));
    for (const { team_id } of changed) wake(team_id);
  }

  // The next poll, which follows soon, tries again.
  const failed = (error: unknown) => {
    setListening(false);
    log.debug({ err: error }, "events not watched");
  };
  // The first watcher of a process opens the connections at once, and does not miss notifications until the next poll.
  const onWake = (wake: () => void) => {
    for (const watcher of watchers) {
      watcher.onWatch = () => {
        if (!isListening) wake();
      };
    }
  };
  const stopPolling = every(pollMilliseconds, { name: "events", log, onWake }, () => poll().catch(failed));
  return {
    get isListening() {
      return isListening;
    },
    async stop() {
      isStopped = true;
      await stopPolling();
      await lose();
    },
  };
}

/** Sends a notification in each database, from another connection. Returns whether all arrived in time. */
async function sendProbes(orms: Orm[], watch: (onArrival: (payload: string) => void) => void): Promise<boolean> {
  const probes = new Map(orms.map((orm) => [`${probePrefix}${randomUUID()}`, orm]));
  const missing = new Set(probes.keys());
  const stopping = new AbortController();
  const areBack = new Promise<boolean>((resolve) => {
    watch((arrived) => {
      missing.delete(arrived);
      if (missing.size === 0) resolve(true);
    });
    wait(probePatience, undefined, { signal: stopping.signal }).then(
      () => resolve(false),
      () => {},
    );
  });
  for (const [payload, orm] of probes)
    await sql`select pg_notify(${eventsChannel}, ${payload})`.execute(prepared(orm.em.fork()));
  return areBack.finally(() => stopping.abort());
}

/** Whether notifications of the database arrive, for an operator. */
export async function testNotifications(database: Database): Promise<boolean> {
  let arrived: (payload: string) => void = () => {};
  const listener = await openListener(
    database.address,
    eventsChannel,
    (payload) => arrived(payload),
    () => {},
  );
  try {
    return await sendProbes([database.orm], (onArrival) => {
      arrived = onArrival;
    });
  } finally {
    await listener.close();
  }
}
