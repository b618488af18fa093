import { useEffect, useRef, useState } from "preact/hooks";
import type { MessageRecord } from "../../generated/api.ts";
import { type ApiFailure, attempt } from "../api.ts";
import { usePage } from "../context.ts";
import { Body, Button, FailureNote, Name, Time } from "../parts.tsx";
import { type Read, useLater, useLiveRead } from "../read.ts";

/** How often the texts are read without an event, in milliseconds. A new one has none, nor has one that was canceled by request. */
const pollMilliseconds = 10_000;

/** The most texts that are shown, of those that wait and of those that were canceled. */
const [maxWaiting, maxCanceled] = [100, 20];

interface Waiting extends Omit<Read<unknown>, "value"> {
  /** The earliest first. */
  waiting: MessageRecord[];
  /** The newest first. */
  canceled: MessageRecord[];
}

/** Reads the texts that wait, and those that were canceled, to a phone or of the whole team. `onMoved` tells that one waits no more. */
export function useWaiting(phone?: string, onMoved = () => {}): Waiting {
  const { api } = usePage();
  const before = useRef<MessageRecord[]>([]);
  const list = async (status: "scheduled" | "canceled", per_page: number) => {
    const query = { status, per_page, ...(phone !== undefined && { phone }) };
    return (await api.GET("/api/messages", { params: { query } })).data!.messages;
  };
  // The list of the team begins with the earliest, of which there may be thousands.
  const listTeam = async () =>
    (await api.GET("/api/pending-messages", { params: { query: { per_page: maxWaiting } } })).data!.messages;
  const { value, ...known } = useLiveRead(
    async () => {
      const waits = phone === undefined ? listTeam() : list("scheduled", maxWaiting);
      const [waiting, canceled] = await Promise.all([waits, list("canceled", maxCanceled)]);
      return { waiting: waiting.toSorted((a, b) => Date.parse(a.sendAt!) - Date.parse(b.sendAt!)), canceled };
    },
    phone,
    ({ type, data }) => type === "message.status" && before.current.some(({ id }) => id === data.messageId),
  );
  const { waiting, canceled } = value ?? { waiting: before.current, canceled: [] };
  const poll = useLater(known.refresh);
  useEffect(() => {
    if (before.current.some(({ id }) => !waiting.some((each) => each.id === id))) onMoved();
    before.current = waiting;
    poll(pollMilliseconds);
  }, [value, known.failure]);
  return { waiting, canceled, ...known };
}

const reasons = {
  send_at: "waits for its time",
  quiet_hours: "waits for the end of quiet hours",
  approval: "waits for an approval",
};

/** The texts of the team that wait, and those that were canceled. */
export function WaitingView() {
  const texts = useWaiting();
  return (
    <section class="wide stack" aria-label="Waiting">
      <h2>Texts for later</h2>
      {texts.waiting.length === 0 && <p class="quiet">No text waits.</p>}
      {texts.waiting.length === maxWaiting && <p class="quiet">{`These are the next ${maxWaiting}.`}</p>}
      <WaitingTexts {...texts} isWhole />
    </section>
  );
}

/**
 * The texts that wait, each with its time and a button to cancel it, and those that the server has canceled, with the reason. A
 * list that `isWhole` also has those that were canceled by request, and the recipients.
 */
export function WaitingTexts({
  waiting,
  canceled,
  failure,
  refresh,
  isWhole = false,
}: Waiting & { isWhole?: boolean }) {
  const { api, can } = usePage();
  const [refusal, setRefusal] = useState<ApiFailure>();
  async function cancel(id: string): Promise<void> {
    const params = { path: { id } };
    const { failure } = await attempt((header) =>
      api.POST("/api/messages/{id}/cancel", { params: { ...params, header }, body: {} }),
    );
    setRefusal(failure);
    await refresh();
  }
  const problem = refusal ?? failure;
  const shown = [...waiting, ...canceled.filter(({ errorCode }) => isWhole || errorCode !== null)];
  if (shown.length === 0 && !problem) return null;
  return (
    <ul class="waiting stack" aria-label="Texts for later">
      {problem && (
        <li>
          <FailureNote failure={problem} />
        </li>
      )}
      {shown.map(({ id, to, body, sendAt, status, waitsFor, errorMeaning }) => (
        <li class="bubble stack" key={id}>
          {isWhole && <Name value={to} />}
          <Body value={body} />
          <p class="row quiet small">
            {sendAt && <Time value={sendAt} withDay />}
            {waitsFor ? <span>{reasons[waitsFor]}</span> : <span class="status-failed">{status}</span>}
            {waitsFor && can("messages:send") && <Button label="Cancel" class="small" onClick={() => cancel(id)} />}
          </p>
          {errorMeaning && <p class="small">{errorMeaning}</p>}
        </li>
      ))}
    </ul>
  );
}
