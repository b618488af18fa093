import { useEffect, useRef, useState } from "preact/hooks";
import { usePage } from "../context.ts";
import { FailureNote } from "../parts.tsx";
import { cleanLine } from "../text.ts";
import { useRead } from "./read.ts";
import { TextBox } from "./text-box.tsx";

/** A text to somebody who may have no thread yet. */
export function NewText({ onSent }: { onSent(threadId: string): void }) {
  const { api, can } = usePage();
  const [phone, setPhone] = useState("");
  const [sender, setSender] = useState("");
  const { value: numbers = [], failure } = useRead(async () => {
    if (!can("numbers:read")) return [];
    const params = { query: { status: "active" as const, per_page: 100 } };
    return (await api.GET("/api/business-numbers", { params })).data!.businessNumbers;
  });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const phone_number = phone.replaceAll(/[\s().-]/g, "");
  const to = phone_number === "" ? undefined : { phone_number, ...(sender !== "" && { sender }) };
  return (
    <section class="wide new-text" aria-label="New text">
      <h2>New text</h2>
      {failure && <FailureNote failure={failure} />}
      <label>
        To
        <input
          type="tel"
          placeholder="+12025550123"
          autocomplete="off"
          ref={field}
          value={phone}
          onInput={(event) => setPhone(event.currentTarget.value)}
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
        to={to}
        onOutcome={(outcome) => outcome.kind === "sent" && onSent(outcome.text.threadId)}
      />
    </section>
  );
}
