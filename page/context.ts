import { createContext } from "preact";
import { useContext, useEffect, useRef } from "preact/hooks";
import type { Key, KeyScope } from "../generated/api.ts";
import type { Api } from "./api.ts";
import type { Listener, Live } from "./live.ts";

/** What a view works with, once the key is known. */
export interface PageContext {
  api: Api;
  /** The address of the server without a final slash. */
  baseUrl: string;
  key: Key;
  live: Live;
  /** Whether the key has a scope. */
  can(scope: KeyScope): boolean;
  /** Reads a short text to people who do not see the page. */
  announce(text: string): void;
}

export const Context = createContext<PageContext | undefined>(undefined);

/** The context of a view. Views exist only within one. */
export function usePage(): PageContext {
  return useContext(Context)!;
}

/** Subscribes a view to changes for as long as it is shown. The newest listener is called. */
export function useLive(listener: Listener): void {
  const { live } = usePage();
  const newest = useRef(listener);
  newest.current = listener;
  useEffect(
    () =>
      live.subscribe({
        onEvent: (event) => newest.current.onEvent(event),
        onRefresh: () => newest.current.onRefresh(),
      }),
    [live],
  );
}
