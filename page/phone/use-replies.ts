import { useEffect } from "preact/hooks";
import { usePage } from "../context.ts";
import type { Reply } from "./handsets.ts";

/** Reads the earlier replies of a handset from its threads. A key without the scope shows later replies only. */
export function useReplies(phone: string, onReplies: (replies: Reply[]) => void): void {
  const { api, can, key } = usePage();
  useEffect(() => {
    if (!can("messages:read")) return;
    const left = new AbortController();
    const { signal } = left;
    async function read(): Promise<void> {
      const query = { phones: [phone], per_page: 100 };
      const { data } = await api.GET("/api/threads", { params: { query }, signal });
      for (const { id, senderPhone } of data!.threads) {
        const params = { path: { id }, query: { per_page: 100 } };
        const { messages } = (await api.GET("/api/threads/{id}/messages", { params, signal })).data!;
        const received = messages.filter((each) => each.direction === "inbound" && each.testMode === key.testMode);
        onReplies(
          received.map(({ id, body, createdAt }) => ({
            kind: "reply",
            id,
            from: phone,
            to: senderPhone,
            text: body,
            createdAt,
          })),
        );
      }
    }
    // The replies that come from now on are shown without the earlier ones.
    read().catch(() => {});
    return () => left.abort();
  }, [phone]);
}
