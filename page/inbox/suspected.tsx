import { useState } from "preact/hooks";
import type { SuspectedRevocation } from "../../generated/api.ts";
import { type ApiFailure, attempt } from "../api.ts";
import { usePage } from "../context.ts";
import { Button, FailureNote, Name, Time } from "../parts.tsx";
import { useLiveRead } from "../read.ts";

const kinds = {
  revocation: "A text from this phone may withdraw consent.",
  wrong_number: "A text from this phone may say that it came to the wrong person.",
};

/** The date until which somebody should decide. */
function Due({ value }: { value: string }) {
  const isOver = Date.parse(value) < Date.now();
  return (
    <span class={isOver ? "status-failed" : ""}>
      {isOver ? "Overdue since " : "Decide until "}
      <Time value={value} withDay />
    </span>
  );
}

/** Asks for the decision about the phone of a conversation. `onDecided` reads its consent again. */
export function Suspicion({ value, onDecided }: { value: SuspectedRevocation; onDecided(): Promise<void> }) {
  const { api, can } = usePage();
  const [refusal, setRefusal] = useState<ApiFailure>();
  const [isBusy, setBusy] = useState(false);
  async function decide(decision: "opted_out" | "dismissed"): Promise<void> {
    setBusy(true);
    const path = { id: value.id };
    const { failure } = await attempt((header) =>
      api.POST("/api/suspected-revocations/{id}/decide", { params: { path, header }, body: { decision } }),
    );
    setRefusal(failure);
    await onDecided();
    setBusy(false);
  }
  return (
    <section class="warning stack" aria-label="Suspected revocation">
      <p>{kinds[value.kind]}</p>
      {refusal && <FailureNote failure={refusal} />}
      <p class="row small">
        <Due value={value.dueAt} />
        {can("consents:write") && (
          <>
            <Button label="Opt out" class="small" disabled={isBusy} onClick={() => decide("opted_out")} />
            <Button label="Dismiss" class="small" disabled={isBusy} onClick={() => decide("dismissed")} />
          </>
        )}
      </p>
    </section>
  );
}

/** The most cases that are shown. */
const maxShown = 100;

/** The phones about whose consent somebody has to decide, the earliest due first. The decision is in their conversations. */
export function SuspectedView({ onOpen }: { onOpen(thread: string): void }) {
  const { api, can } = usePage();
  const [refusal, setRefusal] = useState<ApiFailure>();
  const { value, failure } = useLiveRead(
    async () => {
      const query = { per_page: maxShown };
      return (await api.GET("/api/suspected-revocations", { params: { query } })).data!.suspectedRevocations;
    },
    undefined,
    ({ type }) => type === "message.received" || type === "consent.changed",
  );
  // A case names the text, which may be one of the other mode.
  async function open(id: string): Promise<void> {
    const path = { id };
    await api.GET("/api/messages/{id}", { params: { path } }).then(({ data }) => onOpen(data!.threadId!), setRefusal);
  }
  const problem = refusal ?? failure;
  return (
    <section class="wide stack" aria-label="To decide">
      <h2>Do these phones still want texts?</h2>
      {problem && <FailureNote failure={problem} />}
      {value?.length === 0 && <p class="quiet">Nothing is to be decided.</p>}
      {value?.length === maxShown && <p class="quiet">{`These are the ${maxShown} that are due first.`}</p>}
      <ul class="waiting stack" aria-label="Suspected revocations">
        {value?.map(({ id, phone, messageId, dueAt }) => (
          <li class="bubble row" key={id}>
            <Name value={phone} />
            <Due value={dueAt} />
            {can("messages:read") && <Button label="Conversation" class="small" onClick={() => open(messageId)} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
