import { useEffect, useState } from "preact/hooks";
import type { SimulatedText, TeamEvent } from "../../generated/api.ts";
import type { ApiFailure } from "../api.ts";
import { type PageContext, useLive, usePage } from "../context.ts";
import { tab } from "../live.ts";
import { pauseOrChange } from "../stream.ts";
import { cleanLine } from "../text.ts";
import { addLines, type Line, raiseStatus } from "./handsets.ts";

/** The lines of all handsets. */
export interface Lines {
  lines: Line[];
  /** Whether the first list has arrived. */
  isLoaded: boolean;
  /** Why there are no texts. */
  failure: ApiFailure | undefined;
  add(arrived: readonly Line[]): void;
}

/** The seconds that the server holds a request for texts. */
const waitSeconds = 10;

/** Pages of a list after a long absence. The server keeps a thousand texts of a team. */
const maxPages = 10;

/** What the handsets show, kept current by one held request for texts and by events for all else. */
export function useLines(): Lines {
  const page = usePage();
  const [lines, setLines] = useState<Line[]>([]);
  const [isLoaded, setLoaded] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const add = (arrived: readonly Line[]) => setLines((known) => addLines(known, arrived));

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
      if (event.testMode !== page.key.testMode) return;
      setLines((known) => {
        const next = applyEvent(known, event);
        if (next === undefined) void refresh();
        return next ?? known;
      });
    },
  });

  useEffect(() => {
    if (!isLoaded) return;
    const stopped = new AbortController();
    const newest = lines.findLast(({ kind }) => kind !== "reply");
    void holdRequests(page, newest?.createdAt, stopped.signal, (texts) => {
      add(texts);
      page.announce(`New text on ${texts[0]!.to}: ${cleanLine(texts[0]!.text)}`);
    });
    return () => stopped.abort();
  }, [isLoaded]);

  return { lines, isLoaded, failure, add };
}

/** The lines after an event; undefined if it is about a text that is not known. */
function applyEvent(lines: Line[], { type, data }: TeamEvent): Line[] | undefined {
  if (type === "message.received") {
    const { messageId, from, to, text, createdAt } = data;
    return addLines(lines, [{ kind: "reply", id: messageId, from, to, text, createdAt }]);
  }
  if (type === "message.status") {
    const { messageId, status, errorCode } = data;
    return raiseStatus(lines, messageId, status, errorCode);
  }
  if (type === "otp.status") {
    const { otpId, deliveryStatus, errorCode } = data;
    return raiseStatus(lines, otpId, deliveryStatus, errorCode);
  }
  return lines;
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
    if (tab.isHidden()) await pauseOrChange(undefined, tab, stopped);
    try {
      const query = { wait: waitSeconds, ...(since !== undefined && { since }) };
      const texts = await readTexts(page, query, stopped);
      losses = 0;
      if (texts.length > 0 && !stopped.aborted) onTexts(texts);
      since = texts[0]?.createdAt ?? since;
    } catch (error) {
      const { status, retryAfterSeconds = 0 } = error as ApiFailure;
      if (stopped.aborted || [401, 403, 404].includes(status)) return;
      losses += 1;
      const milliseconds = Math.max(retryAfterSeconds * 1_000, Math.min(500 * 2 ** losses, 10_000));
      await pauseOrChange(milliseconds, tab, stopped);
    }
  }
}
