import type { StoredEvidence } from "../db/schema/entities/consent-event.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Consent, ConsentSource } from "./keywords.ts";

/** How a consent was given or withdrawn, where it was no text. */
export type ConsentReason = "web_form" | "verbal" | "paper" | "email" | "support" | "other_vendor" | "correction";

/** An entry of the consent log. */
export interface Entry {
  id: string;
  phoneNumber: string;
  consent: Consent;
  source: ConsentSource;
  reason: ConsentReason | null;
  keyword: string | null;
  messageId: string | null;
  isEffective: boolean;
  occurredAt: Timestamp | null;
  createdAt: Timestamp;
  apiKeyId: string | null;
  evidence: StoredEvidence | null;
}

/** The columns of an entry. */
export const entryColumns = [
  "id",
  "phoneNumber",
  "consent",
  "source",
  "reason",
  "keyword",
  "messageId",
  "isEffective",
  "occurredAt",
  "createdAt",
  "apiKeyId",
  "evidence",
] as const satisfies (keyof Entry)[];
