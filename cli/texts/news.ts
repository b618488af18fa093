import { setTimeout as wait } from "node:timers/promises";
import type { MessageStatusData } from "../../generated/api.ts";
import type { Client } from "../client/client.ts";
import { findStart, followFrom, type Start } from "../client/follow-events.ts";
import type { Connection, ConnectionOptions } from "../connection/connect.ts";
import { Failure, isTemporary } from "../failures.ts";
import { type Io, quiet } from "../io.ts";

/** What the stream of events tells about the team's texts. Without a stream, there are only the waits. */
export interface News {
  /** Waits. A new event ends the wait early. Returns false once the watching ends. */
  wait(milliseconds: number): Promise<boolean>;
  /** Takes the statuses that have come since the last call. */
  takeStatuses(): MessageStatusData[];
}

interface NewsOptions {
  options: ConnectionOptions;
  until: AbortSignal;
  /** The types of the events that end a wait, separated by commas; those of texts by default. */
  types?: string;
  /** Shows a note to the user. */
  say: (note: string) => void;
}

const typesOfTexts = "message.received,message.status";

/** The refusals after which there is no stream: for the scopes of the key, and of a server without events. */
const withoutStream: Record<string, string> = {
  insufficient_scope:
    "The API key does not have the scope events:read. The server is asked at intervals, without delivery statuses.",
  not_found: "The server has no stream of events. It is asked at intervals, without delivery statuses.",
};

/**
 * Follows the events of texts until the signal. If the server refuses the stream, the user is told why, and there are no
 * statuses. A stream that is lost is opened again, without a note: the reads at intervals report an unavailable server.
 *
 * @throws Failure if the server refuses the key
 */
export async function openNews(
  io: Io,
  { client, connection }: { client: Client; connection: Connection },
  { options, until, types = typesOfTexts, say }: NewsOptions,
): Promise<News> {
  let statuses: MessageStatusData[] = [];
  let waking = new AbortController();
  let fault: { error: unknown } | undefined;

  /** @throws any other error */
  function refuseStream(error: unknown): void {
    const note = error instanceof Failure && withoutStream[error.refusal.code ?? ""];
    if (!note) throw error;
    say(note);
  }

  async function follow(start: Start): Promise<void> {
    for await (const { event } of followFrom(quiet(io), connection, { ...options, retry: true, types }, start, until)) {
      if (event.type === "message.status") statuses.push(event.data as unknown as MessageStatusData);
      waking.abort();
    }
  }

  const start = await findStart(io, client, { ...options, types }).catch((error: unknown) => {
    if (isTemporary(error)) return {};
    refuseStream(error);
    return undefined;
  });
  if (start) {
    void follow(start)
      .catch(refuseStream)
      .catch((error) => {
        fault = { error };
        waking.abort();
      });
  }

  return {
    async wait(milliseconds) {
      const isOver = AbortSignal.any([until, waking.signal]);
      await wait(milliseconds, undefined, { signal: isOver }).catch(() => {});
      waking = new AbortController();
      if (fault) throw fault.error;
      return !until.aborted;
    },
    takeStatuses() {
      const taken = statuses;
      statuses = [];
      return taken;
    },
  };
}
