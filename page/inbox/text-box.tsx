import { useEffect, useState } from "preact/hooks";
import type { SendText } from "../../generated/api.ts";
import { measureText } from "../../server/texts/segments.ts";
import type { ApiFailure } from "../api.ts";
import { usePage } from "../context.ts";
import { FailureNote } from "../parts.tsx";
import { findDraft, keepDraft } from "./kept.ts";
import { type Outcome, send } from "./send.ts";

/** The most characters of a text. */
const maxLength = 160;

interface TextBoxProps {
  /** Names the draft: the id of the thread, or `new`. */
  draft: string;
  label: string;
  /** Where the text goes; undefined while that is not known. */
  to: Pick<SendText, "threadId" | "phone_number" | "sender"> | undefined;
  onOutcome(outcome: Outcome): void;
}

/** A box for a text, with its length and what became of it. Enter sends, Shift and Enter break the line. */
export function TextBox({ draft: name, label, to, onOutcome }: TextBoxProps) {
  const { api } = usePage();
  const [{ text, unknownKey }, setDraft] = useState(() => findDraft(sessionStorage, name));
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const pause = usePause(failure);
  const isUnknown = unknownKey !== undefined && !isSending;
  const length = [...text].length;
  const isReady = to !== undefined && !isSending && pause === 0 && text.trim() !== "" && length <= maxLength;

  const keep = (next: { text: string; unknownKey?: string }) => {
    keepDraft(sessionStorage, name, next);
    setDraft(next);
  };
  async function sendText(event: Event): Promise<void> {
    event.preventDefault();
    if (!isReady) return;
    setSending(true);
    setFailure(undefined);
    const outcome = await send(api, { ...to, message: text }, unknownKey);
    setSending(false);
    if (outcome.kind !== "sent") setFailure(outcome.failure);
    const isStored = outcome.kind === "sent" || outcome.kind === "refused";
    keep({ text: isStored ? "" : text, ...(outcome.kind === "unknown" && { unknownKey: outcome.key }) });
    onOutcome(outcome);
  }
  return (
    <form onSubmit={sendText}>
      <textarea
        aria-label={label}
        aria-describedby="count"
        placeholder={label}
        dir="auto"
        rows={2}
        value={text}
        readOnly={isSending || isUnknown}
        onInput={(event) => keep({ text: event.currentTarget.value })}
        onKeyDown={(event) => event.key === "Enter" && !event.shiftKey && !event.isComposing && void sendText(event)}
      />
      <div class="row">
        <Count text={text} length={length} />
        {isUnknown && (
          <button type="button" onClick={() => keep({ text })}>
            Change the text
          </button>
        )}
        <button type="submit" class="primary" disabled={!isReady}>
          {isSending ? "Sending…" : pause > 0 ? `Wait ${pause} s` : isUnknown ? "Repeat" : "Send"}
        </button>
      </div>
      {isUnknown && (
        <p class="warning" role="alert">
          It is not known whether this text was sent. “Repeat” is safe: it goes out at most once. A changed text is
          another.
        </p>
      )}
      {failure && (
        <FailureNote failure={failure}>
          {failure.code === "license_inactive" && <p>Test mode goes on: the menu of the team switches to it.</p>}
        </FailureNote>
      )}
    </form>
  );
}

/** The length and the segments of a text as the carrier has them, and the first character that is not in GSM-7. */
function Count({ text, length }: { text: string; length: number }) {
  const { segments, encoding } = measureText(text);
  const cause = [...text].find((character) => measureText(character).encoding === "UCS-2");
  const parts = [
    `${length} / ${maxLength}`,
    ...(text === "" ? [] : [`${segments} segment${segments === 1 ? "" : "s"}`, encoding]),
  ];
  return (
    <p id="count" class={length > maxLength ? "count too-long" : "count"}>
      {parts.join(" · ")}
      {cause !== undefined && " because of "}
      {cause !== undefined && <bdi>{cause}</bdi>}
    </p>
  );
}

/** The seconds that are left of the pause that a refusal for the rate asks for. */
function usePause(failure: ApiFailure | undefined): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (failure?.code === "rate_limited") setLeft(Math.ceil(failure.retryAfterSeconds ?? 1));
  }, [failure]);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}
