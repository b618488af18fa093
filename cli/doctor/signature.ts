import { requiredCallbacks } from "../../server/provider/kinds.ts";
import type { Finding } from "./check.ts";

/** A callback with its signature from the provider's documentation. */
const reference = {
  authToken: "12345",
  url: "https://mycompany.com/myapp.php?foo=1&bar=2",
  form: {
    To: "+18005551212",
    From: "+14158675309",
    Digits: "1234",
    Caller: "+14158675309",
    CallSid: "CA1234567890ABCDE",
  },
  signature: "RSOYDt4T1cUTdK1PDd93/VVr8B8=",
};

/** Checks that this Node computes the signature of a callback as the provider does. */
export function checkSignature(): Finding {
  const check = "signature";
  const computed = requiredCallbacks.signForm(reference.authToken, reference.url, Object.entries(reference.form));
  if (computed === reference.signature) return { check, status: "ok", found: "correct for the reference callback" };
  const todo = "This build of Node computes a wrong HMAC. Install another build.";
  return { check, status: "fail", found: `${computed} instead of ${reference.signature}`, todo };
}
