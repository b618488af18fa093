import { createHmac, randomInt, timingSafeEqual } from "node:crypto";

/** The identity of a passcode. It is part of the hash, so a hash is useless for another passcode. */
interface OtpId {
  teamId: string;
  id: string;
}

/** Hashes and compares codes, so that codes are not stored. */
export interface Passcodes {
  /** The hash to store. Without the secret key, the code cannot be found by trying all codes. */
  hash(otp: OtpId, code: string): Buffer;
  /** Whether the guess is the code of that hash. Compares in constant time. */
  matches(otp: OtpId, hash: Uint8Array, guess: string): boolean;
}

/** Hashes codes with the secret key. A code that was hashed with the old secret key still matches. */
export function createPasscodes(secretKey: string, oldSecretKey?: string): Passcodes {
  const hashWith = (key: string, { teamId, id }: OtpId, code: string) =>
    createHmac("sha256", key).update(`otp\n${teamId}\n${id}\n${code}`).digest();
  const keys = oldSecretKey === undefined ? [secretKey] : [secretKey, oldSecretKey];
  return {
    hash: (otp, code) => hashWith(secretKey, otp, code),
    matches: (otp, kept, guess) => keys.some((key) => timingSafeEqual(kept, hashWith(key, otp, guess))),
  };
}

/** Makes a random code of that many digits. All codes are equally likely. */
export function newCode(length: number): string {
  return String(randomInt(10 ** length)).padStart(length, "0");
}
