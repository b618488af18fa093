import { useEffect, useId, useState } from "preact/hooks";
import { measureText } from "../server/texts/segments.ts";
import type { ApiFailure, Outcome } from "./api.ts";
import { type Draft, findDraft, keepDraft } from "./kept.ts";
import { Button, FailureNote, Switch } from "./parts.tsx";

interface TextBoxProps {
  /** Names the draft: the id of the thread, or the form. */
  draft: string;
  label: string;
  button?: string;
  /** The text while there is no draft. */
  initial?: string;
  /** Whether the text may be for later. */
  canWait?: boolean;
  /** Sends the text; undefined while nobody is to get it. */
  onSend: ((draft: Draft) => Promise<Outcome>) | undefined;
}

/** The most characters of a text. */
const maxLength = 1_600;

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A box for a text, with its length and what became of it. Enter sends, Shift and Enter break the line. */
export function TextBox(props: TextBoxProps) {
  const { draft: name, label, button = "Send", initial = "", canWait = false, onSend } = props;
  const [draft, setDraft] = useState<Draft>(() => findDraft(sessionStorage, name) ?? { text: initial });
  const { text, sendAt, unknownKey } = draft;
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const pause = usePause(failure);
  const isUnknown = unknownKey !== undefined && !isSending;
  const isTooLong = [...text].length > maxLength;
  const isReady = !isSending && pause === 0 && text.trim() !== "" && !isTooLong && sendAt !== "";
  const action = isUnknown ? "Repeat" : sendAt === undefined ? button : "Schedule";
  const [count, problem] = [useId(), useId()];

  const keep = (next: Draft) => {
    keepDraft(sessionStorage, name, next);
    setDraft(next);
  };
  async function sendText(event: Event): Promise<void> {
    event.preventDefault();
    if (!isReady || !onSend) return;
    setSending(true);
    setFailure(undefined);
    const { failure, unknownKey: key } = await onSend(draft);
    setSending(false);
    setFailure(failure);
    // A text that the carrier refuses is in its thread.
    const isStored = failure === undefined || failure.code === "message_failed";
    keep(isStored ? { text: "" } : { text, sendAt, unknownKey: key });
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
        onInput={(event) => keep({ text: event.currentTarget.value, sendAt })}
        onKeyDown={(event) => event.key === "Enter" && !event.shiftKey && !event.isComposing && void sendText(event)}
      />
      <div class="row">
        <p id={count} class={isTooLong ? "count small too-long" : "count small"}>
          <Count text={text} />
        </p>
        {canWait && !isSending && !isUnknown && (
          <Switch
            label="Send later"
            isOn={sendAt !== undefined}
            onChange={(on) => keep(on ? { text, sendAt: "" } : { text })}
          />
        )}
        {isUnknown && <Button label="Change the text" onClick={() => keep({ text, sendAt })} />}
        <button type="submit" class="primary" disabled={!isReady || !onSend}>
          {isSending ? "Sending…" : pause > 0 ? `Wait ${pause} s` : action}
        </button>
      </div>
      {sendAt !== undefined && (
        <label>
          {`Send at (${zone})`}
          <input
            type="datetime-local"
            required
            aria-invalid={failure?.code === "invalid_send_at"}
            aria-describedby={problem}
            value={sendAt}
            readOnly={isSending || isUnknown}
            onInput={(event) => keep({ text, sendAt: event.currentTarget.value })}
          />
        </label>
      )}
      {isUnknown && (
        <p class="warning" role="alert">
          It is not known whether this text was sent. “Repeat” is safe: it goes out at most once. A changed text is
          another.
        </p>
      )}
      {/* The page itself shows that the license is inactive. */}
      {failure && failure.code !== "license_inactive" && (
        <div id={problem}>
          <FailureNote failure={failure} />
        </div>
      )}
    </form>
  );
}

/** The length and the segments of a text as the carrier has them, and the first character that is not in GSM-7. */
function Count({ text }: { text: string }) {
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
