/**
 * Readers of events that go on after a lost connection.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { EventRecord } from "../../generated/api.ts";
import { openStream } from "../support/events.ts";
import type { FakeServer } from "../support/fake-server.ts";

/** A client of a stream. */
export interface StreamReader {
  readonly events: EventRecord[];
  /** Ends after the signal. */
  readonly ended: Promise<void>;
}

/** Follows a stream from a position, and continues after the last event when the connection ends. */
export function followStream(
  findUrl: () => Promise<string>,
  key: string,
  position: string,
  stopped: AbortSignal,
  query: Record<string, string> = {},
): StreamReader {
  const events: EventRecord[] = [];
  let last = position;
  async function readOne(): Promise<void> {
    const stream = await openStream(await findUrl(), key, query, { "last-event-id": last });
    const close = () => stream.close();
    stopped.addEventListener("abort", close);
    try {
      if (stream.status !== 200) throw new Error(`the stream is answered ${stream.status}`);
      while (!stopped.aborted) {
        const { id, event } = await stream.next();
        last = id;
        events.push(event);
      }
    } finally {
      stopped.removeEventListener("abort", close);
      close();
    }
  }
  async function readAll(): Promise<void> {
    while (!stopped.aborted) {
      // The server or its database was killed.
      await readOne().catch(() => {});
      await pause(50);
    }
  }
  return { events, ended: readAll() };
}

/** The events that were posted to a path of a target, in the order of their arrival. */
export const eventsOf = ({ requests }: FakeServer, path: string): EventRecord[] =>
  requests.filter((request) => request.path === path).map(({ body }) => JSON.parse(body));
