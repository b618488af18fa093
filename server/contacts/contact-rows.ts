import type { Queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";

/** A contact as lists have it. */
export interface ContactRow {
  id: string;
  name: string;
  company?: string | null | undefined;
  role?: string | null | undefined;
  primaryPhone: string;
  tags: string[];
  externalId?: string | null | undefined;
  metadata: Record<string, unknown>;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** The team's contacts as lists have them. */
export function selectContactRows(db: Queries, teamId: string) {
  return db
    .selectFrom("Contact as c")
    .innerJoin("ContactPhone as p", (join) =>
      join.onRef("p.teamId", "=", "c.teamId").onRef("p.contactId", "=", "c.id").on("p.isPrimary", "=", true),
    )
    .select(["c.id", "c.name", "c.company", "c.role", "p.phoneNumber as primaryPhone", "c.tags", "c.externalId"])
    .select(["c.metadata", "c.createdAt", "c.updatedAt"])
    .$narrowType<{ metadata: Record<string, unknown> }>()
    .where("c.teamId", "=", teamId);
}
