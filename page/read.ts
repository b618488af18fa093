import { useEffect, useRef, useState } from "preact/hooks";
import type { TeamEvent } from "../generated/api.ts";
import type { ApiFailure } from "./api.ts";
import { useLive } from "./context.ts";

/** What was read from the API. */
export interface Read<Value> {
  /** Undefined until it is there. */
  value: Value | undefined;
  failure: ApiFailure | undefined;
  refresh(): Promise<void>;
}

/** Reads something now, and again when `subject` changes. The answer to an earlier read never replaces a later one. */
export function useRead<Value>(read: () => Promise<Value>, subject?: string): Read<Value> {
  const [state, setState] = useState<Partial<Read<Value>> & { subject?: string | undefined }>({});
  const newest = useRef({});
  async function refresh(): Promise<void> {
    const reading = {};
    newest.current = reading;
    const next = await read().then(
      (value) => ({ value, failure: undefined }),
      (failure: ApiFailure) => ({ failure }),
    );
    if (newest.current !== reading) return;
    setState((before) => ({ ...(before.subject === subject && before), subject, ...next }));
  }
  useEffect(() => {
    void refresh();
    return () => {
      newest.current = {};
    };
  }, [subject]);
  const { value, failure } = state.subject === subject ? state : {};
  return { value, failure, refresh };
}

/** Makes a function that does `work` after some milliseconds. Calls until then are done with it. */
export function useLater(work: () => unknown): (milliseconds: number) => void {
  const newest = useRef(work);
  newest.current = work;
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (milliseconds) => {
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined;
      newest.current();
    }, milliseconds);
  };
}

/** Reads something, again soon after each event that `concerns` it, and whenever events may be missing. */
export function useLiveRead<Value>(
  read: () => Promise<Value>,
  subject: string | undefined,
  concerns: (event: TeamEvent) => boolean,
): Read<Value> {
  const known = useRead(read, subject);
  const refreshIn = useLater(known.refresh);
  useLive({ onEvent: (event) => concerns(event) && refreshIn(200), onRefresh: () => void known.refresh() });
  return known;
}

/** Reads something, and again after each pause and whenever events may be missing. */
export function usePolledRead<Value>(read: () => Promise<Value>, pauseMilliseconds: number): Read<Value> {
  const known = useLiveRead(read, undefined, () => false);
  const poll = useLater(known.refresh);
  useEffect(() => poll(pauseMilliseconds), [known.value, known.failure]);
  return known;
}
