import type { ComponentChildren, RefObject } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Message, MessageThread } from "../../generated/api.ts";
import type { Outcome } from "../api.ts";
import { Bubble, Bubbles } from "../bubbles.tsx";
import { usePage } from "../context.ts";
import type { Draft } from "../kept.ts";
import { Body, Button, CopyButton, FailureNote, Name, StatusText, Time } from "../parts.tsx";
import { MediaFile } from "../picture.tsx";
import { sendText } from "../send-text.ts";
import { cleanLine } from "../text.ts";
import { TextBox } from "../text-box.tsx";
import { useMessages } from "./messages.ts";
import { useWaiting, WaitingTexts } from "./waiting.tsx";

interface ConversationProps {
  thread: MessageThread;
  /** Whether the recipient has opted out; undefined while that is not known. */
  isOptedOut: boolean | undefined;
  /** What somebody has to decide about its phone. */
  notice: ComponentChildren;
  onSeen(at: string): void;
  onSent(): void;
  onOptedOut(): void;
  onClose(): void;
  onPanel(): void;
}

/** A thread: its messages, the texts that are to follow them, and the box for a reply. */
export function Conversation(props: ConversationProps) {
  const { thread, isOptedOut, notice, onSeen, onSent, onOptedOut, onClose, onPanel } = props;
  const { api, can, announce } = usePage();
  const { rows, hasMore, failure, readMore, refresh } = useMessages(thread.id);
  const waiting = useWaiting(thread.contactPhone, () => void refresh());
  const heading = useRef<HTMLHeadingElement>(null);
  const newest = rows.at(-1);

  useEffect(() => heading.current?.focus(), []);
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (newest && !document.hidden) onSeen(newest.createdAt);
    if (last.current !== undefined && newest?.direction === "inbound") announce(`New text: ${cleanLine(newest.body)}`);
    last.current = newest?.id;
  }, [newest?.id]);

  async function onSend(draft: Draft): Promise<Outcome> {
    const outcome = await sendText(api, draft, { threadId: thread.id });
    if (outcome.failure?.code === "recipient_opted_out") onOptedOut();
    if (outcome.failure?.code === "thread_not_found") onClose();
    void refresh();
    void waiting.refresh();
    onSent();
    return outcome;
  }
  // The key belongs to the failed text, so that it goes out again at most once. A refusal frees it.
  const sendAgain = useRef<SendAgain>(undefined);
  sendAgain.current = ({ id, body }) => onSend({ text: body, unknownKey: `again-${id}` });
  const canSendAgain = can("messages:send") && !isOptedOut;
  const show = useCallback(
    (message: Message) => <MessageBubble message={message} sendAgain={canSendAgain ? sendAgain : undefined} />,
    [canSendAgain],
  );

  return (
    <section class="conversation" aria-label={`Conversation with ${cleanLine(thread.contactName)}`}>
      <header class="row">
        <Button label="←" class="back" aria-label="Back to the list" onClick={onClose} />
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
        <Button label="Details" class="panel-button" onClick={onPanel} />
      </header>
      {failure && <FailureNote failure={failure} />}
      <Bubbles label="Messages" rows={rows} show={show}>
        {hasMore === undefined && <li class="day quiet">Reading…</li>}
        {hasMore && (
          <li class="day">
            <Button label="Older texts" onClick={() => readMore()} />
          </li>
        )}
      </Bubbles>
      <WaitingTexts {...waiting} />
      {notice}
      <div class="reply">
        {!can("messages:send") ? (
          <p class="quiet">This key may not send texts: it lacks messages:send.</p>
        ) : isOptedOut ? (
          <p class="warning">This phone has opted out of your texts. Only a START from it opens this box.</p>
        ) : (
          <TextBox draft={thread.id} label="Reply" canWait onSend={onSend} />
        )}
      </div>
    </section>
  );
}

type SendAgain = ((message: Message) => Promise<unknown>) | undefined;

/** A message, with a button to send it again if it was not sent and may be. */
function MessageBubble({ message, sendAgain }: { message: Message; sendAgain: RefObject<SendAgain> | undefined }) {
  const [isSending, setSending] = useState(false);
  const { body, media, createdAt, status, errorCode, errorMeaning, discarded, testMode } = message;
  const isOwn = message.direction === "outbound";
  const isNotSent = isOwn && status === "failed";
  const onSendAgain = () => {
    setSending(true);
    void sendAgain!.current!(message).finally(() => setSending(false));
  };
  return (
    <Bubble isOwn={isOwn} isNotSent={isNotSent}>
      {discarded ? <p class="quiet">Content discarded</p> : <Body value={body} />}
      {media.map((file) => (
        <MediaFile key={file.id ?? file.url} {...file} />
      ))}
      <p class="row quiet small">
        <Time value={createdAt} />
        {isOwn && <StatusText status={status} errorCode={errorCode} />}
        {testMode && <span>test</span>}
        {!discarded && <CopyButton text={body} label="Copy" />}
      </p>
      {isOwn && errorMeaning && <p class="small">{errorMeaning}</p>}
      {isNotSent && sendAgain && !discarded && (
        <p class="small">
          Not sent. <Button label="Send again" disabled={isSending} onClick={onSendAgain} />
        </p>
      )}
    </Bubble>
  );
}
