import type { CallbackKind } from "../db/entities/callback.ts";

/** A callback as it was received: the provider's names and values, and what its address named. */
export interface ProviderCallback {
  kind: CallbackKind;
  fields: Record<string, unknown>;
  /** The message or passcode that a send named in the status callback's address. */
  recordId: string | null;
  /** Whether the simulated carrier made it for a text of test mode. */
  testMode: boolean;
}

/** The provider's word on a text of ours. */
export interface ProviderStatus {
  teamId: string;
  /** The provider's id of the text. */
  providerId: string;
  /** The message or passcode that the callback's address names; an id, though perhaps nobody's. */
  recordId: string | null;
  /** The provider's own word for it. */
  status: string;
  errorCode: string | null;
  errorMessage: string | null;
}

/** What became of a status: it counts, it says nothing new, or nothing that it is about is stored here. */
export type StatusFate = "applied" | "unchanged" | "unknown";
