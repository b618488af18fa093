import { createHmac, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { createPhoneHashes } from "../../server/secrets/phone-hashes.ts";
import { createSealer } from "../../server/secrets/sealing.ts";

const sealer = createSealer("a secret of the tests, 32 characters");

test("the name of an erased phone is its HMAC-SHA256 under the key of the team", () => {
  const hashes = createPhoneHashes(sealer);
  for (let round = 0; round < 50; round++) {
    const teamId = newId();
    const sealed = hashes.newKey(teamId);
    const key = sealer.open(`erased phones ${teamId}`, sealed)!.text;
    const hashPhone = hashes.open(teamId, sealed);
    const phones = Array.from(
      { length: 50 },
      (_, n) => `+${BigInt(`0x${randomBytes(8).toString("hex")}`) % 10n ** BigInt(1 + (n % 15))}`,
    );
    const hmacOf = (phone: string) => `h:${createHmac("sha256", key).update(phone).digest("base64url")}`;

    expect(phones.map(hashPhone)).toEqual(phones.map(hmacOf));
  }
});
