import { useEffect, useRef, useState } from "preact/hooks";
import type { KeyScope, MessageThread } from "../../generated/api.ts";
import { Consent, useConsent } from "../consent.tsx";
import { usePage } from "../context.ts";
import { findSeen, isUnread, keepSeen, markSeen } from "../kept.ts";
import { NewText } from "../new-text.tsx";
import { Button, FailureNote, Name } from "../parts.tsx";
import { useRead } from "../read.ts";
import { ShortcutHelp } from "../shortcuts.tsx";
import { cleanLine } from "../text.ts";
import { ApprovalsView } from "./approvals.tsx";
import { ContactPanel } from "./contact.tsx";
import { Conversation } from "./conversation.tsx";
import { Deliveries } from "./deliveries.tsx";
import { Events } from "./events.tsx";
import { follow, hrefOf, type Route, useRoute } from "./route.ts";
import { SuspectedView, Suspicion } from "./suspected.tsx";
import { ThreadList } from "./thread-list.tsx";
import { useThreads } from "./threads.ts";
import { Usage } from "./usage.tsx";
import { WaitingView } from "./waiting.tsx";

const views: { view: Route["view"]; title: string; scope: KeyScope }[] = [
  { view: "threads", title: "Conversations", scope: "messages:read" },
  { view: "waiting", title: "Waiting", scope: "messages:read" },
  { view: "suspected", title: "To decide", scope: "consents:read" },
  { view: "approvals", title: "Approvals", scope: "messages:approve" },
  { view: "new", title: "New text", scope: "messages:send" },
  { view: "events", title: "Events", scope: "events:read" },
  { view: "deliveries", title: "Deliveries", scope: "webhooks:write" },
  { view: "usage", title: "Usage", scope: "messages:read" },
];

/** The conversations of the team, and what belongs to them. A key sees the parts of its scopes. */
export function Inbox() {
  const { can } = usePage();
  const [route, go] = useRoute();
  const allowed = views.filter(({ scope }) => can(scope));
  const view = allowed.some((each) => each.view === route.view) ? route.view : allowed[0]?.view;
  const openSent = (_: string, thread: string | null) =>
    can("messages:read") && go(thread === null ? { view: "waiting" } : { thread });

  return (
    <main class="inbox">
      <h1 class="unseen">Inbox</h1>
      <nav class="views row" aria-label="Parts of the inbox">
        {allowed.map((each) => (
          <a
            key={each.view}
            href={hrefOf(each)}
            aria-current={view === each.view ? "page" : undefined}
            onClick={follow(() => go({ view: each.view }))}
          >
            {each.title}
          </a>
        ))}
      </nav>
      {view === undefined && <p class="quiet wide">This key has no scope that the inbox could use.</p>}
      {view === "threads" && <Threads open={route.thread} onOpen={(thread) => go({ thread })} />}
      {view === "waiting" && <WaitingView />}
      {view === "suspected" && <SuspectedView onOpen={(thread) => go({ thread })} />}
      {view === "approvals" && <ApprovalsView />}
      {view === "new" && (
        <div class="wide stack">
          <NewText title="New text" canWait onSent={openSent} />
        </div>
      )}
      {view === "events" && <Events onOpen={(thread) => go({ thread })} />}
      {view === "deliveries" && <Deliveries />}
      {view === "usage" && <Usage />}
    </main>
  );
}

interface ThreadsProps {
  open: string | undefined;
  onOpen(id: string | undefined): void;
}

/** The list of threads beside the open thread and the panel about its phone. */
function Threads({ open, onOpen }: ThreadsProps) {
  const { key, can } = usePage();
  const [typed, setTyped] = useState("");
  const list = useThreads(useSettled(typed.trim()));
  const { thread, failure } = useThread(open, list.rows);
  const known = useConsent(thread?.contactPhone);
  const [wasRefused, setRefused] = useState<string>();
  const [isPanelOpen, setPanelOpen] = useState(false);
  const [seen, setSeen] = useState(() => findSeen(localStorage, key.team));
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // The texts from before the first use of this browser count as seen.
    if (seen || list.hasMore === undefined || typed !== "") return;
    const first = { since: list.rows[0]?.lastMessageAt ?? "", threads: {} };
    keepSeen(localStorage, key.team, first);
    setSeen(first);
  }, [list.hasMore]);
  const unread = list.rows.filter((row) => isUnread(seen, row)).length;
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ""}${thread ? `${cleanLine(thread.contactName)} · ` : ""}Inbox`;
  }, [unread, thread?.contactName]);

  const close = () => {
    onOpen(undefined);
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(`[data-thread="${open}"]`)?.focus());
  };
  const move = (step: number, isArrow = false) => {
    // An arrow scrolls what has the focus.
    if (isArrow && document.activeElement?.closest(".bubbles, .about")) return false;
    const rows = [...(root.current?.querySelectorAll<HTMLElement>("[data-thread]") ?? [])];
    const focused = rows.indexOf(document.activeElement as HTMLElement);
    const at = focused === -1 ? rows.findIndex((row) => row.dataset.thread === open) : focused;
    return rows[Math.max(0, at + step)]?.focus();
  };
  const focus = (selector: string) => root.current?.querySelector<HTMLElement>(selector)?.focus();
  const shortcuts = [
    { key: "j", does: "Next conversation", act: () => move(1) },
    { key: "k", does: "Previous conversation", act: () => move(-1) },
    { key: "r", does: "Reply", act: () => focus(".reply textarea") },
    { key: "/", does: "Search", act: () => focus("input[type=search]") },
    { key: "ArrowDown", act: () => move(1, true) },
    { key: "ArrowUp", act: () => move(-1, true) },
  ];
  const onEscape = () => (open === undefined ? setTyped("") : close());

  // Without the scope, a refusal is all that says that the phone has opted out.
  const isOptedOut = known.value ? known.value.state === "opted_out" : wasRefused === open && open !== undefined;
  return (
    <div class={`panes${open ? " has-open" : ""}${isPanelOpen ? " has-panel" : ""}`} ref={root}>
      <ShortcutHelp shortcuts={shortcuts} onEscape={onEscape} />
      <ThreadList list={list} open={open} seen={seen} search={typed} onSearch={setTyped} onOpen={onOpen} />
      {thread && (
        <Conversation
          key={thread.id}
          thread={thread}
          isOptedOut={isOptedOut}
          notice={known.value?.suspected && <Suspicion value={known.value.suspected} onDecided={known.refresh} />}
          onSeen={(at) => setSeen((kept) => kept && markSeen(localStorage, key.team, kept, thread.id, at))}
          onSent={() => void list.refresh()}
          onOptedOut={() => {
            setRefused(open);
            setPanelOpen(true);
            void known.refresh();
          }}
          onClose={close}
          onPanel={() => setPanelOpen(!isPanelOpen)}
        />
      )}
      {thread && (
        <aside class="about stack" aria-label={`About ${cleanLine(thread.contactName)}`}>
          <Button label="← Back" class="panel-button" onClick={() => setPanelOpen(false)} />
          <h2>
            <Name value={thread.contactPhone} />
          </h2>
          {can("consents:read") && (
            <section class="stack" aria-label="Consent">
              <h3>Consent</h3>
              {known.failure && <FailureNote failure={known.failure} />}
              {known.value && <Consent value={known.value} />}
            </section>
          )}
          {can("contacts:read") && <ContactPanel phone={thread.contactPhone} />}
        </aside>
      )}
      {!thread && (
        <section class="conversation none" aria-label="No conversation">
          {failure ? (
            <FailureNote failure={failure}>
              <Button label="Back to the list" onClick={() => onOpen(undefined)} />
            </FailureNote>
          ) : (
            <p class="quiet">{open ? "Reading…" : "Choose a conversation."}</p>
          )}
        </section>
      )}
    </div>
  );
}

/** A value once it has not changed for a quarter of a second. An empty value counts at once. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === "" ? 0 : 250);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The open thread: of the list, or read on its own, as from a link. */
function useThread(id: string | undefined, rows: MessageThread[]) {
  const { api } = usePage();
  const listed = rows.find((row) => row.id === id);
  // A thread that a new search does not find stays open.
  const last = useRef<MessageThread | undefined>(undefined);
  if (listed || last.current?.id !== id) last.current = listed;
  const { value, failure } = useRead(async () => {
    if (id === undefined || last.current) return undefined;
    return (await api.GET("/api/threads/{id}", { params: { path: { id } } })).data!;
  }, id);
  return { thread: last.current ?? value, failure };
}
