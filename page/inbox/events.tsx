import { useState } from "preact/hooks";
import type { EventRecord } from "../../generated/api.ts";
import type { Api } from "../api.ts";
import { useLive, usePage } from "../context.ts";
import { FailureNote, Name, Time } from "../parts.tsx";
import { useRead } from "../read.ts";
import { follow, hrefOf } from "./route.ts";
import { Table } from "./table.tsx";

const maxEvents = 500;
const dayMilliseconds = 24 * 3_600_000;

/** The fields that say most about an event, whatever its type. */
const fields = ["from", "to", "phone", "status", "deliveryStatus", "errorCode", "consent", "source", "keyword", "text"];

/** The events of the last day, the newest first. New ones appear as they happen. */
export function Events({ onOpen }: { onOpen(thread: string): void }) {
  const { api } = usePage();
  const [arrived, setArrived] = useState<EventRecord[]>([]);
  const { value: earlier = [], failure } = useRead(() => readDay(api));
  useLive({ onEvent: (event) => setArrived((known) => [...known, event].slice(-maxEvents)), onRefresh: () => {} });
  const unique = new Map([...earlier, ...arrived].map((event) => [event.id, event]));
  const events = [...unique.values()].sort((a, b) => b.sequence - a.sequence).slice(0, maxEvents);

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
          const cells = [<Time value={timestamp} withDay />, `${type}${testMode ? " (test)" : ""}`];
          return { key: id, cells: [...cells, <Name value={about.join(" · ").slice(0, 300)} />, link] };
        })}
      />
    </section>
  );
}

async function readDay(api: Api): Promise<EventRecord[]> {
  const read = async (query: { since?: string; cursor?: string }) =>
    (await api.GET("/api/events", { params: { query: { per_page: 100, ...query } } })).data!;
  const { recordedSince } = await read({ since: "9999-12-31T00:00:00Z" });
  const aDayAgo = new Date(Date.now() - dayMilliseconds).toISOString();
  // A time from before the first recorded event is refused.
  let page = await read({ since: aDayAgo > recordedSince ? aDayAgo : recordedSince });
  const events = page.events;
  while (page.nextCursor !== null && events.length < maxEvents) {
    page = await read({ cursor: page.nextCursor });
    events.push(...page.events);
  }
  return events;
}
