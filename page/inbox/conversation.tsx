import { Fragment } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Message, MessageThread } from "../../generated/api.ts";
import { usePage } from "../context.ts";
import { Body, CopyButton, FailureNote, Name, StatusText, Time } from "../parts.tsx";
import { cleanLine } from "../text.ts";
import { showTime } from "../time.ts";
import { useMessages } from "./messages.ts";
import type { Pages } from "./pages.ts";
import { type Outcome, send } from "./send.ts";
import { TextBox } from "./text-box.tsx";

interface ConversationProps {
  thread: MessageThread;
  /** Whether the recipient has opted out; undefined while that is not known. */
  isOptedOut: boolean | undefined;
  onSeen(at: string): void;
  onSent(): void;
  onOptedOut(): void;
  onClose(): void;
  onPanel(): void;
}

/** A thread: its messages, and the box for a reply. */
export function Conversation(props: ConversationProps) {
  const { thread, isOptedOut, onSeen, onSent, onOptedOut, onClose, onPanel } = props;
  const { api, can, announce } = usePage();
  const messages = useMessages(thread.id);
  const heading = useRef<HTMLHeadingElement>(null);
  const newest = messages.rows.at(-1);

  useEffect(() => heading.current?.focus(), []);
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (newest && !document.hidden) onSeen(newest.createdAt);
    if (last.current !== undefined && newest?.direction === "inbound") announce(`New text: ${cleanLine(newest.body)}`);
    last.current = newest?.id;
  }, [newest?.id]);

  function onOutcome({ kind }: Outcome): void {
    if (kind === "opted_out") onOptedOut();
    if (kind === "gone") onClose();
    void messages.refresh();
    onSent();
  }
  // The key belongs to the failed text, so that it goes out again at most once. A refusal frees it.
  const sendAgain = async ({ id, body }: Message) =>
    onOutcome(await send(api, { threadId: thread.id, message: body }, `again-${id}`));

  return (
    <section class="conversation" aria-label={`Conversation with ${cleanLine(thread.contactName)}`}>
      <header>
        <button type="button" class="back" aria-label="Back to the list" onClick={onClose}>
          ←
        </button>
        <h2 ref={heading} tabIndex={-1}>
          <Name value={thread.contactName} />
        </h2>
        <p class="quiet">
          {thread.contactName !== thread.contactPhone && (
            <>
              <Name value={thread.contactPhone} />
              {" · "}
            </>
          )}
          with <Name value={thread.senderName} /> <bdi>{thread.senderPhone}</bdi>
        </p>
        <button type="button" class="panel-button" onClick={onPanel}>
          Details
        </button>
      </header>
      {messages.failure && <FailureNote failure={messages.failure} />}
      <History messages={messages} {...(can("messages:send") && !isOptedOut && { onSendAgain: sendAgain })} />
      <div class="reply">
        {!can("messages:send") ? (
          <p class="quiet">This key may not send texts: it lacks messages:send.</p>
        ) : isOptedOut ? (
          <p class="warning closed">This phone has opted out of your texts. Only a START from it opens this box.</p>
        ) : (
          <TextBox draft={thread.id} label="Reply" to={{ threadId: thread.id }} onOutcome={onOutcome} />
        )}
      </div>
    </section>
  );
}

interface HistoryProps {
  messages: Pages<Message>;
  onSendAgain?: (message: Message) => Promise<void>;
}

/** The messages, divided by days. The newest stays in sight, unless somebody has scrolled to older ones. */
function History({ messages: { rows, hasMore, readMore }, onSendAgain }: HistoryProps) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef({ isAtEnd: true, height: 0, oldest: "" });

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const { isAtEnd, height, oldest } = before.current;
    if (isAtEnd) element.scrollTop = element.scrollHeight;
    else if (rows[0]?.id !== oldest) element.scrollTop += element.scrollHeight - height;
    before.current = { ...before.current, height: element.scrollHeight, oldest: rows[0]?.id ?? "" };
  }, [rows]);
  const onScroll = () => {
    const { scrollTop, clientHeight, scrollHeight } = list.current!;
    before.current.isAtEnd = scrollTop + clientHeight > scrollHeight - 40;
  };

  if (hasMore === undefined && rows.length === 0) return <p class="history quiet">Reading…</p>;
  let day = "";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the list.
    <ul class="history" ref={list} onScroll={onScroll} tabIndex={0} aria-label="Messages">
      {hasMore && (
        <li class="older">
          <button type="button" onClick={() => void readMore()}>
            Older texts
          </button>
        </li>
      )}
      {rows.map((message) => {
        // The local day, because making a text of each time would take as long as all the rest.
        const own = new Date(message.createdAt).toDateString();
        const isNewDay = own !== day;
        day = own;
        return (
          <Fragment key={message.id}>
            {isNewDay && <li class="day">{showTime(message.createdAt).day}</li>}
            <Bubble message={message} {...(onSendAgain && { onSendAgain })} />
          </Fragment>
        );
      })}
    </ul>
  );
}

interface BubbleProps {
  message: Message;
  onSendAgain?: (message: Message) => Promise<void>;
}

/** A message. It is drawn again only if it has changed. */
function Bubble({ message, onSendAgain }: BubbleProps) {
  const [isSending, setSending] = useState(false);
  const newest = useRef(onSendAgain);
  newest.current = onSendAgain;
  async function sendAgain(): Promise<void> {
    setSending(true);
    await newest.current!(message).finally(() => setSending(false));
  }
  return useMemo(() => {
    const isOwn = message.direction === "outbound";
    const isNotSent = isOwn && message.status === "failed";
    return (
      <li class={`bubble ${isOwn ? "own" : "theirs"}${isNotSent ? " not-sent" : ""}`}>
        <span class="unseen">{isOwn ? "You: " : "Them: "}</span>
        <Body value={message.body} />
        {message.media.map(({ url, contentType }) => (
          <p class="media" key={url}>
            {cleanLine(contentType ?? "file")}: <Name value={url} />
          </p>
        ))}
        <p class="meta">
          <Time value={message.createdAt} />
          {isOwn && <StatusText status={message.status} errorCode={message.errorCode} />}
          {message.testMode && <span>test</span>}
          <CopyButton text={message.body} label="Copy" />
        </p>
        {isOwn && message.errorMeaning && <p class="meaning">{message.errorMeaning}</p>}
        {isNotSent && newest.current && (
          <p class="meaning">
            Not sent.{" "}
            <button type="button" disabled={isSending} onClick={() => void sendAgain()}>
              Send again
            </button>
          </p>
        )}
      </li>
    );
  }, [message, isSending, onSendAgain === undefined]);
}
