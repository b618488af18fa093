/**
 * Wakes the readers of events of this process.
 *
 * Promises: a team with watchers is woken after each commit of its events: within milliseconds while notifications arrive,
 * else within half a second. A wake may be without cause.
 * Costs: one connection for the whole process, and a query every half second while notifications do not arrive.
 * Preconditions: none. Whether notifications arrive is tested: each probe must come back. They do not behind a pooler of
 * transactions, on some clusters, and after a connection is lost.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { type Listener, openListener } from "../db/listener.ts";
import { prepared } from "../db/orm.ts";
import { every } from "../housekeeping/every.ts";
import type { Log } from "../log.ts";
import { eventsChannel } from "./record-events.ts";

/** A part of the process that reads the events of teams. */
export interface EventWatcher {
  /** The teams that it waits for. */
  watchedTeams: () => Iterable<string>;
  /** Tells it that a team may have new events. It may not wait for the team. */
  wake: (teamId: string) => void;
}

export interface WakesOptions {
  database: Database;
  log: Log;
  watchers: EventWatcher[];
  /** The interval between two probes; by default ten seconds. */
  probeMilliseconds?: number;
}

export interface Wakes {
  /** Whether notifications arrive. Otherwise the database is polled. */
  readonly isListening: boolean;
  stop(): Promise<void>;
}

const pollMilliseconds = 500;

/** How long a probe may take. */
const probePatience = 2_000;

const probePrefix = "probe ";

/** Starts to watch the events of the database. */
export function startWakes({ database, log, watchers, probeMilliseconds = 10_000 }: WakesOptions): Wakes {
  let listener: Listener | undefined;
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

  function setListening(now: boolean): void {
    if (now !== isListening && !isStopped)
      log.info({ listening: now }, now ? "events are notified" : "events are polled");
    isListening = now;
  }

  async function lose(): Promise<void> {
    const lost = listener;
    listener = undefined;
    setListening(false);
    await lost?.close().catch(() => {});
  }

  /** Tests the notifications, and opens the connection if there is none. Only while somebody watches. */
  async function probe(): Promise<void> {
    nextProbeAt = performance.now() + probeMilliseconds;
    listener ??= await openListener(database.address, eventsChannel, onNotification, () => void lose());
    const isBack = await sendProbe(database, (onArrival) => {
      arrived = onArrival;
    });
    if (!isBack) return lose();
    setListening(true);
  }

  async function poll(): Promise<void> {
    const teams = [...new Set(watchers.flatMap((watcher) => [...watcher.watchedTeams()]))];
    if (teams.length > 0 && performance.now() >= nextProbeAt) void probe().catch(failed);
    if (isListening || teams.length === 0) return;
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
  const stopPolling = every(pollMilliseconds, { name: "events", log }, () => poll().catch(failed));
  return {
    get isListening() {
      return isListening;
    },
    async stop() {
      isStopped = true;
      await stopPolling();
      await listener?.close().catch(() => {});
    },
  };
}

/** Sends a notification from another connection. Returns whether it arrived in time. */
async function sendProbe({ orm }: Database, watch: (onArrival: (payload: string) => void) => void): Promise<boolean> {
  const payload = `${probePrefix}${randomUUID()}`;
  const stopping = new AbortController();
  const isBack = new Promise<boolean>((resolve) => {
    watch((arrived) => {
      if (arrived === payload) resolve(true);
    });
    wait(probePatience, undefined, { signal: stopping.signal }).then(
      () => resolve(false),
      () => {},
    );
  });
  await sql`select pg_notify(${eventsChannel}, ${payload})`.execute(prepared(orm.em.fork()));
  return isBack.finally(() => stopping.abort());
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
    return await sendProbe(database, (onArrival) => {
      arrived = onArrival;
    });
  } finally {
    await listener.close();
  }
}
