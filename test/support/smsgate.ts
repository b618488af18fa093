import { createHmac } from "node:crypto";

export const signingKey = "a signing key";

/** The settings of an account: a SIM card of a phone, at a service under an address. */
export const smsgateSettings = (baseUrl: string, phone: string) => ({
  ...{ baseUrl, phone, username: "USER1", password: "a hidden password" },
  ...{ deviceId: "PyDmBQZZXYmyxMwED8Fzy", simNumber: "2", signingKey },
});

/** The headers of a webhook, as the phone signs it. */
export const signatureOf = (body: string, time: string, key = signingKey) => ({
  "x-signature": createHmac("sha256", key)
    .update(body + time)
    .digest("hex"),
  "x-timestamp": time,
});
