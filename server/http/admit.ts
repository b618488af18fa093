import { fail } from "../errors.ts";
import type { Admission } from "../teams/admission.ts";
import type { RateLimit } from "../teams/take-tokens.ts";
import type { HttpMiddleware } from "./context.ts";

export interface AdmitOptions {
  admission: (key: string) => Promise<Admission>;
  rateLimit: RateLimit;
}

/**
 * Checks the request's API key: finds its team, takes a token from the key's bucket and checks the license. Removes the
 * key from the state, and adds the rate-limit headers to the answer.
 *
 * @throws missing_team_context, rate_limited, license_inactive
 */
export function admit({ admission, rateLimit }: AdmitOptions): HttpMiddleware {
  const policy = `"default";q=${rateLimit.burst};w=${Math.ceil(rateLimit.burst / rateLimit.perSecond)}`;
  return async (ctx, next) => {
    const { key, headers } = ctx.state;
    ctx.state.key = undefined;
    const admitted = await admission(key!);
    const { remaining, secondsUntilFull, retryAfterSeconds } = admitted;
    ctx.state.admission = admitted;
    headers.push("RateLimit-Policy", policy, "RateLimit", `"default";r=${remaining};t=${secondsUntilFull}`);
    if (retryAfterSeconds !== undefined) fail("rate_limited", { retryAfterSeconds });
    if (!admitted.licensed && !admitted.testMode) fail("license_inactive");
    return next();
  };
}
