import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** Makes and reads tokens that carry a claim of a fixed size, which anybody can read and only the server can make. */
export interface SignedTokens {
  sign(claim: Buffer): string;
  /** Reads the claim of a token; undefined unless the current or the old key has signed it. */
  read(token: string): Buffer | undefined;
}

const signatureBytes = 16;

/**
 * Signs with HMAC-SHA256 under a key that is derived from the secret key for one purpose. A token is the base64url form of
 * the claim and the first 16 bytes of the signature.
 */
export function createSignedTokens(
  { purpose, claimBytes }: { purpose: string; claimBytes: number },
  secretKey: string,
  oldSecretKey?: string,
): SignedTokens {
  const keys = [secretKey, ...(oldSecretKey === undefined ? [] : [oldSecretKey])].map((key) =>
    Buffer.from(hkdfSync("sha256", key, "", purpose, 32)),
  );
  const signatureOf = (key: Buffer, claim: Buffer) =>
    createHmac("sha256", key).update(claim).digest().subarray(0, signatureBytes);
  return {
    sign: (claim) => Buffer.concat([claim, signatureOf(keys[0]!, claim)]).toString("base64url"),
    read(token) {
      const bytes = Buffer.from(token, "base64url");
      // Decoding skips other characters, so a claim would otherwise have several tokens.
      if (bytes.length !== claimBytes + signatureBytes || bytes.toString("base64url") !== token) return undefined;
      const claim = bytes.subarray(0, claimBytes);
      const signature = bytes.subarray(claimBytes);
      return keys.some((key) => timingSafeEqual(signature, signatureOf(key, claim))) ? claim : undefined;
    },
  };
}

export const idBytes = 16;

/** An id as bytes. */
export const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll("-", ""), "hex");

/** The id of such bytes. */
export const idOfBytes = (bytes: Buffer): string =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
