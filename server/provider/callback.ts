import type { CallbackKind } from "../db/entities/callback.ts";

/** A callback as it was received: the provider's names and values, and what its address named. */
export interface ProviderCallback {
  kind: CallbackKind;
  fields: Record<string, unknown>;
  /** The message or passcode that a send named in the status callback's address. */
  recordId: string | null;
  /** The team of that record, as the address names it. */
  recordTeamId: string | null;
  /** Whether the callback belongs to test mode. */
  testMode: boolean;
  /** The provider's signature; null if the callback did not come over HTTP. */
  signature: string | null;
}

/** The provider's word on a text of ours. */
export interface ProviderStatus {
  /** The teams that may have the text: the first of them that has it decides. */
  teamIds: string[];
  /** The provider's id of the text; null if the callback names none. */
  providerId: string | null;
  /** The message or passcode that the callback's address names; an id, though perhaps nobody's. */
  recordId: string | null;
  /** The provider's own word for it. */
  status: string;
  errorCode: string | null;
  errorMessage: string | null;
}

/** What became of a status: it counts, it says nothing new, or nothing that it is about is stored here. */
export type StatusFate = "applied" | "unchanged" | "unknown";

/** What became of a status, and the team of the text that it is about; null if there is no such text. */
export interface StatusResult {
  fate: StatusFate;
  teamId: string | null;
}
