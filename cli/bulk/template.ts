import { usageError } from "../failures.ts";
import { rowFailure } from "./run-rows.ts";

/** A text with places for the values of a row. */
export interface Template {
  /** The columns that it needs. */
  names: readonly string[];
  /** @throws Failure (invalid) when the row has nothing for a place */
  fill(values: Record<string, unknown>): string;
}

const place = /\{\{\s*([^{}]*?)\s*\}\}/g;

/**
 * Reads a text in which `{{name}}` stands for the row's value of that column.
 *
 * @throws Failure (usage) when a place is not closed, or has no name
 */
export function readTemplate(text: string, flag: string): Template {
  const names = [...new Set([...text.matchAll(place)].map(([, name = ""]) => name))];
  const isBroken = /\{\{|\}\}/.test(text.replace(place, ""));
  if (isBroken || names.includes("")) throw usageError(`${flag} has a {{ }} without a column's name, or half of one`);
  return {
    names,
    fill: (values) =>
      text.replace(place, (_, name: string) => {
        const value = values[name];
        if (value === null || value === undefined || String(value).trim() === "") {
          throw rowFailure("missing_value", `The row has no ${name}.`);
        }
        return typeof value === "object" ? JSON.stringify(value) : String(value);
      }),
  };
}

/** @throws Failure (usage) when the rows have no such column */
export function checkNames({ names }: Template, columns: readonly string[], flag: string): void {
  const unknown = names.find((name) => !columns.includes(name));
  if (unknown === undefined) return;
  throw usageError(`${flag}: there is no column ${JSON.stringify(unknown)}, but ${columns.join(", ")}`);
}
