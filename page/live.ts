import type { EventRecord } from "../generated/api.ts";
import type { Api } from "./api.ts";
import { followEvents, type LiveState, type Tab } from "./stream.ts";

/** What a view does with changes. */
export interface Listener {
  onEvent(event: EventRecord): void;
  /** Reads the lists of the view: at the start, when events may be missing, and regularly without a stream. */
  onRefresh(): void;
}

/** The changes of the team, for all views of the page. */
export interface Live {
  readonly state: LiveState;
  /** Is called for each new state; returns the removal. */
  onState(listener: (state: LiveState) => void): () => void;
  /** Adds a listener, whose lists are read at once if the position of the stream is known; returns its removal. */
  subscribe(listener: Listener): () => void;
  stop(): void;
}

/** A time after all events, at which a list is empty and its position is the present one. */
const afterAllEvents = "9999-12-31T00:00:00Z";

/** The types of events that the page shows. */
const types = [
  ...["message.received", "message.status", "otp.status"],
  ...["consent.changed", "contact.changed", "contact.merged", "contact.deleted"],
].join(",");

/** How often lists are read without a stream, in milliseconds. */
const pollMilliseconds = 5_000;

const tab: Tab = {
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
export function startLive(api: Api, { baseUrl, canStream }: { baseUrl: string; canStream: boolean }): Live {
  const listeners = new Set<Listener>();
  const watchers = new Set<(state: LiveState) => void>();
  const stopped = new AbortController();
  let state: LiveState = "connecting";
  let isStarted = false;
  let poll: ReturnType<typeof setInterval> | undefined;

  const refresh = () => {
    isStarted = true;
    for (const { onRefresh } of listeners) onRefresh();
  };
  const change = (next: LiveState) => {
    if (next === state) return;
    state = next;
    if (state === "polling") startPolling();
    for (const watcher of watchers) watcher(state);
  };
  function startPolling(): void {
    refresh();
    poll = setInterval(() => {
      if (!document.hidden) refresh();
    }, pollMilliseconds);
  }

  if (canStream) {
    void followEvents(
      {
        async findPosition(signal) {
          const query = { since: afterAllEvents, per_page: 1 };
          const { data } = await api.GET("/api/events", { params: { query }, signal });
          return data!.position;
        },
        open: (position, signal) =>
          api.send(
            new Request(`${baseUrl}/api/events/stream?types=${types}`, {
              headers: { "Last-Event-ID": position, Accept: "text/event-stream" },
              signal,
            }),
          ),
        onEvent(event) {
          for (const listener of listeners) listener.onEvent(event);
        },
        onGap: refresh,
        onState: change,
        tab,
      },
      stopped.signal,
    );
  } else change("polling");

  return {
    get state() {
      return state;
    },
    onState(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
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
