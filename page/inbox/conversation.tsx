import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Message, MessageThread } from "../../generated/api.ts";
import { attempt, type Outcome } from "../attempt.ts";
import { Bubble, Bubbles } from "../bubbles.tsx";
import { usePage } from "../context.ts";
import { Body, CopyButton, FailureNote, Name, StatusText, Time } from "../parts.tsx";
import { cleanLine } from "../text.ts";
import { TextBox } from "../text-box.tsx";
import { useMessages } from "./messages.ts";
import { MediaFile } from "./picture.tsx";

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
  const { rows, hasMore, failure, readMore, refresh } = useMessages(thread.id);
  const heading = useRef<HTMLHeadingElement>(null);
  const newest = rows.at(-1);

  useEffect(() => heading.current?.focus(), []);
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (newest && !document.hidden) onSeen(newest.createdAt);
    if (last.current !== undefined && newest?.direction === "inbound") announce(`New text: ${cleanLine(newest.body)}`);
    last.current = newest?.id;
  }, [newest?.id]);

  async function onSend(message: string, key?: string): Promise<Outcome> {
    const body = { threadId: thread.id, message };
    const outcome = await attempt((header) => api.POST("/api/text", { params: { header }, body }), key);
    if (outcome.failure?.code === "recipient_opted_out") onOptedOut();
    if (outcome.failure?.code === "thread_not_found") onClose();
    void refresh();
    onSent();
    return outcome;
  }
  // The key belongs to the failed text, so that it goes out again at most once. A refusal frees it.
  const sendAgain = ({ id, body }: Message) => onSend(body, `again-${id}`);
  const onSendAgain = can("messages:send") && !isOptedOut ? sendAgain : undefined;

  return (
    <section class="conversation" aria-label={`Conversation with ${cleanLine(thread.contactName)}`}>
      <header>
        <button type="button" class="back" aria-label="Back to the list" onClick={onClose}>
          ←
        </button>
        <h2 ref={heading} tabIndex={-1}>
          <Name value={thread.contactName} />
        </h2>
        <p class="quiet small">
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
      {failure && <FailureNote failure={failure} />}
      <Bubbles
        label="Messages"
        rows={rows}
        show={(message) => <MessageBubble message={message} onSendAgain={onSendAgain} />}
      >
        {hasMore === undefined && <li class="day quiet">Reading…</li>}
        {hasMore && (
          <li class="day">
            <button type="button" onClick={() => void readMore()}>
              Older texts
            </button>
          </li>
        )}
      </Bubbles>
      <div class="reply">
        {!can("messages:send") ? (
          <p class="quiet">This key may not send texts: it lacks messages:send.</p>
        ) : isOptedOut ? (
          <p class="warning">This phone has opted out of your texts. Only a START from it opens this box.</p>
        ) : (
          <TextBox draft={thread.id} label="Reply" onSend={onSend} />
        )}
      </div>
    </section>
  );
}

interface MessageBubbleProps {
  message: Message;
  onSendAgain: ((message: Message) => Promise<unknown>) | undefined;
}

/** A message. It is drawn again only if it has changed. */
function MessageBubble({ message, onSendAgain }: MessageBubbleProps) {
  const [isSending, setSending] = useState(false);
  const newest = useRef(onSendAgain);
  newest.current = onSendAgain;
  const sendAgain = () => {
    setSending(true);
    void newest.current!(message).finally(() => setSending(false));
  };
  return useMemo(() => {
    const { body, media, createdAt, status, errorCode, errorMeaning, testMode } = message;
    const isOwn = message.direction === "outbound";
    const isNotSent = isOwn && status === "failed";
    return (
      <Bubble isOwn={isOwn} isNotSent={isNotSent}>
        <Body value={body} />
        {media.map((file) => (
          <MediaFile key={file.id ?? file.url} {...file} />
        ))}
        <p class="row quiet small">
          <Time value={createdAt} />
          {isOwn && <StatusText status={status} errorCode={errorCode} />}
          {testMode && <span>test</span>}
          <CopyButton text={body} label="Copy" />
        </p>
        {isOwn && errorMeaning && <p class="small">{errorMeaning}</p>}
        {isNotSent && onSendAgain && (
          <p class="small">
            Not sent.{" "}
            <button type="button" disabled={isSending} onClick={sendAgain}>
              Send again
            </button>
          </p>
        )}
      </Bubble>
    );
  }, [message, isSending, onSendAgain === undefined]);
}
