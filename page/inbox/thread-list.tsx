import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { MessageThread } from "../../generated/api.ts";
import { FailureNote, Name } from "../parts.tsx";
import { cleanLine } from "../text.ts";
import { showTime } from "../time.ts";
import { isUnread, type Seen } from "./kept.ts";
import { maxRows } from "./merge-threads.ts";
import type { Pages } from "./pages.ts";
import { follow, hrefOf } from "./route.ts";

/** How many rows are drawn together. */
const chunkSize = 100;

interface ThreadListProps {
  list: Pages<MessageThread>;
  open: string | undefined;
  seen: Seen | undefined;
  search: string;
  onSearch(search: string): void;
  onOpen(id: string): void;
}

/** The search, and the threads that it finds, page by page as somebody scrolls. */
export function ThreadList({ list, open, seen, search, onSearch, onOpen }: ThreadListProps) {
  const { rows, hasMore, failure, readMore } = list;
  return (
    <section class="thread-list" aria-label="Conversations">
      <input
        type="search"
        class="search"
        placeholder="Search name, company or phone"
        aria-label="Search conversations"
        maxLength={255}
        value={search}
        onInput={(event) => onSearch(event.currentTarget.value)}
      />
      {failure && <FailureNote failure={failure} />}
      <ul>
        {Array.from({ length: Math.ceil(rows.length / chunkSize) }, (_, index) => (
          <Chunk
            key={index}
            rows={rows.slice(index * chunkSize, (index + 1) * chunkSize)}
            open={open}
            seen={seen}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {hasMore === undefined && !failure && <p class="end quiet">Reading…</p>}
      {hasMore && <End key={rows.length} onSeen={readMore} />}
      {rows.length >= maxRows && <p class="end quiet">{`These are the newest ${maxRows}. Narrow the search.`}</p>}
      {hasMore === false && rows.length === 0 && (
        <p class="end quiet">{search === "" ? "No texts yet." : "No conversation was found."}</p>
      )}
    </section>
  );
}

/** The end of the rows that were read. Coming near it reads more. */
function End({ onSeen }: { onSeen(): Promise<void> }) {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry!.isIntersecting && void onSeen(), {
      rootMargin: "800px",
    });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <p class="end quiet" ref={element}>
      Reading more…
    </p>
  );
}

interface ChunkProps {
  rows: MessageThread[];
  open: string | undefined;
  seen: Seen | undefined;
  onOpen(id: string): void;
}

/** Some rows. They are drawn again only if one of them has changed, because there can be two thousand. */
function Chunk(props: ChunkProps) {
  const newest = useRef(props.onOpen);
  newest.current = props.onOpen;
  const drawn = useRef<{ props: ChunkProps; rows: JSX.Element[] } | undefined>(undefined);
  const isSame = drawn.current !== undefined && shows(drawn.current.props, props);
  const rows = isSame
    ? drawn.current!.rows
    : props.rows.map((thread) => (
        <Row
          key={thread.id}
          thread={thread}
          isOpen={thread.id === props.open}
          isUnread={isUnread(props.seen, thread)}
          onOpen={() => newest.current(thread.id)}
        />
      ));
  drawn.current = { props, rows };
  return rows;
}

/** Whether the drawn rows show what the next ones would. */
function shows(drawn: ChunkProps, next: ChunkProps): boolean {
  const has = (id: string | undefined) => next.rows.some((row) => row.id === id);
  return (
    drawn.rows.length === next.rows.length &&
    drawn.rows.every((row, index) => row === next.rows[index]) &&
    drawn.seen === next.seen &&
    (drawn.open === next.open || (!has(drawn.open) && !has(next.open)))
  );
}

interface RowProps {
  thread: MessageThread;
  isOpen: boolean;
  isUnread: boolean;
  onOpen(): void;
}

function Row({ thread, isOpen, isUnread: unread, onOpen }: RowProps) {
  const { id, contactName, lastDirection, lastBody, lastMessageAt, tags } = thread;
  const { short, day, full } = showTime(lastMessageAt);
  return (
    <li>
      <a
        class={unread ? "thread unread" : "thread"}
        href={hrefOf({ thread: id })}
        data-thread={id}
        aria-current={isOpen ? "true" : undefined}
        onClick={follow(onOpen)}
      >
        <span class="name">
          {unread && <span class="unseen">Unread: </span>}
          <Name value={contactName} />
        </span>
        <time dateTime={lastMessageAt} title={full}>
          {day === "Today" ? short : day}
        </time>
        <span class="preview">
          {lastDirection === "outbound" && "You: "}
          <Name value={lastBody.slice(0, 200)} />
        </span>
        {tags.length > 0 && (
          <span class="tags" title={cleanLine(tags.join(", "))}>
            <Name value={tags.join(", ")} />
          </span>
        )}
      </a>
    </li>
  );
}
