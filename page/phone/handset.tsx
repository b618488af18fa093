import { useState } from "preact/hooks";
import type { BusinessNumberSummary, SimulatedText } from "../../generated/api.ts";
import { type ApiFailure, attempt } from "../api.ts";
import { Bubble, Bubbles } from "../bubbles.tsx";
import { Consent, useConsent } from "../consent.tsx";
import { usePage } from "../context.ts";
import { Body, Button, CopyButton, FailureNote, StatusText, Time } from "../parts.tsx";
import { MediaFile } from "../picture.tsx";
import { isOnItsWay } from "../store.ts";
import { handsetOf, type Line, magicRecipients, type Reply, waitingRecipient } from "./handsets.ts";
import { ReplyBox } from "./reply-box.tsx";
import { useReplies } from "./use-replies.ts";

interface HandsetProps {
  phone: string;
  /** The lines of all handsets. */
  lines: Line[];
  isLoaded: boolean;
  numbers: BusinessNumberSummary[];
  onReplies(replies: Reply[]): void;
}

/** A handset: its screen, and a box to answer with. */
export function Handset({ phone, lines, isLoaded, numbers, onReplies }: HandsetProps) {
  const own = lines.filter((line) => handsetOf(line) === phone);
  const consent = useConsent(phone).value;
  useReplies(phone, onReplies);
  const does = magicRecipients.find((each) => each.phone === phone)?.does;
  const primaryFirst = numbers.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
  const partners = new Set([
    ...own.flatMap((line) => (line.kind === "reply" ? [] : [line.from])),
    ...primaryFirst.map(({ phoneNumber }) => phoneNumber),
  ]);
  return (
    <section class="handset" aria-label={`Handset ${phone}`}>
      <header class="stack">
        <h2>{phone}</h2>
        <p class="quiet small">{does ?? "simulated handset"}</p>
        {consent && consent.state !== "unknown" && <Consent value={consent} />}
      </header>
      <Bubbles label="Texts" rows={own} show={showLine}>
        {own.length === 0 && (
          <li class="day quiet">
            {isLoaded ? "No texts yet. What your app sends to this number appears here." : "Loading…"}
          </li>
        )}
      </Bubbles>
      <ReplyBox phone={phone} partners={[...partners]} onReply={(reply) => onReplies([reply])} />
    </section>
  );
}

function showLine(line: Line) {
  if (line.kind !== "reply") return <TextBubble text={line} />;
  return (
    <Bubble isOwn>
      <Body value={line.text} />
      <p class="quiet small">
        <Time value={line.createdAt} />
      </p>
    </Bubble>
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
function TextBubble({ text }: { text: SimulatedText }) {
  const { api } = usePage();
  const [failure, setFailure] = useState<ApiFailure>();

  async function play({ status, errorCode }: Played): Promise<void> {
    const path = { id: text.id };
    const body = { status, ...(errorCode && { errorCode }) };
    const { failure } = await attempt((header) =>
      api.POST("/api/simulator/texts/{id}/status", { params: { path, header }, body }),
    );
    setFailure(failure);
  }

  return (
    <Bubble isOwn={false}>
      <Body value={text.text} linked />
      {text.media.map((file) => (
        <MediaFile key={file.id ?? file.url} {...file} />
      ))}
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
          <Button key={each.label} label={each.label} class="small" onClick={() => play(each)} />
        ))}
      </p>
      {failure && <FailureNote failure={failure} />}
    </Bubble>
  );
}
