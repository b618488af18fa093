import type { TeamEvent } from "../generated/api.ts";
import type { Api } from "./api.ts";
import { followEvents, type LiveState, type Tab } from "./stream.ts";

/** What a view does with changes. */
export interface Listener {
  onEvent(event: TeamEvent): void;
  /** Reads the lists of the view: at the start, after a lost connection, and regularly without a stream. */
  onRefresh(): void;
}

/** The changes of the team, for all views of the page. */
export interface Live {
  /** Adds a listener, whose lists are read at once if the position of the stream is known; returns its removal. */
  subscribe(listener: Listener): () => void;
  stop(): void;
}

interface LiveOptions {
  /** The address of the server without a final slash. */
  baseUrl: string;
  /** Whether the key has the scope for events. */
  canStream: boolean;
  onState(state: LiveState): void;
}

/** A time after all events, at which a list is empty and its position is the present one. */
export const afterAllEvents = "9999-12-31T00:00:00Z";

/** The types of events that the page shows. */
const types = [
  ...["message.received", "message.status", "media.stored", "otp.status"],
  ...["consent.changed", "contact.changed", "contact.merged", "contact.deleted"],
].join(",");

/** How often lists are read without a stream, in milliseconds. */
const pollMilliseconds = 5_000;

/** The tab of this page. */
export const tab: Tab = {
  isHidden: () => document.hidden,
  onChange(listener) {
    document.addEventListener("visibilitychange", listener);
    window.addEventListener("online", listener);
    return () => {
      document.removeEventListener("visibilitychange", listener);
      window.removeEventListener("online", listener);
    };
  },
};

/** Follows the events of the team. Without the scope for events, the lists are read regularly instead. */
export function startLive(api: Api, { baseUrl, canStream, onState }: LiveOptions): Live {
  const listeners = new Set<Listener>();
  const stopped = new AbortController();
  let isStarted = false;
  /** Whether reads may have failed since the last refresh, because the connection was lost. */
  let wasLost = false;
  let poll: ReturnType<typeof setInterval> | undefined;

  const refresh = () => {
    isStarted = true;
    wasLost = false;
    for (const { onRefresh } of listeners) onRefresh();
  };
  function change(state: LiveState): void {
    onState(state);
    if (state === "lost") wasLost = true;
    if (state === "live" && wasLost) refresh();
    if (state !== "polling") return;
    refresh();
    poll = setInterval(() => document.hidden || refresh(), pollMilliseconds);
  }
  async function findPosition(signal: AbortSignal): Promise<string> {
    const query = { since: afterAllEvents, per_page: 1 };
    return (await api.GET("/api/events", { params: { query }, signal })).data!.position;
  }
  function open(position: string, signal: AbortSignal): Promise<Response> {
    const headers = { "Last-Event-ID": position, Accept: "text/event-stream" };
    return api.send(new Request(`${baseUrl}/api/events/stream?types=${types}`, { headers, signal }));
  }
  function onEvent(event: TeamEvent): void {
    for (const listener of listeners) listener.onEvent(event);
  }

  if (canStream)
    void followEvents({ findPosition, open, onEvent, onGap: refresh, onState: change, tab }, stopped.signal);
  else change("polling");

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (isStarted) listener.onRefresh();
      return () => listeners.delete(listener);
    },
    stop() {
      stopped.abort();
      clearInterval(poll);
    },
  };
}
