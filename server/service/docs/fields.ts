import { branchesOf, type Schema } from "../../contract/schemas.ts";
import { type Html, html, inline, type Part } from "./html.ts";

/** A parameter, a header, or a field of a body. */
export interface Field {
  /** A field of a body has its path: `phones[].phoneNumber`. */
  name: string;
  required: boolean;
  description: string | undefined;
  schema: Schema;
}

/** The fields of a body. The fields of nested objects and arrays follow their parent. */
export function fieldsOf(schema: Schema, prefix = ""): Field[] {
  return branchesOf(schema).flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, field]) => {
      const path = `${prefix}${name}`;
      const own = { name: path, required: required.includes(name), description: field.description, schema: field };
      return [own, ...(field.items ? fieldsOf(field.items, `${path}[].`) : fieldsOf(field, `${path}.`))];
    }),
  );
}

/** A table of input fields; undefined without fields. */
export function inputTable(caption: string, fields: Field[]): Html | undefined {
  return fieldTable(caption, fields, ({ required }) => required && "required");
}

/** A table of an answer's fields; undefined without fields. */
export function answerTable(caption: string, fields: Field[]): Html | undefined {
  return fieldTable(caption, fields, ({ required }) => !required && "may be absent");
}

type Remark = (field: Field) => string | false;

function fieldTable(caption: string, fields: Field[], remarkOf: Remark): Html | undefined {
  if (fields.length === 0) return undefined;
  const rows = fields.map((field) => fieldRow(field, remarkOf(field)));
  return html`<table class="fields"><caption>${caption}</caption><tbody>${rows}</tbody></table>\n`;
}

function fieldRow({ name, description, schema }: Field, remark: string | false): Html {
  const code = schema["x-error-code"];
  return html`<tr><th scope="row"><code>${name}</code><span class="type">${typeOf(schema)}</span>${
    remark && html`<span class="remark">${remark}</span>`
  }</th><td>${description && html`<p>${inline(description)}</p>`}${limitList(schema)}${
    code && html`<p class="limits">Refused with <a href="#error-${code}"><code>${code}</code></a></p>`
  }</td></tr>\n`;
}

function limitList(schema: Schema): Html | undefined {
  const limits = limitsOf(schema);
  const parts = limits.flatMap((limit, index): Part[] => [index > 0 && html` · `, ...inline(limit)]);
  return limits.length > 0 ? html`<p class="limits">${parts}</p>` : undefined;
}

/** The type in words: `string`, `list of object`, `string or null`. */
function typeOf(schema: Schema): string {
  const { anyOf, items } = schema;
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(" or ");
  if (items) return `list of ${typeOf(items)}`;
  return `${[schema.type ?? "any"].flat().join(" or ")}${schema.format ? ` (${schema.format})` : ""}`;
}

/** The limits of a value, in words. */
function limitsOf(schema: Schema): string[] {
  const own = [
    rangeOf(schema.minLength, schema.maxLength, " characters"),
    rangeOf(schema.minItems, schema.maxItems, " items"),
    rangeOf(schema.minimum, schema.maximum, ""),
    schema.enum && `one of ${schema.enum.map((value) => `\`${value}\``).join(", ")}`,
    // The type already shows the format.
    !schema.format && schema["x-violation"],
    schema.default !== undefined && `default \`${JSON.stringify(schema.default)}\``,
  ].filter((limit) => typeof limit === "string");
  return [...own, ...(schema.anyOf ?? []).flatMap(limitsOf)];
}

function rangeOf(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  if (min === undefined && max === undefined) return undefined;
  if (min === undefined) return `at most ${max}${unit}`;
  return max === undefined ? `at least ${min}${unit}` : `${min} to ${max}${unit}`;
}
