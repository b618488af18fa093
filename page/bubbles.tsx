import { type ComponentChildren, Fragment } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Row } from "./store.ts";
import { showTime } from "./time.ts";

interface BubblesProps<R extends Row> {
  label: string;
  /** The oldest first. */
  rows: R[];
  /** Should be the same function while it shows the same. */
  show(row: R): ComponentChildren;
  /** What comes before the oldest row. */
  children?: ComponentChildren;
}

/** Texts, divided by days. The newest stays in sight, unless somebody has scrolled to older ones. */
export function Bubbles<R extends Row>({ label, rows, show, children }: BubblesProps<R>) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef({ isAtEnd: true, height: 0, oldest: "" });

  useLayoutEffect(() => {
    const element = list.current!;
    const { isAtEnd, height, oldest } = before.current;
    if (isAtEnd) element.scrollTop = element.scrollHeight;
    else if (rows[0]?.id !== oldest) element.scrollTop += element.scrollHeight - height;
    before.current = { ...before.current, height: element.scrollHeight, oldest: rows[0]?.id ?? "" };
  }, [rows]);
  const onScroll = (event: { currentTarget: HTMLUListElement }) => {
    const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
    before.current.isAtEnd = scrollTop + clientHeight > scrollHeight - 40;
  };

  let day = "";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the list.
    <ul class="bubbles" ref={list} onScroll={onScroll} tabIndex={0} aria-label={label}>
      {children}
      {rows.map((row) => {
        // The local day, because making a text of each time would take as long as all the rest.
        const own = new Date(row.createdAt).toDateString();
        const isNewDay = own !== day;
        day = own;
        return (
          <Fragment key={row.id}>
            {isNewDay && <li class="day quiet small">{showTime(row.createdAt).day}</li>}
            <Shown row={row} show={show} />
          </Fragment>
        );
      })}
    </ul>
  );
}

/** A row. It is drawn again only if it has changed, or what shows it. */
function Shown<R extends Row>({ row, show }: Pick<BubblesProps<R>, "show"> & { row: R }) {
  return useMemo(() => <>{show(row)}</>, [row, show]);
}

interface BubbleProps {
  /** Whether it is a text of the person at the page. */
  isOwn: boolean;
  isNotSent?: boolean;
  children: ComponentChildren;
}

export function Bubble({ isOwn, isNotSent = false, children }: BubbleProps) {
  return (
    <li class={`bubble stack${isOwn ? " own" : ""}${isNotSent ? " not-sent" : ""}`}>
      <span class="unseen">{isOwn ? "You: " : "Them: "}</span>
      {children}
    </li>
  );
}
