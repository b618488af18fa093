import type { Admission } from "../admission/admission.ts";
import type { RateLimit } from "../admission/take-tokens.ts";
import { ApiError, fail } from "../errors.ts";
import { Places } from "../shares/places.ts";
import type { HttpMiddleware } from "./context.ts";
import { holderOf } from "./holder.ts";

export interface AdmitOptions {
  admission: (key: string) => Promise<Admission>;
  rateLimit: RateLimit;
}

/** The memory of a request whose body is not read yet, because the server reads so far ahead. */
const unreadBytes = 65_536;

/**
 * Checks the request's API key: finds its team, takes a token from the key's bucket and checks the license. Removes the
 * key from the state, and adds the rate-limit headers to the answer. `maxBytes` limits the requests whose key is being
 * checked: their callers, who may have no valid key, have shares of it.
 *
 * @throws missing_team_context, rate_limited, license_inactive; server_error (503) beyond a caller's share
 */
export function admit({ admission, rateLimit }: AdmitOptions, maxBytes: number): HttpMiddleware {
  const policy = `"default";q=${rateLimit.burst};w=${Math.ceil(rateLimit.burst / rateLimit.perSecond)}`;
  const checks = new Places(maxBytes);

  async function check(key: string, holder: string, bytes: number): Promise<Admission> {
    if (!checks.hasRoomFor(holder, bytes)) {
      const message = "The server is checking too many API keys. Try again shortly.";
      throw new ApiError("server_error", { status: 503, retryAfterSeconds: 1, message });
    }
    checks.take(holder, bytes);
    try {
      return await admission(key);
    } finally {
      checks.release(holder, bytes);
    }
  }

  return async (ctx, next) => {
    const { key, headers, rawBody } = ctx.state;
    ctx.state.key = undefined;
    const admitted = await check(key!, holderOf(ctx), Math.max(unreadBytes, rawBody?.length ?? 0));
    const { remaining, secondsUntilFull, retryAfterSeconds } = admitted;
    ctx.state.admission = admitted;
    headers.push("RateLimit-Policy", policy, "RateLimit", `"default";r=${remaining};t=${secondsUntilFull}`);
    if (retryAfterSeconds !== undefined) fail("rate_limited", { retryAfterSeconds });
    if (!admitted.licensed && !admitted.testMode) fail("license_inactive");
    return next();
  };
}
