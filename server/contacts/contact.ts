import type { Timestamp } from "../db/timestamp.ts";

/** A contact's row, without the data for searches. */
export interface Contact {
  id: string;
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

/** A contact with its phones. The oldest phone is first. */
export interface FullContact {
  contact: Contact;
  phones: Phone[];
}
