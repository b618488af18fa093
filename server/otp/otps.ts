import type { DeliveryStatus } from "../db/entities/message.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Claim } from "../idempotency/claims.ts";
import type { E164 } from "../phone.ts";

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

/** A passcode that is to be stored and sent, without its code. */
export interface NewOtp extends Recipient {
  id: string;
  phone: E164;
  codeHash: Buffer;
  length: number;
  lifetimeSeconds: number;
  /** The maximum number of codes that the phone is sent in ten minutes; 0 means no limit. */
  sendsPerPhone: number;
  now: Timestamp;
  claim: Claim | undefined;
}

/** A passcode that was verified by a right guess. */
export interface VerifiedOtp {
  id: string;
  recipientId: string;
  verifiedAt: Timestamp;
}

/** A passcode whose row is stored. */
export interface StoredOtp {
  id: string;
  teamId: string;
  recipientId: string;
  from: E164;
  phone: E164;
  deliveryStatus: DeliveryStatus;
  length: number;
  lifetimeSeconds: number;
  expiresAt: Timestamp;
}
