import { useEffect, useState } from "preact/hooks";
import type { EventRecord, SimulatedText } from "../../generated/api.ts";
import type { ApiFailure } from "../api.ts";
import { type PageContext, useLive, usePage } from "../context.ts";
import { cleanLine } from "../text.ts";
import { addNote, addReplies, addTexts, type Handsets, noHandsets, type Reply, raiseStatus } from "./handsets.ts";

export interface HandsetState {
  handsets: Handsets;
  /** Whether the first list has arrived. */
  isLoaded: boolean;
  /** Why there are no texts. */
  failure: ApiFailure | undefined;
  addReply(reply: Reply): void;
}

/** The seconds that the server holds a request for texts. */
const waitSeconds = 10;

/** Pages of a list after a long absence. The server keeps a thousand texts of a team. */
const maxPages = 10;

/** What the handsets show, kept current by one held request for texts and by events for all else. */
export function useHandsets(): HandsetState {
  const page = usePage();
  const [handsets, setHandsets] = useState(noHandsets);
  const [isLoaded, setLoaded] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();

  const add = (texts: SimulatedText[]) => setHandsets((known) => addTexts(known, texts));
  const addReply = (reply: Reply) => setHandsets((known) => addReplies(known, [reply]));

  async function refresh(): Promise<void> {
    try {
      add(await readTexts(page));
      setFailure(undefined);
      setLoaded(true);
    } catch (error) {
      if ((error as ApiFailure).status >= 400) setFailure(error as ApiFailure);
    }
  }

  useLive({
    onRefresh: refresh,
    onEvent(event) {
      if (event.testMode !== page.key.testMode && event.type !== "consent.changed") return;
      setHandsets((known) => {
        const next = applyEvent(known, event);
        if (next === undefined) void refresh();
        return next ?? known;
      });
    },
  });

  useEffect(() => {
    if (!isLoaded) return;
    const stopped = new AbortController();
    void holdRequests(page, handsets.texts.at(-1)?.createdAt, stopped.signal, (texts) => {
      add(texts);
      for (const { to, text } of texts.slice(0, 1)) page.announce(`New text on ${to}: ${cleanLine(text)}`);
    });
    return () => stopped.abort();
  }, [isLoaded]);

  return { handsets, isLoaded, failure, addReply };
}

/** The handsets after an event; undefined if it is about a text that is not known. */
function applyEvent(handsets: Handsets, { type, id, data, timestamp }: EventRecord): Handsets | undefined {
  const field = (name: string) => data[name] as string;
  if (type === "message.received") {
    const reply = { id: field("messageId"), from: field("from"), to: field("to"), text: field("text") };
    return addReplies(handsets, [{ ...reply, createdAt: field("createdAt") }]);
  }
  if (type === "message.status" || type === "otp.status") {
    const [textId, status] = type === "otp.status" ? ["otpId", "deliveryStatus"] : ["messageId", "status"];
    const errorCode = data.errorCode as string | null;
    return raiseStatus(handsets, field(textId!), field(status!) as SimulatedText["status"], errorCode);
  }
  if (type !== "consent.changed") return handsets;
  return addNote(handsets, { id, phone: field("phone"), consent: field("consent"), createdAt: timestamp });
}

/** The newest texts, or all after a timestamp. */
async function readTexts({ api }: PageContext, query: { since?: string; wait?: number } = {}, signal?: AbortSignal) {
  const texts: SimulatedText[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const params = { query: { ...query, per_page: 100, ...(cursor !== undefined && { cursor }) } };
    const { data } = await api.GET("/api/simulator/texts", { params, ...(signal && { signal }) });
    texts.push(...data!.texts);
    if (data!.nextCursor === null || query.since === undefined) break;
    cursor = data!.nextCursor;
  }
  return texts;
}

/** Asks for newer texts again and again while the tab is visible. The server answers once there is one. */
async function holdRequests(
  page: PageContext,
  newest: string | undefined,
  stopped: AbortSignal,
  onTexts: (texts: SimulatedText[]) => void,
): Promise<void> {
  let since = newest;
  let losses = 0;
  while (!stopped.aborted) {
    await untilVisible(stopped);
    try {
      const query = { wait: waitSeconds, ...(since !== undefined && { since }) };
      const texts = await readTexts(page, query, stopped);
      losses = 0;
      if (texts.length > 0 && !stopped.aborted) onTexts(texts);
      since = texts[0]?.createdAt ?? since;
    } catch (error) {
      const { status, retryAfterSeconds = 0 } = error as ApiFailure;
      if (stopped.aborted || status === 401 || status === 403 || status === 404) return;
      losses += 1;
      const milliseconds = Math.max(retryAfterSeconds * 1_000, Math.min(500 * 2 ** losses, 10_000));
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
    }
  }
}

async function untilVisible(stopped: AbortSignal): Promise<void> {
  if (!document.hidden) return;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (document.hidden && !stopped.aborted) return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    stopped.addEventListener("abort", look);
  });
}
