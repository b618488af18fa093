import { sql } from "kysely";
import type { MessageStatusData } from "../../generated/api.ts";
import { readClock } from "../db/clock.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { rows } from "../db/sql/rows.ts";
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
}

/** Records that the server has canceled texts that waited. */
export async function recordCanceledEvents(tx: EntityManager, texts: CanceledText[]): Promise<void> {
  if (texts.length === 0) return;
  const now = await readClock(tx);
  const listening = await findListening(
    tx,
    texts.map(({ teamId }) => teamId),
  );
  const heard = texts.filter(({ teamId }) => listening.has(teamId));
  if (heard.length === 0) return;
  const numbers = await findNumbers(tx, heard);
  await recordEvents(
    tx,
    heard.map(({ teamId, id, testMode, threadId, businessNumberId, phoneNumber, errorCode }) => {
      const from = numbers.get(businessNumberId ?? "") ?? null;
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
