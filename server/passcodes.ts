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

export function createPasscodes(secretKey: string): Passcodes {
  const hash = ({ teamId, id }: Place, code: string) =>
    createHmac("sha256", secretKey).update(`otp\n${teamId}\n${id}\n${code}`).digest();
  return {
    hash,
    matches: (place, kept, guess) => timingSafeEqual(kept, hash(place, guess)),
  };
}

/** A code of that many digits, each as likely as any other. */
export function newCode(length: number): string {
  return String(randomInt(10 ** length)).padStart(length, "0");
}
