import type { DeliveryStatus } from "../db/entities/message.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Claim } from "../idempotency/claims.ts";
import type { E164 } from "../phone.ts";

/** How many wrong guesses a passcode takes. */
export const maxAttempts = 5;

/** A passcode that somebody asked for. Its code is not in it. */
export interface NewOtp {
  id: string;
  teamId: string;
  testMode: boolean;
  recipientId: string;
  phone: E164;
  codeHash: Buffer;
  length: number;
  lifetimeSeconds: number;
  /** How many codes the phone may be sent in ten minutes; 0: as many as are asked for. */
  sendsPerPhone: number;
  now: Timestamp;
  claim: Claim | undefined;
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
