import { hash, randomBytes } from "node:crypto";
import { fail } from "../errors.ts";
import type { Sealer } from "./sealing.ts";

/** Makes the name that a phone has once it is erased: 45 characters that no phone has. */
export type HashPhone = (phone: string) => string;

/** Hashes erased phones by a key of their team, which is sealed and never leaves the process. */
export interface PhoneHashes {
  /** Makes a key for a team, sealed. */
  newKey(teamId: string): Buffer;
  /**
   * Opens the key of a team.
   *
   * @throws server_error (503) if no secret key opens it: a text to a phone that has opted out must not go out
   */
  open(teamId: string, sealed: Uint8Array): HashPhone;
  /** Seals a key by the current secret key, if another one has sealed it; undefined if that is not needed, or not possible. */
  reseal(teamId: string, sealed: Uint8Array): Buffer | undefined;
}

const ownerOf = (teamId: string) => `erased phones ${teamId}`;

/** Hashes with HMAC-SHA256. A key that depends on the secret key alone would make all hashes worthless once that changes. */
export function createPhoneHashes(sealer: Sealer): PhoneHashes {
  /** The opened keys. A key that is read again is another object, and is opened again. */
  const opened = new WeakMap<Uint8Array, HashPhone>();
  return {
    newKey: (teamId) => sealer.seal(ownerOf(teamId), randomBytes(32).toString("base64url")),
    open(teamId, sealed) {
      const known = opened.get(sealed);
      if (known) return known;
      const found = sealer.open(ownerOf(teamId), sealed);
      if (!found) {
        fail("server_error", {
          status: 503,
          message:
            "The server cannot read who has opted out: SECRET_KEY is not the one that sealed the key of the team.",
        });
      }
      const hmac = hmacSha256(found.text);
      const hashPhone: HashPhone = (phone) => `h:${hmac(phone)}`;
      opened.set(sealed, hashPhone);
      return hashPhone;
    },
    reseal(teamId, sealed) {
      const found = sealer.open(ownerOf(teamId), sealed);
      return found && !found.isCurrent ? sealer.seal(ownerOf(teamId), found.text) : undefined;
    },
  };
}

/**
 * Returns what computes HMAC-SHA256 (RFC 2104) of a phone, in base64url. An object of `createHmac` for each text takes 4 µs more, most
 * of it for its garbage, which is 3 % of a send of a team with erasures.
 *
 * @param key at most 64 characters of ASCII
 */
function hmacSha256(key: string): (phone: string) => string {
  const block = Buffer.from(key.padEnd(64, "\0"), "latin1");
  const inner = Buffer.from(block.map((byte) => byte ^ 0x36)).toString("latin1");
  const outer = Buffer.concat([block.map((byte) => byte ^ 0x5c), Buffer.alloc(32)]);
  return (phone) => {
    outer.write(hash("sha256", inner + phone, "binary"), block.length, "binary");
    return hash("sha256", outer, "base64url");
  };
}
