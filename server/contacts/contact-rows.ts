import { type AliasableExpression, type RawBuilder, sql } from "kysely";
import { ifSmall } from "../db/large-rows.ts";
import { type EntityManager, type Queries, queries } from "../db/orm.ts";
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

interface Contents {
  metadata: RawBuilder<Record<string, unknown>>;
  tags: RawBuilder<string[]>;
}

const wholeContents: Contents = { metadata: sql.ref("c.metadata"), tags: sql.ref("c.tags") };

const withoutLarge: Contents = {
  metadata: ifSmall("c.metadata", 4_200),
  tags: ifSmall("c.tags", 1_600),
};

/** Contacts as lists have them, without large metadata and tags. */
export const selectContactRows = (db: Queries, contacts: AliasableExpression<Listed>) =>
  selectContacts(db, contacts, withoutLarge);

/** Whether metadata or tags of a contact were left out. */
export const isPartialContact = ({ metadata, tags }: ContactRow): boolean => metadata === null || tags === null;

/** The contacts with some ids, as lists have them. */
export function readWholeContacts(em: EntityManager, teamId: string, ids: string[]): Promise<ContactRow[]> {
  const db = queries(em);
  const contacts = db.selectFrom("Contact as c").select(listed).where("c.teamId", "=", teamId).where("c.id", "in", ids);
  return selectContacts(db, contacts, wholeContents).execute();
}

function selectContacts(db: Queries, contacts: AliasableExpression<Listed>, { metadata, tags }: Contents) {
  return db
    .selectFrom(contacts.as("c"))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("ContactPhone as p")
          .select("p.phoneNumber")
          .whereRef("p.teamId", "=", "c.teamId")
          .whereRef("p.contactId", "=", "c.id")
          .where("p.isPrimary", "=", sql.lit(true))
          // There is one. Without the limit a plan made for empty tables would read all phones of the team.
          .limit(sql.lit(1))
          .as("p"),
      (join) => join.onTrue(),
    )
    .select(["c.id", "c.name", "c.company", "c.role", "p.phoneNumber as primaryPhone", "c.externalId"])
    .select([metadata.as("metadata"), tags.as("tags"), "c.createdAt", "c.updatedAt"]);
}
