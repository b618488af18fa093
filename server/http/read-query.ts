import { type ParsedUrlQuery, parse } from "node:querystring";
import type { RouteId } from "../../generated/operations.ts";
import { inputSchemas } from "../contract/schemas.ts";
import type { HttpContext, HttpMiddleware } from "./context.ts";

const noQuery: ParsedUrlQuery = {};

/**
 * Parses the query, and finds the API key in the headers or the query. The key is removed from the query, so that no
 * later step sees it. The first key that is not empty counts: `X-API-Key`, then the bearer token, then the query.
 */
export function readQuery(id: RouteId): HttpMiddleware {
  const { plusNames, listNames } = inputSchemas[id];
  const plusParameters = plusNames.length > 0 ? new RegExp(`(?<=^|&)(?:${plusNames.join("|")})=[^&]*`, "g") : undefined;
  const parseQuery = (ctx: HttpContext) =>
    plusParameters && ctx.querystring.includes("+")
      ? parse(ctx.querystring.replaceAll(plusParameters, (given) => keepPlusSigns(given, listNames)))
      : ctx.query;

  return (ctx, next) => {
    const { api_key: inQuery, ...query } = ctx.querystring === "" ? noQuery : parseQuery(ctx);
    ctx.state.query = query;
    ctx.state.key = textOf(ctx.headers["x-api-key"]) ?? readBearer(ctx.headers) ?? textOf(inQuery);
    return next();
  };
}

/** The first value that is not empty. */
const textOf = (value: string | string[] | undefined): string | undefined =>
  (Array.isArray(value) ? value.find((each) => each !== "") : value) || undefined;

const readBearer = ({ authorization }: HttpContext["headers"]): string | undefined =>
  authorization === undefined ? undefined : /^bearer +(.*)$/i.exec(authorization)?.[1] || undefined;

/**
 * Keeps the plus sign of a phone number that was not percent-encoded, as in `query=+12025550123`, also that of each phone
 * number of a list. Any other plus sign means a space, as in HTML forms.
 */
const keepPlusSigns = (parameter: string, listNames: Set<string>): string =>
  listNames.has(parameter.slice(0, parameter.indexOf("=")))
    ? parameter.replaceAll(/(?<=[=,]|%2C)\+(?=\d)/gi, "%2B")
    : parameter.replace(/(?<==)\+(?=\d)/, "%2B");
