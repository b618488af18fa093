import type { RouteId } from "../../generated/operations.ts";
import { fail } from "../errors.ts";
import { isForm, parseBytes, readBytes, takeKey } from "./body.ts";
import type { HttpContext, HttpMiddleware } from "./context.ts";
import { fieldReader } from "./parse-fields.ts";
import type { UnfinishedBodies } from "./unfinished-bodies.ts";

/**
 * Finds the API key in the parameter `key`, if the places of every key have none, or else in the field `key` of the body,
 * which is then read before the caller is authenticated. No later step sees the key.
 *
 * @throws missing_team_context; the codes of a body that cannot be read
 */
export function readDoorKey(id: RouteId, bodies: UnfinishedBodies): HttpMiddleware {
  const parse = bodyParser(id);
  return async (ctx, next) => {
    const { key, ...query } = ctx.state.query ?? {};
    ctx.state.query = query;
    ctx.state.key ??= ([key].flat().find((each) => each !== "") as string | undefined) ?? (await keyOfBody(ctx));
    return next();
  };

  async function keyOfBody(ctx: HttpContext): Promise<string> {
    await readBytes(ctx, bodies);
    return parse(ctx) ?? fail("missing_team_context");
  }
}

/** Parses a body that is JSON or a form, unless `readDoorKey` has parsed it, and removes the key from it. */
export function parseDoorBody(id: RouteId): HttpMiddleware {
  const parse = bodyParser(id);
  return (ctx, next) => {
    parse(ctx);
    return next();
  };
}

/** Returns the function that parses a body and takes the key out of it. @throws see `parseBytes` and `fieldReader` */
function bodyParser(id: RouteId): (ctx: HttpContext) => string | undefined {
  const readFields = fieldReader(id);
  return (ctx) => {
    if (ctx.state.body === undefined) {
      if (isForm(ctx)) ctx.state.body = readFields(ctx);
      else parseBytes(ctx);
    }
    const [inDoor, inOurs] = [takeKey(ctx, "key"), takeKey(ctx)];
    return inDoor ?? inOurs;
  };
}
