import { type Ask, askWith, type Json, listOf, textOf } from "../ask.ts";
import type { ReportedStatus } from "../callbacks.ts";
import type { ListedText, TextHistory } from "../history.ts";
import { readText } from "./callbacks.ts";
import { telnyxCode } from "./failures.ts";
import type { TelnyxSettings } from "./send.ts";

/** Telnyx's maximum. */
const pageSize = 50;

const dayMilliseconds = 24 * 3_600_000;

/** The delivery statuses by the words of detail records, which differ from those of webhooks. */
const statusByWord: ReadonlyMap<string, ReportedStatus> = new Map([
  ["delivered", "delivered"],
  ["failed", "failed"],
  ["gw_reject", "failed"],
  ["dlr_unconfirmed", "sent"],
  ["dlr_timeout", "sent"],
]);

/**
 * Lists the detail records of an account. A record lacks the text, so each inbound text is asked for by its id. Telnyx keeps
 * texts for ten days.
 *
 * @see https://developers.telnyx.com/api-reference/detail-records/search-detail-records
 * @see https://developers.telnyx.com/api-reference/messages/retrieve-a-message
 */
export function openTelnyxHistory({ apiKey, baseUrl }: TelnyxSettings): TextHistory {
  const ask = askWith(new URL(baseUrl).origin, `Bearer ${apiKey}`);
  return {
    async listDay(day, page = "1") {
      const nextDay = new Date(Date.parse(day) + dayMilliseconds).toISOString().slice(0, 10);
      const search = new URLSearchParams({
        "filter[record_type]": "messaging",
        "filter[created_at][gte]": day,
        "filter[created_at][lt]": nextDay,
        sort: "-created_at",
        "page[number]": page,
        "page[size]": String(pageSize),
      });
      const { data, meta } = await ask(`/v2/detail_records?${search}`);
      const isLast = Number(page) >= Number(Object(meta).total_pages ?? 0);
      const texts = listOf(data).map((record) => textIn(record, ask));
      return { texts, next: isLast ? undefined : String(Number(page) + 1) };
    },
  };
}

/** The caller (`cli`) is the sender, and the callee (`cld`) the recipient. */
function textIn({ uuid, direction, cli, cld, created_at: at, status, errors }: Json, ask: Ask): ListedText {
  const id = textOf(uuid);
  const errorCode = telnyxCode(Array.isArray(errors) ? errors[0] : undefined);
  return {
    id,
    direction: direction === "inbound" ? "inbound" : "outbound",
    from: textOf(cli),
    to: textOf(cld),
    at: Date.parse(textOf(at)),
    status: statusByWord.get(textOf(status).toLowerCase()) ?? "other",
    ...(errorCode !== undefined && { errorCode }),
    read: async () => readText(Object((await ask(`/v2/messages/${encodeURIComponent(id)}`)).data)),
  };
}
