import type { Timestamp } from "../db/timestamp.ts";
import type { E164 } from "../phone.ts";
import type { NewTextBase, StoredTextBase } from "../texts/text-kind.ts";

/** The number of wrong guesses after which a passcode can no longer be verified. */
export const maxAttempts = 5;

/** The recipient of a passcode. A recipient has one current passcode per mode. */
export interface Recipient {
  teamId: string;
  testMode: boolean;
  recipientId: string;
}

/** The name of the lock under which passcodes of the recipient are made and verified. */
export const recipientOf = ({ teamId, testMode, recipientId }: Recipient): string =>
  `otp recipient\n${teamId}\n${testMode}\n${recipientId}`;

/** A passcode that is to be stored and sent. */
export interface NewOtp extends NewTextBase {
  recipientId: string;
  phone: E164;
  /** The text with the code. It is not stored. */
  body: string;
  codeHash: Buffer;
  length: number;
  lifetimeSeconds: number;
  expiresAt: Timestamp;
  /** The maximum number of codes that the phone is sent in ten minutes; 0 means no limit. */
  sendsPerPhone: number;
}

/** A passcode that was verified by a right guess. */
export interface VerifiedOtp {
  id: string;
  recipientId: string;
  verifiedAt: Timestamp;
}

/** A passcode whose row is stored. */
export interface StoredOtp extends StoredTextBase {
  recipientId: string;
  from: E164;
  phone: E164;
  length: number;
  lifetimeSeconds: number;
  expiresAt: Timestamp;
}
