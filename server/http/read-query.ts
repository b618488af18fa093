import { type ParsedUrlQuery, parse } from "node:querystring";
import type { RouteId } from "../../generated/operations.ts";
import { inputSchemas } from "../contract/schemas.ts";
import type { HttpContext, HttpMiddleware } from "./context.ts";

const noQuery: ParsedUrlQuery = {};

/**
 * Reads the query, and the API key if a header or the query has one. The key is taken out of the query, so that nothing
 * after this sees it. The first place that is not empty decides: `X-API-Key`, the bearer token, the query.
 */
export function readQuery(id: RouteId): HttpMiddleware {
  const { plusNames } = inputSchemas[id];
  const searches = plusNames.length > 0 ? new RegExp(`(?<=^|&)(?:${plusNames.join("|")})=[^&]*`, "g") : undefined;
  const parseQuery = (ctx: HttpContext) =>
    searches && ctx.querystring.includes("+") ? parse(ctx.querystring.replaceAll(searches, keepPlusSigns)) : ctx.query;

  return (ctx, next) => {
    const { api_key: inQuery, ...query } = ctx.querystring === "" ? noQuery : parseQuery(ctx);
    ctx.state.query = query;
    ctx.state.key = textOf(ctx.headers["x-api-key"]) ?? readBearer(ctx.headers) ?? textOf(inQuery);
    return next();
  };
}

/** The value, or of several the first that is not empty. */
const textOf = (value: string | string[] | undefined): string | undefined =>
  (Array.isArray(value) ? value.find((each) => each !== "") : value) || undefined;

const readBearer = ({ authorization }: HttpContext["headers"]): string | undefined =>
  authorization === undefined ? undefined : /^bearer +(.*)$/i.exec(authorization)?.[1] || undefined;

/**
 * Keeps the plus sign of a phone number that was not percent-encoded, as in `query=+12025550123`. Any other plus sign is a
 * space, because that is how forms and most libraries write a space.
 */
const keepPlusSigns = (parameter: string): string => parameter.replace(/(?<==)\+(?=\d)/, "%2B");
