/**
 * The data of a team in the model, without a database.
 */
import type { OperationId } from "../../../generated/operations.ts";
import { type ExpectedStatus, Generated } from "./expected-values.ts";

export type Mode = "live" | "test";
export type Fields = Record<string, unknown>;

/** A valid request. */
export interface ApiRequest {
  id: OperationId;
  mode: Mode;
  path: Record<string, string>;
  query: Record<string, string | number | boolean>;
  body?: Fields;
  key?: string;
  /** The number of items on the previous pages. */
  start?: number;
  /** The refusal that this request always gets. */
  refused?: string;
}

/** The expected answer: a success, or one of some refusals such as `404 not_found`. */
export type Expected = { body: unknown } | { refusals: string[] };

export const refuse = (...refusals: string[]): Expected => ({ refusals });

export interface BusinessNumber {
  id: Generated;
  name: string;
  phoneNumber: string;
  phoneNumberSid: string;
  friendlyName: unknown;
  type: unknown;
  status: "active" | "paused" | "archived";
  isPrimary: boolean;
  capabilities: unknown;
  agentProfile: unknown;
  inboundWebhookUrl: unknown;
  autoReplies: unknown;
  settings: unknown;
  createdAt: Generated;
  updatedAt: Generated;
}

export interface Phone {
  id: Generated;
  phoneNumber: string;
  label: unknown;
  isPrimary: boolean;
  createdAt: Generated;
  updatedAt: Generated;
  /** The position among all phones, in the order of creation. */
  serial: number;
}

export interface Contact {
  id: Generated;
  name: string;
  company: string | null;
  role: string | null;
  externalId: string | null;
  metadata: Fields;
  tags: string[];
  notes: string[];
  phones: Phone[];
  createdAt: Generated;
  updatedAt: Generated;
}

/** What a merge keeps of a contact. */
export type KeptContact = Omit<Contact, "id" | "createdAt">;

export interface Merge {
  id: Generated;
  source: Contact;
  target: Contact;
  keptSource: KeptContact;
  /** The target before the merge, and as the merge left it. */
  before: KeptContact;
  after: KeptContact;
  /** The threads that were linked to the source, and those that were linked to no contact. */
  linked: Thread[];
  unlinked: Thread[];
  isUndone: boolean;
}

export interface Message {
  id: Generated;
  direction: "inbound" | "outbound";
  body: string;
  status: ExpectedStatus | string;
  errorCode: unknown;
  errorMeaning: unknown;
  segments: number;
  encoding: string;
  media: [];
  discarded: boolean;
  testMode: boolean;
  createdAt: Generated;
}

export interface Thread {
  id: Generated;
  number: BusinessNumber;
  phone: string;
  /** The contact that it is linked to. */
  contact: Contact | undefined;
  /** The oldest first. */
  messages: Message[];
  /** The serial number of its newest message. */
  serial: number;
}

export interface Otp {
  id: Generated;
  /** Undefined if the code cannot be known. */
  code: string | undefined;
  wrong: number;
  isVerified: boolean;
  isExpired: boolean;
}

export interface Team {
  /** The phones for its business numbers. */
  phones: string[];
  /** Another team's business number. */
  foreignPhone: string;
  /** The oldest first, archived ones too. */
  numbers: BusinessNumber[];
  /** The oldest first. */
  contacts: Contact[];
  /** The oldest first. */
  merges: Merge[];
  threads: Thread[];
  optedOut: Set<string>;
  /** The passcode of a recipient that counts, by mode and recipient. */
  otps: Map<string, Otp | undefined>;
  /** The stored answers, by mode and key. */
  answersByKey: Map<string, { content: string; status: number; text: string }>;
  /** Requests with a key, to repeat. */
  keyedRequests: ApiRequest[];
  serial: number;
}

export const createTeam = (phones: string[], foreignPhone: string): Team => {
  return {
    phones,
    foreignPhone,
    numbers: [],
    contacts: [],
    merges: [],
    threads: [],
    optedOut: new Set(),
    otps: new Map(),
    answersByKey: new Map(),
    keyedRequests: [],
    serial: 0,
  };
};

/** Finds something by its id. */
export const byId = <T extends { id: Generated }>(all: T[], id: unknown) => all.find((each) => each.id.value === id);

/** A timestamp after another timestamp of the same record. */
export const later = (before: Generated) => new Generated({ after: before });
export const noEarlier = (before: Generated) => new Generated({ notBefore: before });
