import { defineEntity, p } from "@mikro-orm/core";
import type { Timestamp } from "../../timestamp.ts";
import { indexOf, tenantIdentity, texts, timestamp } from "../columns.ts";

/** A contact as a merge found or left it, with what is not derived. */
export interface KeptContact {
  values: {
    name: string;
    company: string | null;
    role: string | null;
    externalId: string | null;
    tags: string[];
    notes: string[];
    metadata: Record<string, unknown>;
  };
  phones: {
    id: string;
    phoneNumber: string;
    label: string | null;
    isPrimary: boolean;
    createdAt: Timestamp;
    updatedAt: Timestamp;
  }[];
  createdAt: Timestamp;
}

/** What undoing a merge needs. */
export interface KeptMerge {
  source: KeptContact;
  /** The target before and after the merge. */
  before: KeptContact;
  after: KeptContact;
  /** The ids of the threads that were linked to the source. */
  linked: string[];
  /** The ids of the threads that the merge linked to the target, and that were linked to nobody. */
  unlinked: string[];
}

const ContactMergeSchema = defineEntity({
  name: "ContactMerge",
  tableName: "contact_merge",
  properties: {
    ...tenantIdentity,
    sourceId: p.uuid(),
    targetId: p.uuid(),
    kept: p.json<KeptMerge>(),
    phones: texts(),
    movedThreads: p.integer(),
    apiKeyId: p.uuid(),
    mergedAt: timestamp(),
    undoneAt: timestamp().nullable(),
  },
  indexes: [
    { name: "contact_merge_source_index", properties: ["teamId", "sourceId"] },
    { name: "contact_merge_target_index", properties: ["teamId", "targetId"] },
    { name: "contact_merge_age_index", properties: ["mergedAt"] },
    indexOf`create index "contact_merge_phones_index" on "contact_merge" using gin ("team_id", "phones")`,
  ],
});

/** A merge of two contacts, which can be undone. `phones` has the numbers of both, by which an erasure finds it. */
export class ContactMerge extends ContactMergeSchema.class {}
ContactMergeSchema.setClass(ContactMerge);
