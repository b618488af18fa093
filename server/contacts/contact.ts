import type { Timestamp } from "../db/timestamp.ts";

/** Identifies a contact. Contacts of several teams may have the same id. */
export interface ContactId {
  teamId: string;
  id: string;
}

/** A contact's row, without the data for searches. */
export interface Contact extends ContactId {
  name: string;
  company: string | null;
  role: string | null;
  externalId: string | null;
  tags: string[];
  notes: string[];
  metadata: Record<string, unknown>;
  /** The group of similar names in the same company; null if no name is similar. */
  nameGroupId: string | null;
  /** Whether the contact is found by its alphabetically next names, see similar-names.ts. */
  isCrowded: boolean;
  /** Whether the contact is found by the trigrams of its name, see similar-names.ts. */
  isInLargeCompany: boolean;
  /** The number among the contacts of the team in the order of their creation, from 0; -1 for a contact without a number. */
  ordinal: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A phone of a contact. */
export interface Phone {
  id: string;
  phoneNumber: string;
  label: string | null;
  isPrimary: boolean;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** The contact's id as the key of a map. */
export const keyOf = ({ teamId, id }: ContactId): string => `${teamId} ${id}`;

/** A contact with its phones. The oldest phone is first. */
export interface FullContact {
  contact: Contact;
  phones: Phone[];
}
