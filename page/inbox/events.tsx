import { useState } from "preact/hooks";
import type { EventRecord } from "../../generated/api.ts";
import type { Api } from "../api.ts";
import { useLive, usePage } from "../context.ts";
import { afterAllEvents } from "../live.ts";
import { FailureNote, Name, Time } from "../parts.tsx";
import { useRead } from "../read.ts";
import { follow, hrefOf } from "./route.ts";
import { Table } from "./table.tsx";

const maxEvents = 500;
const dayMilliseconds = 24 * 3_600_000;

/** The fields that say most about an event, whatever its type. */
const fields = ["from", "to", "phone", "status", "deliveryStatus", "errorCode", "consent", "source", "keyword", "text"];

/** The newest events of the last day, the newest first. New ones appear as they happen. */
export function Events({ onOpen }: { onOpen(thread: string): void }) {
  const { api } = usePage();
  const [arrived, setArrived] = useState<EventRecord[]>([]);
  const { value: earlier = [], failure } = useRead(() => readNewest(api));
  useLive({ onEvent: (event) => setArrived((known) => [...known, event].slice(-maxEvents)), onRefresh: () => {} });
  const unique = new Map([...earlier, ...arrived].map((event) => [event.id, event]));
  const events = [...unique.values()].sort((a, b) => b.sequence - a.sequence).slice(0, maxEvents);

  return (
    <section class="wide stack" aria-label="Events">
      <h2>Newest events</h2>
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
          const cells = [<Time value={timestamp} withDay />, `${type}${testMode ? " (test)" : ""}`];
          return { key: id, cells: [...cells, <Name value={about.join(" · ").slice(0, 300)} />, link] };
        })}
      />
    </section>
  );
}

/**
 * Reads the newest events of the last day, at most a page. The list begins with the oldest, so the time to begin with is
 * searched: one from which there are some, and no more than a page.
 */
async function readNewest(api: Api): Promise<EventRecord[]> {
  const read = async (since: string) =>
    (await api.GET("/api/events", { params: { query: { since, per_page: 100 } } })).data!;
  const { recordedSince } = await read(afterAllEvents);
  let late = Date.now();
  // A time from before the first recorded event is refused.
  let since = Math.max(late - dayMilliseconds, Date.parse(recordedSince) + 1);
  let [early, isAll] = [since, true];
  for (;;) {
    const { events, nextCursor } = await read(new Date(since).toISOString());
    const isWhole = nextCursor === null;
    if ((isWhole && (isAll || events.length >= 25)) || late - early <= 1) return events;
    isAll = false;
    if (isWhole) late = since;
    else early = since;
    since = late - early <= 1 ? early : Math.floor((early + late) / 2);
  }
}
