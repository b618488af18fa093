import { useEffect, useState } from "preact/hooks";
import type { EventRecord } from "../../generated/api.ts";
import type { ApiFailure } from "../api.ts";
import { useLive, usePage } from "../context.ts";
import { FailureNote, Name } from "../parts.tsx";
import { follow, hrefOf } from "./route.ts";
import { Table, When } from "./table.tsx";

const maxEvents = 500;
const dayMilliseconds = 24 * 3_600_000;

/** The fields that say most about an event, whatever its type. */
const fields = ["from", "to", "phone", "status", "deliveryStatus", "errorCode", "consent", "source", "keyword", "text"];

/** The events of the last day, the newest first. New ones appear as they happen. */
export function Events({ onOpen }: { onOpen(thread: string): void }) {
  const { api } = usePage();
  const [events, setEvents] = useState<EventRecord[]>([]);
  const [failure, setFailure] = useState<ApiFailure>();
  const add = (arrived: EventRecord[]) =>
    setEvents((known) => {
      const all = new Map([...known, ...arrived].map((event) => [event.id, event]));
      return [...all.values()].sort((a, b) => b.sequence - a.sequence).slice(0, maxEvents);
    });
  useLive({ onEvent: (event) => add([event]), onRefresh: () => {} });

  async function readEvents(signal: AbortSignal): Promise<void> {
    const read = async (query: { since?: string; cursor?: string }) =>
      (await api.GET("/api/events", { params: { query: { per_page: 100, ...query } }, signal })).data!;
    const { recordedSince } = await read({ since: "9999-12-31T00:00:00Z" });
    const aDayAgo = new Date(Date.now() - dayMilliseconds).toISOString();
    // A time from before the first recorded event is refused.
    let page = await read({ since: aDayAgo > recordedSince ? aDayAgo : recordedSince });
    add(page.events);
    for (let count = page.events.length; page.nextCursor !== null && count < maxEvents; count += page.events.length) {
      page = await read({ cursor: page.nextCursor });
      add(page.events);
    }
  }
  useEffect(() => {
    const leaving = new AbortController();
    readEvents(leaving.signal).catch((error) => leaving.signal.aborted || setFailure(error));
    return () => leaving.abort();
  }, []);

  return (
    <section class="wide" aria-label="Events">
      <h2>Events of the last day</h2>
      {failure && <FailureNote failure={failure} />}
      <Table
        label="The newest events"
        columns={["time", "event", "about", "conversation"]}
        rows={events.map(({ id, type, timestamp, testMode, data }) => {
          const values = data as Record<string, unknown>;
          const about = fields.flatMap((name) => (values[name] == null ? [] : `${name} ${values[name]}`));
          const thread = typeof values.threadId === "string" ? values.threadId : undefined;
          const link = thread && (
            <a href={hrefOf({ thread })} onClick={follow(() => onOpen(thread))}>
              open
            </a>
          );
          const cells = [<When value={timestamp} />, `${type}${testMode ? " (test)" : ""}`];
          return { key: id, cells: [...cells, <Name value={about.join(" · ").slice(0, 300)} />, link] };
        })}
      />
    </section>
  );
}
