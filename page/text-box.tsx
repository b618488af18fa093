import { useEffect, useId, useState } from "preact/hooks";
import { measureText } from "../server/texts/segments.ts";
import type { ApiFailure } from "./api.ts";
import type { Outcome } from "./attempt.ts";
import { findDraft, keepDraft } from "./kept.ts";
import { FailureNote } from "./parts.tsx";

interface TextBoxProps {
  /** Names the draft: the id of the thread, or the form. */
  draft: string;
  label: string;
  button?: string;
  /** The most characters. */
  maxLength?: number;
  /** The text while there is no draft. */
  initial?: string;
  /** Sends the text, with the key of an earlier request whose outcome is unknown; undefined while nobody is to get it. */
  onSend: ((text: string, key?: string) => Promise<Outcome>) | undefined;
}

/** A box for a text, with its length and what became of it. Enter sends, Shift and Enter break the line. */
export function TextBox(props: TextBoxProps) {
  const { draft: name, label, button = "Send", maxLength = 160, initial = "", onSend } = props;
  const [{ text, unknownKey }, setDraft] = useState(() => findDraft(sessionStorage, name) ?? { text: initial });
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const pause = usePause(failure);
  const isUnknown = unknownKey !== undefined && !isSending;
  const isTooLong = [...text].length > maxLength;
  const isReady = !isSending && pause === 0 && text.trim() !== "" && !isTooLong;
  const count = useId();

  const keep = (next: { text: string; unknownKey?: string | undefined }) => {
    keepDraft(sessionStorage, name, next);
    setDraft(next);
  };
  async function sendText(event: Event): Promise<void> {
    event.preventDefault();
    if (!isReady || !onSend) return;
    setSending(true);
    setFailure(undefined);
    const { failure, unknownKey: key } = await onSend(text, unknownKey);
    setSending(false);
    setFailure(failure);
    // A text that the carrier refuses is in its thread.
    const isStored = failure === undefined || failure.code === "message_failed";
    keep({ text: isStored ? "" : text, unknownKey: key });
  }
  return (
    <form onSubmit={sendText}>
      <textarea
        aria-label={label}
        aria-describedby={count}
        placeholder={label}
        dir="auto"
        rows={2}
        value={text}
        readOnly={isSending || isUnknown}
        onInput={(event) => keep({ text: event.currentTarget.value })}
        onKeyDown={(event) => event.key === "Enter" && !event.shiftKey && !event.isComposing && void sendText(event)}
      />
      <div class="row">
        <p id={count} class={isTooLong ? "count small too-long" : "count small"}>
          <Count text={text} maxLength={maxLength} />
        </p>
        {isUnknown && (
          <button type="button" onClick={() => keep({ text })}>
            Change the text
          </button>
        )}
        <button type="submit" class="primary" disabled={!isReady || !onSend}>
          {isSending ? "Sending…" : pause > 0 ? `Wait ${pause} s` : isUnknown ? "Repeat" : button}
        </button>
      </div>
      {isUnknown && (
        <p class="warning" role="alert">
          It is not known whether this text was sent. “Repeat” is safe: it goes out at most once. A changed text is
          another.
        </p>
      )}
      {/* The page itself shows that the license is inactive. */}
      {failure && failure.code !== "license_inactive" && <FailureNote failure={failure} />}
    </form>
  );
}

/** The length and the segments of a text as the carrier has them, and the first character that is not in GSM-7. */
function Count({ text, maxLength }: { text: string; maxLength: number }) {
  const { segments, encoding } = measureText(text);
  const cause = [...text].find((character) => measureText(character).encoding === "UCS-2");
  const parts = [`${[...text].length} / ${maxLength}`];
  if (text !== "") parts.push(`${segments} segment${segments === 1 ? "" : "s"}`, encoding);
  return (
    <>
      {parts.join(" · ")}
      {cause !== undefined && " because of "}
      {cause !== undefined && <bdi>{cause}</bdi>}
    </>
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
