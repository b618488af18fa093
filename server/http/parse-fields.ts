import type { RouteId } from "../../generated/operations.ts";
import { contractDocument } from "../contract/document.ts";
import { inputSchemas } from "../contract/schemas.ts";
import { fail } from "../errors.ts";
import { formOf, isForm } from "./body.ts";
import type { HttpMiddleware } from "./context.ts";

const { doorFields } = contractDocument["x-limits"];

/**
 * Parses the body of an operation that takes a form. A field that the contract describes as a list has all of its values,
 * any other field has its last value.
 *
 * @throws unsupported_media_type; validation_error (400) for too many fields
 */
export function parseFields(id: RouteId): HttpMiddleware {
  const { properties = {} } = inputSchemas[id].body ?? {};
  const lists = new Set(Object.keys(properties).filter((name) => properties[name]!.items));
  return (ctx, next) => {
    if (!ctx.state.rawBody?.length) return next();
    if (!isForm(ctx)) fail("unsupported_media_type", { message: "Send the fields of a form." });
    const pairs = formOf(ctx);
    if (pairs.length > doorFields) {
      fail("validation_error", { status: 400, message: `The form has more than ${doorFields} fields.` });
    }
    const values = Map.groupBy(pairs, ([name]) => name);
    ctx.state.body = Object.fromEntries(
      [...values].map(([name, given]) => [name, lists.has(name) ? given.map(([, value]) => value) : given.at(-1)![1]]),
    );
    return next();
  };
}
