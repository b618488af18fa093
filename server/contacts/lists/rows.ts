import { type AliasableExpression, type Expression, type RawBuilder, sql } from "kysely";
import { type EntityManager, type Queries, queries } from "../../db/orm.ts";
import { ifSmall } from "../../db/sql/large-rows.ts";
import type { Timestamp } from "../../db/timestamp.ts";

/** A contact in a list. */
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

/** The columns of the table of contacts that a list reads. */
export const listColumns = [
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

/** A contact in a list, without its phones. */
export type ListedContact = Omit<ContactRow, "primaryPhone" | "metadata"> & { teamId: string; metadata: unknown };

interface Contents {
  metadata: RawBuilder<Record<string, unknown>>;
  tags: RawBuilder<string[]>;
}

const wholeContents: Contents = { metadata: sql.ref("c.metadata"), tags: sql.ref("c.tags") };

const withoutLarge: Contents = {
  metadata: ifSmall("c.metadata", 4_200),
  tags: ifSmall("c.tags", 1_600),
};

/** The rows of a list, without large metadata and tags. */
export const selectContactRows = (db: Queries, teamId: Operand<string>, contacts: AliasableExpression<ListedContact>) =>
  selectContacts(db, teamId, contacts, withoutLarge);

/** Whether the contact's metadata or tags were left out because they are large. */
export const isPartialContact = ({ metadata, tags }: ContactRow): boolean => metadata === null || tags === null;

/** The rows of the contacts with the given ids, including large values. */
export function readWholeContacts(em: EntityManager, teamId: string, ids: string[]): Promise<ContactRow[]> {
  const db = queries(em);
  const contacts = db
    .selectFrom("Contact as c")
    .select(listColumns)
    .where("c.teamId", "=", teamId)
    .where("c.id", "in", ids);
  return selectContacts(db, teamId, contacts, wholeContents).execute();
}

/** A value, or a parameter of a prepared statement. */
export type Operand<T> = T | Expression<T>;

function selectContacts(
  db: Queries,
  teamId: Operand<string>,
  contacts: AliasableExpression<ListedContact>,
  { metadata, tags }: Contents,
) {
  return db
    .selectFrom(contacts.as("c"))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("ContactPhone as p")
          .select("p.phoneNumber")
          .where("p.teamId", "=", teamId)
          .whereRef("p.contactId", "=", "c.id")
          .where("p.isPrimary", "=", sql.lit(true))
          // Exactly one row matches. Without the limit, a plan for empty tables would read all phones of the team.
          .limit(sql.lit(1))
          .as("p"),
      (join) => join.onTrue(),
    )
    .select(["c.id", "c.name", "c.company", "c.role", "p.phoneNumber as primaryPhone", "c.externalId"])
    .select([metadata.as("metadata"), tags.as("tags"), "c.createdAt", "c.updatedAt"]);
}
