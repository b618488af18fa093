import { createHmac, randomInt, timingSafeEqual } from "node:crypto";

/** The identity of a passcode. It is part of the hash, so a hash is useless for another passcode. */
interface OtpId {
  teamId: string;
  id: string;
}

/** The secret keys that hash codes, so that codes are not stored. */
export interface PasscodeKeys {
  /** Hashes new codes. */
  current: string;
  /** A code that was hashed with the old key still matches. */
  old?: string | undefined;
}

/** The hash of a code, to be stored. Without the secret key, the code cannot be found by trying all codes. */
export function hashCode({ current }: PasscodeKeys, otp: OtpId, code: string): Buffer {
  return hashWith(current, otp, code);
}

/** Whether a guess is the code of a hash. Compares in constant time. */
export function isCodeOf({ current, old }: PasscodeKeys, otp: OtpId, hash: Uint8Array, guess: string): boolean {
  const matches = (key: string) => timingSafeEqual(hash, hashWith(key, otp, guess));
  return matches(current) || (old !== undefined && matches(old));
}

const hashWith = (key: string, { teamId, id }: OtpId, code: string) =>
  createHmac("sha256", key).update(`otp\n${teamId}\n${id}\n${code}`).digest();

/** Makes a random code of that many digits. All codes are equally likely. */
export function newCode(length: number): string {
  return String(randomInt(10 ** length)).padStart(length, "0");
}
