import { useState } from "preact/hooks";
import { type ApiFailure, newIdempotencyKey, writeOnce } from "../api.ts";
import { usePage } from "../context.ts";
import { FailureNote } from "../parts.tsx";
import type { Reply } from "./handsets.ts";

interface ReplyBoxProps {
  phone: string;
  /** The business numbers that the handset can answer, the likeliest first. */
  partners: string[];
  onReply(reply: Reply): void;
}

/** Answers as the person with the handset. */
export function ReplyBox({ phone, partners, onReply }: ReplyBoxProps) {
  const { api, can, key } = usePage();
  const [text, setText] = useState("");
  const [partner, setPartner] = useState<string>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [isSending, setSending] = useState(false);
  const to = partner ?? partners[0];

  async function reply(words: string): Promise<void> {
    if (to === undefined || words.trim() === "" || isSending) return;
    setFailure(undefined);
    setSending(true);
    try {
      await writeOnce((idempotencyKey) =>
        api.POST("/api/simulator/replies", {
          params: { header: { "Idempotency-Key": idempotencyKey } },
          body: { from: phone, to, text: words },
        }),
      );
      if (words === text) setText("");
      // Without events, the page does not hear of the reply.
      if (!can("events:read")) onReply({ id: newIdempotencyKey(), from: phone, to, text: words, ...now() });
    } catch (error) {
      setFailure(error as ApiFailure);
    }
    setSending(false);
  }

  return (
    <form
      class="reply stack"
      onSubmit={(event) => {
        event.preventDefault();
        void reply(text);
      }}
    >
      {failure && <FailureNote failure={failure} />}
      {partners.length > 1 && (
        <label class="row quiet small">
          Answer
          <select aria-label="Business number" value={to} onChange={(event) => setPartner(event.currentTarget.value)}>
            {partners.map((number) => (
              <option key={number}>{number}</option>
            ))}
          </select>
        </label>
      )}
      <p class="row">
        {["STOP", "START", "HELP"].map((word) => (
          <button key={word} type="button" class="small" disabled={to === undefined} onClick={() => reply(word)}>
            {word}
          </button>
        ))}
      </p>
      <div class="row">
        <label class="unseen" for="reply">
          Reply as {phone}
        </label>
        <textarea
          id="reply"
          rows={1}
          maxLength={1600}
          placeholder={to === undefined ? "No number to answer" : key.testMode ? "Reply (test mode)" : "Reply"}
          value={text}
          disabled={to === undefined}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") event.currentTarget.blur();
            if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            void reply(text);
          }}
        />
        <button type="submit" class="primary" disabled={to === undefined || isSending}>
          Reply
        </button>
      </div>
    </form>
  );
}

/** The present time in the form of the API, for a reply that the page adds itself. */
const now = () => ({ createdAt: new Date().toISOString().replace("Z", "000Z") });
