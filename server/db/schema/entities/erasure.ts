import { defineEntity, OptionalProps, p } from "@mikro-orm/core";
import { indexOf, tenantIdentity, texts, timestamp } from "../columns.ts";
import { Team } from "./team.ts";

/** How many rows of each kind an erasure has removed or emptied. */
export interface ErasedCounts {
  messages: number;
  contacts: number;
  callbacks: number;
  events: number;
  deliveries: number;
  passcodes: number;
}

const ErasureSchema = defineEntity({
  name: "Erasure",
  tableName: "erasure",
  properties: {
    ...tenantIdentity,
    team: () => p.manyToOne(Team).joinColumns("team_id").referencedColumnNames("id").ownColumns(),
    status: p.enum(["running", "watching", "done"] as const),
    contactId: p.uuid().nullable(),
    phoneHashes: texts(),
    sealed: p.blob().nullable(),
    step: p.smallint(),
    reached: p.text().nullable(),
    removed: p.json<ErasedCounts>(),
    copiesOpen: p.integer().default(0),
    copiesDeleted: p.integer().default(0),
    copiesGivenUp: p.integer().default(0),
    copiesKept: p.integer().default(0),
    dueAt: timestamp().nullable(),
    requestedAt: timestamp(),
    watchUntil: timestamp(),
    completedAt: timestamp().nullable(),
    apiKeyId: p.uuid().nullable(),
  },
  indexes: [indexOf`create index "erasure_due_index" on "erasure" ("due_at") where "due_at" is not null`],
});

/**
 * An erasure of phones, and perhaps of the contact that they belong to. `sealed` has the phones until it is done, and
 * `phoneHashes` are their hashes, which stay. `step` and `reached` are where the work goes on at `dueAt`. Until `watchUntil`,
 * late reports of the carrier may bring the phones back, so that the steps run once more then. The copies are those that the
 * carriers have of its texts.
 */
export class Erasure extends ErasureSchema.class {
  [OptionalProps]?: "team" | "copiesOpen" | "copiesDeleted" | "copiesGivenUp" | "copiesKept";
}
ErasureSchema.setClass(Erasure);
