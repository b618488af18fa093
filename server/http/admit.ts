import { routes } from "../../generated/operations.ts";
import { fail } from "../errors.ts";
import type { Admission } from "../teams/admit.ts";
import type { RateLimit } from "../teams/take-tokens.ts";
import type { HttpContext, HttpMiddleware } from "./context.ts";

export interface AdmitOptions {
  admission: (key: string) => Promise<Admission>;
  rateLimit: RateLimit;
}

/**
 * Lets a request on to an operation that needs an API key: finds its team, takes a token from the key's bucket, checks
 * the license. The key is taken out of query and body here, so that nothing after this sees it.
 *
 * @throws missing_team_context, rate_limited, license_inactive
 */
export function admit({ admission, rateLimit }: AdmitOptions): HttpMiddleware {
  const policy = `"default";q=${rateLimit.burst};w=${Math.ceil(rateLimit.burst / rateLimit.perSecond)}`;
  return async (ctx, next) => {
    const key = takeKey(ctx);
    if (routes[ctx.state.operationId!].auth !== "apiKey") return next();

    if (!key) fail("missing_team_context");
    const admitted = await admission(key);
    const { remaining, secondsUntilFull, retryAfterSeconds } = admitted;
    ctx.state.admission = admitted;
    ctx.state.headers.push("RateLimit-Policy", policy, "RateLimit", `"default";r=${remaining};t=${secondsUntilFull}`);
    if (retryAfterSeconds !== undefined) fail("rate_limited", { retryAfterSeconds });
    if (!admitted.licensed && !admitted.testMode) fail("license_inactive");
    return next();
  };
}

const noQuery: HttpContext["query"] = {};

/** The key in the first place that has one: the header of its own, the bearer token, the query, the body. */
function takeKey(ctx: HttpContext): string | undefined {
  const { api_key: inQuery, ...query } = ctx.querystring === "" ? noQuery : ctx.query;
  ctx.state.query = query;

  let inBody: unknown;
  if (typeof ctx.state.body === "object" && ctx.state.body !== null && "api_key" in ctx.state.body) {
    const { api_key, ...rest } = ctx.state.body;
    inBody = api_key;
    ctx.state.body = rest;
  }

  const key =
    ctx.headers["x-api-key"] ?? readBearer(ctx.headers) ?? (Array.isArray(inQuery) ? inQuery[0] : inQuery) ?? inBody;
  return typeof key === "string" ? key : undefined;
}

const readBearer = ({ authorization = "" }: HttpContext["headers"]) => /^bearer +(.*)$/i.exec(authorization)?.[1];
