import type { DeliveryStatus } from "../db/entities/message.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Claim } from "../idempotency/claims.ts";
import type { E164 } from "../phone.ts";

/** How many wrong guesses a passcode takes. */
export const maxAttempts = 5;

/** Whom a passcode is for: only one of a recipient's counts, live and test mode apart. */
export interface Recipient {
  teamId: string;
  testMode: boolean;
  recipientId: string;
}

/** The lock that whoever makes or verifies passcodes of the recipient holds. */
export const recipientOf = ({ teamId, testMode, recipientId }: Recipient): string =>
  `otp recipient\n${teamId}\n${testMode}\n${recipientId}`;

/** A passcode that somebody asked for. Its code is not in it. */
export interface NewOtp extends Recipient {
  id: string;
  phone: E164;
  codeHash: Buffer;
  length: number;
  lifetimeSeconds: number;
  /** How many codes the phone may be sent in ten minutes; 0: as many as are asked for. */
  sendsPerPhone: number;
  now: Timestamp;
  claim: Claim | undefined;
}

/** A passcode that was guessed right. */
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
