import { useEffect, useState } from "preact/hooks";

/** What the inbox shows. It is in the query of the address, so that a view can be opened again and has a way back. */
export interface Route {
  view: "threads" | "waiting" | "suspected" | "approvals" | "new" | "events" | "deliveries" | "usage";
  /** The id of the open thread. */
  thread?: string | undefined;
}

const views: readonly string[] = [
  "threads",
  "waiting",
  "suspected",
  "approvals",
  "new",
  "events",
  "deliveries",
  "usage",
] satisfies Route["view"][];

function readRoute(): Route {
  const query = new URLSearchParams(location.search);
  // The address `inbox#approvals` is easy to write.
  const view = query.get("view") ?? (location.hash === "#approvals" ? "approvals" : "threads");
  return { view: (views.includes(view) ? view : "threads") as Route["view"], thread: query.get("thread") ?? undefined };
}

/** The relative address of a route. */
export function hrefOf({ view, thread }: Partial<Route>): string {
  const query = new URLSearchParams();
  if (view && view !== "threads") query.set("view", view);
  if (thread) query.set("thread", thread);
  return query.size === 0 ? "inbox" : `inbox?${query}`;
}

/** The present route, and a function that goes to another one. */
export function useRoute(): [Route, (to: Partial<Route>) => void] {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const read = () => setRoute(readRoute());
    addEventListener("popstate", read);
    return () => removeEventListener("popstate", read);
  }, []);
  return [
    route,
    (to) => {
      history.pushState(null, "", hrefOf(to));
      setRoute(readRoute());
    },
  ];
}

/** Follows a link within the page. A click that opens another tab or window stays the browser's. */
export const follow = (go: () => void) => (event: MouseEvent) => {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go();
};
