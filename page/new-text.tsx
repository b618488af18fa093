import { useEffect, useRef, useState } from "preact/hooks";
import type { BusinessNumberSummary } from "../generated/api.ts";
import { usePage } from "./context.ts";
import type { Draft } from "./kept.ts";
import { FailureNote } from "./parts.tsx";
import { type Read, useRead } from "./read.ts";
import { sendText } from "./send-text.ts";
import { cleanLine } from "./text.ts";
import { TextBox } from "./text-box.tsx";

interface NewTextProps {
  title: string;
  /** The recipient. Without one, its field gets the focus. */
  phone?: string;
  /** The text while there is no draft. */
  text?: string;
  /** Whether the text may be for later. */
  canWait?: boolean;
  /** Is called with the recipient, and the thread unless the text waits. */
  onSent(phone: string, threadId: string | null): unknown;
}

/** A text to somebody who may have no thread yet. */
export function NewText({ title, phone = "", text = "", canWait = false, onSent }: NewTextProps) {
  const { api } = usePage();
  const [given, setGiven] = useState(phone);
  const [sender, setSender] = useState("");
  const { value: numbers = [], failure } = useNumbers();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (phone === "") field.current!.focus();
  }, []);
  const phone_number = given.replaceAll(/[\s().-]/g, "");
  const onSend = (draft: Draft) =>
    sendText(api, draft, { phone_number, ...(sender !== "" && { sender }) }, (thread) => onSent(phone_number, thread));
  return (
    <section class="card new-text" aria-label={title}>
      <h2>{title}</h2>
      {failure && <FailureNote failure={failure} />}
      <label>
        To
        <input
          type="tel"
          placeholder="+12025550123"
          autocomplete="off"
          ref={field}
          value={given}
          onInput={(event) => setGiven(event.currentTarget.value)}
        />
      </label>
      {numbers.length > 1 && (
        <label>
          From
          <select value={sender} onChange={(event) => setSender(event.currentTarget.value)}>
            <option value="">The number of the conversation, or the primary one</option>
            {numbers.map(({ id, name, phoneNumber }) => (
              <option value={id} key={id}>
                {`${cleanLine(name)} ${phoneNumber}`}
              </option>
            ))}
          </select>
        </label>
      )}
      <TextBox
        draft="new"
        label="Text"
        initial={text}
        canWait={canWait}
        onSend={phone_number === "" ? undefined : onSend}
      />
    </section>
  );
}

/** The active business numbers of the team; none if the key may not read them. */
export function useNumbers(): Read<BusinessNumberSummary[]> {
  const { api, can } = usePage();
  return useRead(async () => {
    if (!can("numbers:read")) return [];
    const query = { status: "active", per_page: 100 } as const;
    return (await api.GET("/api/business-numbers", { params: { query } })).data!.businessNumbers;
  });
}
