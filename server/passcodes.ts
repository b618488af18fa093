import { createHmac, randomInt, timingSafeEqual } from "node:crypto";

/** A one-time passcode's place: its hash is worth nothing in another one. */
interface Place {
  teamId: string;
  id: string;
}

/** Hashes and compares codes, so that nothing else has to keep one. */
export interface Passcodes {
  /** What is kept of a code. Without the secret key nobody can find the code by trying all of them. */
  hash(place: Place, code: string): Buffer;
  /** Whether the guess is the code of that hash; takes as long for any guess. */
  matches(place: Place, hash: Uint8Array, guess: string): boolean;
}

/** Passcodes are hashed with the secret key. A code that was hashed with the old secret key still matches. */
export function createPasscodes(secretKey: string, oldSecretKey?: string): Passcodes {
  const hashWith = (key: string, { teamId, id }: Place, code: string) =>
    createHmac("sha256", key).update(`otp\n${teamId}\n${id}\n${code}`).digest();
  const keys = oldSecretKey === undefined ? [secretKey] : [secretKey, oldSecretKey];
  return {
    hash: (place, code) => hashWith(secretKey, place, code),
    matches: (place, kept, guess) => keys.some((key) => timingSafeEqual(kept, hashWith(key, place, guess))),
  };
}

/** A code of that many digits, each as likely as any other. */
export function newCode(length: number): string {
  return String(randomInt(10 ** length)).padStart(length, "0");
}
