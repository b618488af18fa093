import { sql } from "kysely";
import type { ApprovalDecidedData, ApprovalRequestedData } from "../../generated/api.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { findListening, recordEvents } from "./record-events.ts";

/** The maximum number of characters of a text in an event. */
const maxText = 1_600;

/** A text that begins to wait for an approval. */
interface RequestedText extends Omit<ApprovalRequestedData, "messageId" | "text" | "keyName"> {
  teamId: string;
  id: string;
  testMode: boolean;
  businessNumberId: string | null;
  body: string;
  discards: boolean | null;
  createdAt: Timestamp;
}

/** Records that texts wait for an approval. */
export async function recordRequestedEvents(tx: EntityManager, texts: RequestedText[]): Promise<void> {
  const listening = await findListening(
    tx,
    texts.map(({ teamId }) => teamId),
  );
  const heard = texts.filter(({ teamId }) => listening.has(teamId));
  if (heard.length === 0) return;
  const names = await findKeyNames(
    tx,
    heard.map(({ apiKeyId }) => apiKeyId),
  );
  await recordEvents(
    tx,
    heard.map((each) => {
      const { teamId, id, testMode, businessNumberId, createdAt, from, to, body, reason, apiKeyId, expiresAt } = each;
      const text = each.discards ? "" : [...body].slice(0, maxText).join("");
      const keyName = names.get(apiKeyId) ?? null;
      const data: ApprovalRequestedData = { messageId: id, from, to, text, reason, apiKeyId, keyName, expiresAt };
      return { teamId, type: "approval.requested", testMode, businessNumberId, data, now: createdAt };
    }),
  );
}

async function findKeyNames(tx: EntityManager, ids: string[]): Promise<Map<string, string | null>> {
  const { rows: found } = await sql<{ id: string; name: string | null }>`
    select id, name from api_key where id = any (${ids}::uuid[])
  `.execute(queries(tx));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** A text that somebody has decided about. */
interface DecidedText {
  teamId: string;
  id: string;
  testMode: boolean;
  businessNumberId: string | null;
}

/** Records what was decided about texts that waited for an approval. */
export async function recordDecidedEvents(
  tx: EntityManager,
  texts: DecidedText[],
  {
    status: outcome,
    errorCode,
    decidedBy,
    now,
  }: Pick<ApprovalDecidedData, "errorCode" | "decidedBy"> & {
    status: string;
    now: Timestamp;
  },
): Promise<void> {
  const listening = await findListening(
    tx,
    texts.map(({ teamId }) => teamId),
  );
  await recordEvents(
    tx,
    texts.flatMap(({ teamId, id, testMode, businessNumberId }) => {
      if (!listening.has(teamId)) return [];
      const data: ApprovalDecidedData = { messageId: id, outcome, errorCode, decidedBy };
      return { teamId, type: "approval.decided" as const, testMode, businessNumberId, data, now };
    }),
  );
}
