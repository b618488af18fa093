import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Timestamp } from "../db/timestamp.ts";

/** What a link leads to, and until when. */
export interface LinkedFile {
  teamId: string;
  id: string;
  /** In whole seconds. */
  expiresAt: Timestamp;
}

/** Makes and reads the tokens of links to files. */
export interface MediaLinks {
  sign(file: LinkedFile): string;
  /** Reads a token, also one that has expired. Undefined unless the current or the old key has signed it. */
  read(token: string): LinkedFile | undefined;
}

const idBytes = 16;
const claimBytes = 2 * idBytes + 4;
const signatureBytes = 16;

/**
 * Signs with HMAC-SHA256 under a key that is derived from the secret key. A token is the base64url form of the ids of team
 * and file, the seconds since 1970 at which it expires, and the first 16 bytes of the signature.
 */
export function createMediaLinks(secretKey: string, oldSecretKey?: string): MediaLinks {
  const keys = [secretKey, ...(oldSecretKey === undefined ? [] : [oldSecretKey])].map(deriveKey);
  const signatureOf = (key: Buffer, claim: Buffer) =>
    createHmac("sha256", key).update(claim).digest().subarray(0, signatureBytes);
  return {
    sign({ teamId, id, expiresAt }) {
      const seconds = Buffer.alloc(4);
      seconds.writeUInt32BE(Math.floor(Date.parse(expiresAt) / 1_000));
      const claim = Buffer.concat([bytesOf(teamId), bytesOf(id), seconds]);
      return Buffer.concat([claim, signatureOf(keys[0]!, claim)]).toString("base64url");
    },
    read(token) {
      const bytes = Buffer.from(token, "base64url");
      // Decoding skips other characters, so a file would otherwise have several tokens.
      if (bytes.length !== claimBytes + signatureBytes || bytes.toString("base64url") !== token) return undefined;
      const claim = bytes.subarray(0, claimBytes);
      const signature = bytes.subarray(claimBytes);
      if (!keys.some((key) => timingSafeEqual(signature, signatureOf(key, claim)))) return undefined;
      const seconds = new Date(claim.readUInt32BE(2 * idBytes) * 1_000).toISOString().slice(0, 19);
      const [teamId, id] = [claim.subarray(0, idBytes), claim.subarray(idBytes, 2 * idBytes)].map(idOf);
      return { teamId: teamId!, id: id!, expiresAt: `${seconds}.000000Z` };
    },
  };
}

const deriveKey = (secretKey: string) => Buffer.from(hkdfSync("sha256", secretKey, "", "media links", 32));

const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");

const idOf = (bytes: Buffer) => bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
