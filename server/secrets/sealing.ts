import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts secrets that the server stores and needs again. */
export interface Sealer {
  /** Encrypts a text, which can be opened only for the same owner. */
  seal(owner: string, text: string): Buffer;
  /**
   * Decrypts a text, and says whether the current key has sealed it. Undefined if neither the current nor the old key has
   * sealed it for this owner.
   */
  open(owner: string, sealed: Uint8Array): { text: string; isCurrent: boolean } | undefined;
}

const ivBytes = 12;
const tagBytes = 16;

/** Seals with AES-256-GCM under a key that is derived from the secret key. The old secret key still opens. */
export function createSealer(secretKey: string, oldSecretKey?: string): Sealer {
  const current = deriveKey(secretKey);
  const old = oldSecretKey === undefined ? undefined : deriveKey(oldSecretKey);
  return {
    seal(owner, text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", current, iv).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    open(owner, sealed) {
      for (const key of old ? [current, old] : [current]) {
        const text = decrypt(key, owner, sealed);
        if (text !== undefined) return { text, isCurrent: key === current };
      }
      return undefined;
    },
  };
}

const deriveKey = (secretKey: string) => Buffer.from(hkdfSync("sha256", secretKey, "", "sealed secrets", 32));

/** Decrypts a text; undefined if another key has sealed it. */
function decrypt(key: Buffer, owner: string, sealed: Uint8Array): string | undefined {
  const iv = sealed.subarray(0, ivBytes);
  const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  const body = decipher.update(sealed.subarray(ivBytes + tagBytes));
  try {
    return Buffer.concat([body, decipher.final()]).toString("utf8");
  } catch {
    // The tag does not match.
    return undefined;
  }
}
