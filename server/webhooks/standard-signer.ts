import { signAttempt } from "../secrets/standard-webhooks.ts";
import type { SigningSecret } from "./secrets.ts";
import type { Signer } from "./target-kind.ts";

/** Signs with all secrets by Standard Webhooks. The payload is the body. */
export const standardSigner =
  (secrets: SigningSecret[]): Signer =>
  ({ webhookId, payload }, startedAt) => {
    const by = secrets.map(({ secret }) => secret);
    return { headers: { ...signAttempt(webhookId, startedAt, payload, by) }, body: payload };
  };
