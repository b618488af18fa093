import { sql } from "kysely";
import type { MessageStatusData } from "../../generated/api.ts";
import { readClock } from "../db/clock.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { rows } from "../db/sql/rows.ts";
import { queueDoorPosts } from "../webhooks/queue/door-posts.ts";
import { findListening, recordEvents } from "./record-events.ts";

/** A text that the server cancels before it is handed over. */
interface CanceledText {
  teamId: string;
  id: string;
  testMode: boolean;
  threadId: string | null;
  businessNumberId: string | null;
  phoneNumber: string;
  errorCode: string | null;
  /** The address that a door posts its statuses to. */
  statusCallback: string | null;
}

/** Records that the server has canceled texts that waited, and queues that for their addresses. */
export async function recordCanceledEvents(tx: EntityManager, texts: CanceledText[]): Promise<void> {
  if (texts.length === 0) return;
  const now = await readClock(tx);
  const listening = await findListening(
    tx,
    texts.map(({ teamId }) => teamId),
  );
  const heard = texts.filter(({ teamId }) => listening.has(teamId));
  const posted = texts.filter(({ statusCallback }) => statusCallback !== null);
  if (heard.length + posted.length === 0) return;
  const numbers = await findNumbers(tx, posted.length === 0 ? heard : texts);
  const fromOf = ({ businessNumberId }: CanceledText) => numbers.get(businessNumberId ?? "") ?? null;
  await queueDoorPosts(
    tx,
    posted.map((text) => {
      const { teamId, id: messageId, testMode, phoneNumber: to, errorCode } = text;
      const post = {
        type: "status",
        messageId,
        testMode,
        from: fromOf(text),
        to,
        status: "canceled",
        errorCode,
      } as const;
      return { teamId, url: text.statusCallback!, post };
    }),
  );
  await recordEvents(
    tx,
    heard.map((each) => {
      const { teamId, id, testMode, threadId, businessNumberId, phoneNumber, errorCode } = each;
      const from = fromOf(each);
      const text = { messageId: id, threadId, businessNumberId, from, to: phoneNumber };
      const data: MessageStatusData = { ...text, status: "canceled", errorCode };
      return { teamId, type: "message.status", testMode, businessNumberId, data, now };
    }),
  );
}

/** The phones of the sending numbers of texts, by the ids of the numbers. */
async function findNumbers(tx: EntityManager, texts: CanceledText[]): Promise<Map<string, string>> {
  const decided = texts.filter(({ businessNumberId }) => businessNumberId !== null);
  if (decided.length === 0) return new Map();
  const { rows: found } = await sql<{ id: string; phone_number: string }>`
    select n.id, n.phone_number
    from ${rows("a", decided, { teamId: "uuid", businessNumberId: "uuid" })}
    join business_number n on n.team_id = a.team_id and n.id = a.business_number_id
  `.execute(queries(tx));
  return new Map(found.map(({ id, phone_number }) => [id, phone_number]));
}
