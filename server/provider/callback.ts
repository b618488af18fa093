import type { CallbackKind } from "../db/schema/entities/callback.ts";

/** A callback as it was received: the provider's fields, and the parameters in its URL. */
export interface ProviderCallback {
  kind: CallbackKind;
  fields: Record<string, unknown>;
  /** The id of the message or passcode, from the status callback's URL. */
  recordId: string | null;
  /** The id of that record's team, from the URL. */
  recordTeamId: string | null;
  /** Whether the callback belongs to test mode. */
  testMode: boolean;
  /** The provider's signature; null if the callback did not come over HTTP. */
  signature: string | null;
}

/** A status that the provider reports for a text. */
export interface ProviderStatus {
  /** The provider's id of the text; null if the callback names none. */
  providerId: string | null;
  /** The id of the message or passcode, from the callback's URL. The record may not exist. */
  recordId: string | null;
  /** The provider's name for the status. */
  status: string;
  errorCode: string | null;
}

/** The effect of a status: it was applied, it changed nothing, or its text is not stored here. */
export type StatusFate = "applied" | "unchanged" | "unknown";

/** The effect of a status, and the team of its text; null if the text is not stored here. */
export interface StatusResult {
  fate: StatusFate;
  teamId: string | null;
}
