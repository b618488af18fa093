import { type AliasableExpression, sql } from "kysely";
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

/** What a list reads of the contacts themselves. */
export const listed = [
  "c.teamId",
  "c.id",
  "c.name",
  "c.company",
  "c.role",
  "c.tags",
  "c.externalId",
  "c.metadata",
  "c.createdAt",
  "c.updatedAt",
] as const;

/** Contacts, themselves only. */
export type Listed = Omit<ContactRow, "primaryPhone" | "metadata"> & { teamId: string; metadata: unknown };

/** Contacts as lists have them. */
export function selectContactRows(db: Queries, contacts: AliasableExpression<Listed>) {
  return db
    .selectFrom(contacts.as("c"))
    .innerJoin("ContactPhone as p", (join) =>
      join.onRef("p.teamId", "=", "c.teamId").onRef("p.contactId", "=", "c.id").on("p.isPrimary", "=", sql.lit(true)),
    )
    .select(["c.id", "c.name", "c.company", "c.role", "p.phoneNumber as primaryPhone", "c.tags", "c.externalId"])
    .select(["c.metadata", "c.createdAt", "c.updatedAt"])
    .$narrowType<{ metadata: Record<string, unknown> }>();
}
