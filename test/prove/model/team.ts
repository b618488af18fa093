/**
 * What a team has, as the API's description has it, without a database.
 */
import type { OperationId } from "../../../generated/operations.ts";
import { Made, type Moving } from "./made.ts";

export type Mode = "live" | "test";
export type Fields = Record<string, unknown>;

/** A request whose every part is allowed. */
export interface Ask {
  id: OperationId;
  mode: Mode;
  path: Record<string, string>;
  query: Record<string, string | number | boolean>;
  body?: Fields;
  key?: string;
  /** How many items of the list are on the pages before this one. */
  start?: number;
  /** What it is answered whatever the team has. */
  refused?: string;
}

/** What it must be answered: a success, or one of some refusals, each as `404 not_found`. */
export type Expected = { body: unknown } | { refusals: string[] };

export const refuse = (...refusals: string[]): Expected => ({ refusals });

export interface BusinessNumber {
  id: Made;
  name: string;
  phoneNumber: string;
  phoneNumberSid: string;
  friendlyName: unknown;
  type: unknown;
  status: "active" | "paused" | "archived";
  isPrimary: boolean;
  capabilities: unknown;
  agentProfile: unknown;
  settings: unknown;
  createdAt: Made;
  updatedAt: Made;
}

export interface Phone {
  id: Made;
  phoneNumber: string;
  label: unknown;
  isPrimary: boolean;
  createdAt: Made;
  updatedAt: Made;
  /** Its place among all phones, in the order in which they were made. */
  turn: number;
}

export interface Contact {
  id: Made;
  name: string;
  company: string | null;
  role: string | null;
  externalId: string | null;
  metadata: Fields;
  tags: string[];
  notes: string[];
  phones: Phone[];
  createdAt: Made;
  updatedAt: Made;
}

export interface Message {
  id: Made;
  direction: "inbound" | "outbound";
  body: string;
  status: Moving | string;
  errorCode: unknown;
  segments: number;
  encoding: string;
  media: [];
  testMode: boolean;
  createdAt: Made;
}

export interface Thread {
  id: Made;
  number: BusinessNumber;
  phone: string;
  /** The contact that it is linked to. */
  contact: Contact | undefined;
  /** The oldest first. */
  messages: Message[];
  /** The turn of its newest message. */
  turn: number;
}

export interface Otp {
  id: Made;
  /** Undefined where nobody can know it. */
  code: string | undefined;
  wrong: number;
  isVerified: boolean;
  isExpired: boolean;
}

export interface Team {
  /** Those that its business numbers can have. */
  phones: string[];
  /** Another team's business number. */
  taken: string;
  /** The oldest first, archived ones too. */
  numbers: BusinessNumber[];
  /** The oldest first. */
  contacts: Contact[];
  threads: Thread[];
  optedOut: Set<string>;
  /** The passcode of a recipient that counts, by mode and recipient. */
  otps: Map<string, Otp | undefined>;
  /** What is answered to a key, by mode and key. */
  kept: Map<string, { content: string; status: number; text: string }>;
  /** Requests with a key, to be asked again. */
  asked: Ask[];
  turn: number;
}

export const createTeam = (phones: string[], taken: string): Team => {
  return {
    ...{ phones, taken },
    ...{ numbers: [], contacts: [], threads: [], optedOut: new Set(), otps: new Map(), kept: new Map(), asked: [] },
    turn: 0,
  };
};

/** Finds something by its id. */
export const byId = <T extends { id: Made }>(all: T[], id: unknown) => all.find((each) => each.id.value === id);

/** A moment that follows another one of the same record. */
export const later = (before: Made) => new Made({ after: before });
export const noEarlier = (before: Made) => new Made({ notBefore: before });
