import { useEffect } from "preact/hooks";
import { usePage } from "../context.ts";
import type { Reply } from "./handsets.ts";

/** Reads the earlier replies of a handset from its threads, once it is shown. A key without the scope shows later replies only. */
export function useThreads(phone: string, addReply: (reply: Reply) => void): void {
  const { api, can, key } = usePage();
  useEffect(() => {
    if (!can("messages:read")) return;
    let isShown = true;
    async function read(): Promise<void> {
      const { data } = await api.GET("/api/threads", { params: { query: { per_page: 100 } } });
      for (const { id, contactPhone, senderPhone } of data!.threads) {
        if (contactPhone !== phone) continue;
        const params = { path: { id }, query: { per_page: 100 } };
        const { data } = await api.GET("/api/threads/{id}/messages", { params });
        for (const message of data!.messages) {
          if (!isShown || message.direction !== "inbound" || message.testMode !== key.testMode) continue;
          const { id, body, createdAt } = message;
          addReply({ id, from: phone, to: senderPhone, text: body, createdAt });
        }
      }
    }
    // The replies that come from now on are shown without the earlier ones.
    read().catch(() => {});
    return () => {
      isShown = false;
    };
  }, [phone]);
}
