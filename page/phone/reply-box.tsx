import { useState } from "preact/hooks";
import { type ApiFailure, attempt, newIdempotencyKey, type Outcome } from "../api.ts";
import { usePage } from "../context.ts";
import type { Draft } from "../kept.ts";
import { Button, FailureNote } from "../parts.tsx";
import { TextBox } from "../text-box.tsx";
import type { Reply } from "./handsets.ts";

interface ReplyBoxProps {
  phone: string;
  /** The business numbers that the handset can answer, the likeliest first. */
  partners: string[];
  onReply(reply: Reply): void;
}

/** Answers as the person with the handset. */
export function ReplyBox({ phone, partners, onReply }: ReplyBoxProps) {
  const { api, can } = usePage();
  const [partner, setPartner] = useState<string>();
  const [failure, setFailure] = useState<ApiFailure>();
  const to = partner ?? partners[0];

  async function reply({ text, unknownKey }: Draft): Promise<Outcome> {
    const body = { from: phone, to: to!, text };
    const outcome = await attempt(
      (header) => api.POST("/api/simulator/replies", { params: { header }, body }),
      unknownKey,
    );
    // Without events, the page does not hear of the reply. Times of the API have microseconds.
    const createdAt = new Date().toISOString().replace("Z", "000Z");
    if (!outcome.failure && !can("events:read"))
      onReply({ kind: "reply", id: newIdempotencyKey(), ...body, createdAt });
    return outcome;
  }
  const say = async (word: string) => setFailure((await reply({ text: word })).failure);

  return (
    <div class="reply stack">
      {partners.length > 1 && (
        <label>
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
          <Button key={word} label={word} class="small" disabled={to === undefined} onClick={() => say(word)} />
        ))}
      </p>
      {failure && <FailureNote failure={failure} />}
      <TextBox
        draft={`handset.${phone}`}
        label={`Reply as ${phone}`}
        button="Reply"
        onSend={to === undefined ? undefined : reply}
      />
    </div>
  );
}
