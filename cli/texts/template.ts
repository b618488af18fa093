import { usageError } from "../failures.ts";
import { rowFailure } from "../rows/row-failure.ts";

/** A text with placeholders for the values of a row. */
export interface Template {
  /** The columns that the template uses. */
  names: readonly string[];
  /** @throws Failure (invalid) if the row has no value for a placeholder */
  fill(values: Record<string, unknown>): string;
}

const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g;

/**
 * Reads a text in which `{{name}}` stands for the row's value of that column.
 *
 * @throws Failure (usage) if a placeholder is incomplete or has no name
 */
export function readTemplate(text: string, flag: string): Template {
  const names = [...new Set([...text.matchAll(placeholder)].map(([, name = ""]) => name))];
  const isIncomplete = /\{\{|\}\}/.test(text.replace(placeholder, ""));
  if (isIncomplete || names.includes(""))
    throw usageError(`${flag} has an incomplete placeholder: expected {{column}}`);
  return {
    names,
    fill: (values) =>
      text.replace(placeholder, (_, name: string) => {
        const value = values[name];
        if (value === null || value === undefined || String(value).trim() === "") {
          throw rowFailure("missing_value", `The row has no ${name}.`);
        }
        return typeof value === "object" ? JSON.stringify(value) : String(value);
      }),
  };
}

/** @throws Failure (usage) if a column of the template is missing, or several columns have its name */
export function checkNames(
  { names }: Template,
  { columns, repeated }: { columns: readonly string[]; repeated: readonly string[] },
  flag: string,
): void {
  const unknown = names.find((name) => !columns.includes(name));
  if (unknown === undefined) return;
  if (repeated.includes(unknown))
    throw usageError(`${flag}: several columns have the name ${JSON.stringify(unknown)}. Rename all but one of them.`);
  throw usageError(`${flag}: no column ${JSON.stringify(unknown)}; available: ${columns.join(", ")}`);
}
