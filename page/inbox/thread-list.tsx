import { useMemo } from "preact/hooks";
import type { MessageThread } from "../../generated/api.ts";
import { isUnread, type Seen } from "../kept.ts";
import { FailureNote, Name } from "../parts.tsx";
import { cleanLine } from "../text.ts";
import { showTime } from "../time.ts";
import { useInView } from "../use-in-view.ts";
import { maxRows } from "./merge-threads.ts";
import type { Pages } from "./pages.ts";
import { follow, hrefOf } from "./route.ts";

/** How many rows are laid out together, or not at all while none of them is near the part that is seen. */
const chunkSize = 50;

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
      {Array.from({ length: Math.ceil(rows.length / chunkSize) }, (_, index) => (
        <ul key={index}>
          {rows.slice(index * chunkSize, (index + 1) * chunkSize).map((thread) => (
            <Row
              key={thread.id}
              {...{ thread, onOpen }}
              isOpen={thread.id === open}
              isUnread={isUnread(seen, thread)}
            />
          ))}
        </ul>
      ))}
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
  return (
    <p class="end quiet" ref={useInView<HTMLParagraphElement>(onSeen, "800px")}>
      Reading more…
    </p>
  );
}

interface RowProps {
  thread: MessageThread;
  isOpen: boolean;
  isUnread: boolean;
  onOpen(id: string): void;
}

/** A row. It is drawn again only if it has changed, because there can be two thousand. */
const Row = (props: RowProps) => useMemo(() => drawRow(props), [props.thread, props.isOpen, props.isUnread]);

function drawRow({ thread, isOpen, isUnread: unread, onOpen }: RowProps) {
  const { id, contactName, lastDirection, lastBody, lastMessageAt, tags } = thread;
  const { short, day, full } = showTime(lastMessageAt);
  return (
    <li>
      <a
        class={unread ? "thread entry unread" : "thread entry"}
        href={hrefOf({ thread: id })}
        data-thread={id}
        aria-current={isOpen ? "true" : undefined}
        onClick={follow(() => onOpen(id))}
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
