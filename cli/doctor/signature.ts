import { signForm } from "../../server/provider/signature.ts";
import type { Finding } from "./check.ts";

/** A callback that is known with its signature. */
const known = {
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

/** Signatures of callbacks are computed as the provider computes them. */
export function checkSignature(): Finding {
  const check = "signature";
  const computed = signForm(known.authToken, known.url, Object.entries(known.form));
  if (computed === known.signature) return { check, status: "ok", found: "the known callback has the known signature" };
  const todo = "This Node computes another HMAC than it should; install another build of it.";
  return { check, status: "fail", found: `${computed} instead of ${known.signature}`, todo };
}
