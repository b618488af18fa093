import { useEffect, useRef, useState } from "preact/hooks";
import type { BusinessNumberSummary, SimulatedText } from "../../generated/api.ts";
import { type ApiFailure, writeOnce } from "../api.ts";
import { usePage } from "../context.ts";
import { Body, CopyButton, FailureNote, LinkedBody, Name, StatusText, Time } from "../parts.tsx";
import { isOnItsWay } from "../store.ts";
import { showTime } from "../time.ts";
import { type Entry, type Handsets, magicRecipients, type Reply, screenOf, waitingRecipient } from "./handsets.ts";
import { ReplyBox } from "./reply-box.tsx";

interface HandsetProps {
  phone: string;
  handsets: Handsets;
  isLoaded: boolean;
  numbers: BusinessNumberSummary[];
  onReply(reply: Reply): void;
}

/** A handset: its screen, and a box to answer with. */
export function Handset({ phone, handsets, isLoaded, numbers, onReply }: HandsetProps) {
  const entries = screenOf(handsets, phone);
  const screen = useRef<HTMLOListElement>(null);
  useEffect(() => {
    screen.current?.scrollTo({ top: screen.current.scrollHeight });
  }, [entries.length]);
  const does = magicRecipients.find((each) => each.phone === phone)?.does;
  const consent = handsets.notes.findLast((note) => note.phone === phone)?.consent;
  const partners = [
    ...new Set([
      ...handsets.texts.filter(({ to }) => to === phone).map(({ from }) => from),
      ...numbers.filter(({ isPrimary }) => isPrimary).map(({ phoneNumber }) => phoneNumber),
      ...numbers.map(({ phoneNumber }) => phoneNumber),
    ]),
  ];
  return (
    <section class="handset" aria-label={`Handset ${phone}`}>
      <header>
        <h2>{phone}</h2>
        <span class="quiet small">{does ?? (consent === "opted_out" ? "has opted out" : "simulated handset")}</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a screen that scrolls must be reachable by keyboard. */}
      <ol ref={screen} class="screen" tabIndex={0} aria-label="Texts">
        {entries.map((entry, index) => (
          <Line key={keyOf(entry)} entry={entry} before={entries[index - 1]} />
        ))}
        {entries.length === 0 && (
          <li class="empty quiet">
            {isLoaded ? "No texts yet. What your app sends to this number appears here." : "Loading…"}
          </li>
        )}
      </ol>
      <ReplyBox phone={phone} partners={partners} onReply={onReply} />
    </section>
  );
}

const keyOf = (entry: Entry) =>
  entry.kind === "text" ? entry.text.id : entry.kind === "reply" ? entry.reply.id : entry.note.id;

/** A line of the screen, after the day if that is another than before. */
function Line({ entry, before }: { entry: Entry; before: Entry | undefined }) {
  const { day } = showTime(entry.createdAt);
  return (
    <>
      {(before === undefined || showTime(before.createdAt).day !== day) && <li class="day quiet small">{day}</li>}
      {entry.kind === "text" && <TextLine text={entry.text} />}
      {entry.kind === "reply" && (
        <li class="bubble own stack">
          <span class="unseen">You: </span>
          <Body value={entry.reply.text} />
          <p class="row quiet small">
            <Time value={entry.createdAt} />
          </p>
        </li>
      )}
      {entry.kind === "note" && (
        <li class="day note small">{entry.note.consent === "opted_out" ? "Opted out of texts" : "Opted in again"}</li>
      )}
    </>
  );
}

type Played = { label: string; status: "delivered" | "failed" | "read"; errorCode?: string };

/** What can still happen to a text. Other recipients than the waiting one get their texts by themselves. */
function playableOf({ to, status }: SimulatedText): Played[] {
  const fail: Played = { label: "Fail", status: "failed", errorCode: "30008" };
  if (to === waitingRecipient && isOnItsWay(status)) return [{ label: "Deliver", status: "delivered" }, fail];
  return status === "delivered" ? [{ label: "Read", status: "read" }] : [];
}

/** A text to the handset, with its passcode and its status, and buttons for what the carrier reports next. */
function TextLine({ text }: { text: SimulatedText }) {
  const { api } = usePage();
  const [failure, setFailure] = useState<ApiFailure>();

  function play({ status, errorCode }: Played): void {
    setFailure(undefined);
    const body = { status, ...(errorCode && { errorCode }) };
    writeOnce((idempotencyKey) =>
      api.POST("/api/simulator/texts/{id}/status", {
        params: { path: { id: text.id }, header: { "Idempotency-Key": idempotencyKey } },
        body,
      }),
    ).catch(setFailure);
  }

  return (
    <li class="bubble stack">
      <span class="unseen">
        From <Name value={text.from} />:{" "}
      </span>
      <LinkedBody value={text.text} />
      {text.code !== null && (
        <p class="code row">
          <code>{text.code}</code>
          <CopyButton text={text.code} label="Copy code" />
        </p>
      )}
      <p class="row quiet small">
        <Time value={text.createdAt} />
        <StatusText status={text.status} errorCode={text.errorCode} />
        {playableOf(text).map((each) => (
          <button key={each.label} type="button" class="small" onClick={() => play(each)}>
            {each.label}
          </button>
        ))}
      </p>
      {failure && <FailureNote failure={failure} />}
    </li>
  );
}
