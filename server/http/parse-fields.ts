import type { RouteId } from "../../generated/operations.ts";
import { contractDocument } from "../contract/document.ts";
import { inputSchemas, propertyOf } from "../contract/schemas.ts";
import { fail } from "../errors.ts";
import { formOf, isForm } from "./body.ts";
import type { HttpContext, HttpMiddleware } from "./context.ts";

const { doorFields } = contractDocument["x-limits"];

/**
 * Parses the body of an operation that takes a form and nothing else.
 *
 * @throws unsupported_media_type; validation_error (400) for too many fields
 */
export function parseFields(id: RouteId): HttpMiddleware {
  const readFields = fieldReader(id);
  return (ctx, next) => {
    if (!ctx.state.rawBody?.length) return next();
    if (!isForm(ctx)) fail("unsupported_media_type", { message: "Send the fields of a form." });
    ctx.state.body = readFields(ctx);
    return next();
  };
}

/**
 * Returns the function that reads the fields of a form for an operation. A field that the contract describes as a list has
 * all of its values, any other field has its last value. A whole number that the contract describes as one is a number. An
 * empty value counts as absent unless the contract says that it counts. A plus sign need not be percent-encoded where the
 * contract says so: shell scripts send one as it is.
 *
 * @throws validation_error (400) for too many fields
 */
export function fieldReader(id: RouteId): (ctx: HttpContext) => Record<string, unknown> {
  const { body = {} } = inputSchemas[id];
  return (ctx) => {
    const pairs = formOf(ctx);
    if (pairs.length > doorFields) {
      fail("validation_error", { status: 400, message: `The form has more than ${doorFields} fields.` });
    }
    const fields: Record<string, unknown> = {};
    for (const [name, value] of pairs) {
      const field = propertyOf(body, name);
      if (value === "" && !field?.["x-empty-is-a-value"]) continue;
      if (field?.items) fields[name] = [...((fields[name] as string[] | undefined) ?? []), value];
      else if (field?.["x-keeps-plus-signs"]) fields[name] = value.replace(/^ (?=\d)/, "+");
      else fields[name] = field?.type === "integer" && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
    }
    return fields;
  };
}
