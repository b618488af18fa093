import type { EntityManager } from "../../server/db/orm.ts";
import { newId } from "../../server/db/schema/ids.ts";
import type { Timestamp } from "../../server/db/timestamp.ts";
import { insertPending } from "../../server/texts/pending/store-pending.ts";
import { uniquePhone } from "./factories.ts";

interface Owner {
  teamId: string;
  apiKeyId: string;
  testMode: boolean;
  campaign?: string;
}

/** Stores texts as if they had been scheduled, and returns their ids. The text of each is its id. */
export async function storeDue(
  em: EntityManager,
  owner: Owner,
  count: number,
  timeOf: (index: number) => Timestamp,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  const texts = ids.map((id, index) => {
    const time = timeOf(index);
    return {
      campaign: null,
      autoReply: null,
      ...owner,
      id,
      threadId: null,
      businessNumberId: null,
      lineNumberId: null,
      phoneNumber: uniquePhone(),
      body: id,
      media: [],
      segments: 1,
      encoding: "GSM-7" as const,
      replyWebhookUrl: null,
      webhookData: null,
      statusCallback: null,
      status: "scheduled" as const,
      sendAt: time,
      expiresAt: null,
      errorCode: null,
      ignoresQuietHours: false,
      isQuiet: false,
      discards: null,
      createdAt: time,
      updatedAt: time,
    };
  });
  for (let at = 0; at < texts.length; at += 1_000) await insertPending(em, texts.slice(at, at + 1_000));
  return ids;
}
