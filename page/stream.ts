import { readMessages } from "../cli/client/read-messages.ts";
import type { TeamEvent } from "../generated/api.ts";

/**
 * How the page learns of changes: `live` by the stream, `lost` while it reconnects, `paused` in a tab that nobody looks at, and
 * `polling` where there is no stream.
 */
export type LiveState = "connecting" | "live" | "lost" | "paused" | "polling";

/** The tab of the page, as far as the stream depends on it. */
export interface Tab {
  isHidden(): boolean;
  /** Calls the listener when the tab becomes hidden or visible, and when the network is back; returns its removal. */
  onChange(listener: () => void): () => void;
}

/** Times in milliseconds. */
export interface StreamTimes {
  /** The maximum silence of a stream. The server sends something every 15 seconds. */
  silence: number;
  /** How long a hidden tab keeps its stream: browsers allow six connections to a server on HTTP/1.1. */
  hidden: number;
  /** The first and the longest pause before a new connection. */
  firstPause: number;
  maxPause: number;
}

export const usualTimes: StreamTimes = { silence: 45_000, hidden: 300_000, firstPause: 500, maxPause: 30_000 };

export interface StreamOptions {
  /** Finds the position of the newest event. @throws as `open` */
  findPosition(until: AbortSignal): Promise<string>;
  /** Opens the stream after a position. @throws an error with the `status` of an error answer */
  open(position: string, until: AbortSignal): Promise<Response>;
  onEvent(event: TeamEvent): void;
  /** Is called after a position was found: what happened before it must be read from the lists. */
  onGap(): void;
  onState(state: LiveState): void;
  tab: Tab;
  times?: StreamTimes;
}

/** The number of streams without a byte after which a proxy is taken to hold them back. */
const maxSilentStreams = 2;

/**
 * Passes on the events of the team until the signal, or until there can be no stream: without the scope, without a valid
 * key, or behind a proxy that holds streams back. A lost connection is opened again after the last event, after a
 * pause that grows, and at once when the network is back or the tab becomes visible.
 */
export async function followEvents(options: StreamOptions, until: AbortSignal): Promise<void> {
  const { findPosition, open, onEvent, onGap, onState, tab, times = usualTimes } = options;
  let position: string | undefined;
  let losses = 0;
  let silentStreams = 0;
  while (!until.aborted) {
    let retryAfter = 0;
    const connection = new AbortController();
    const signal = AbortSignal.any([until, connection.signal]);
    const stopWatching = watchTab(tab, times.hidden, () => connection.abort("hidden"));
    try {
      if (position === undefined) {
        position = await findPosition(signal);
        onGap();
      }
      const response = await open(position, signal);
      silentStreams += 1;
      onState("live");
      for await (const { id, data } of readMessages(readText(response, connection, times.silence))) {
        losses = 0;
        silentStreams = 0;
        if (data !== undefined) onEvent(JSON.parse(data));
        if (id) position = id;
      }
    } catch (error) {
      const { status, retryAfterSeconds } = error as { status?: number; retryAfterSeconds?: number };
      if (status === 401) return;
      if (status === 403) return onState("polling");
      // The position is too old, or the database was restored.
      if (status === 422) position = undefined;
      retryAfter = (retryAfterSeconds ?? 0) * 1_000;
    } finally {
      stopWatching();
      if (!connection.signal.aborted) connection.abort("ended");
    }
    if (until.aborted) return;
    if (silentStreams >= maxSilentStreams) return onState("polling");
    if (connection.signal.reason === "hidden") {
      onState("paused");
      await pauseOrChange(undefined, tab, until);
      continue;
    }
    losses += 1;
    onState("lost");
    const growing = Math.min(times.firstPause * 2 ** (losses - 1), times.maxPause);
    await pauseOrChange(Math.max(retryAfter, growing * (0.5 + Math.random() / 2)), tab, until);
  }
}

/** Yields the text of a stream. Aborts the connection after a silence. */
async function* readText(response: Response, connection: AbortController, silence: number): AsyncGenerator<string> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const timer = setTimeout(() => connection.abort("silence"), silence);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    yield decoder.decode(value, { stream: true });
  }
}

/** Calls back once the tab has been hidden for a time; returns the end of the watch. */
function watchTab(tab: Tab, milliseconds: number, onHidden: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (tab.isHidden()) timer = setTimeout(onHidden, milliseconds);
  };
  const stop = tab.onChange(look);
  look();
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Waits until the tab becomes visible or the network is back, at most for a time. */
export function pauseOrChange(milliseconds: number | undefined, tab: Tab, until: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      until.removeEventListener("abort", end);
      resolve();
    };
    const stop = tab.onChange(() => {
      if (!tab.isHidden()) end();
    });
    const timer = milliseconds === undefined ? undefined : setTimeout(end, milliseconds);
    until.addEventListener("abort", end);
  });
}
