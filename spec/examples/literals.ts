/** How a language writes objects and constants. */
export interface Notation {
  key: (name: string) => string;
  true: string;
  false: string;
  null: string;
  indent: string;
  /** Whether an object on one line has a blank inside of its braces. */
  isSpaced: boolean;
}

export const javascript: Notation = {
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
  true: "true",
  false: "false",
  null: "null",
  indent: "  ",
  isSpaced: true,
};

export const python: Notation = {
  key: (name) => JSON.stringify(name),
  true: "True",
  false: "False",
  null: "None",
  indent: "    ",
  isSpaced: false,
};

/** The maximum width of a line of an example. */
export const maxWidth = 88;

/** Writes a value of JSON as a literal: on one line if it fits beside `used` characters, else with a line for each part. */
export function literalOf(value: unknown, notation: Notation, depth = 0, used = 0): string {
  const flat = flatLiteralOf(value, notation);
  const isSimple = typeof value !== "object" || value === null || Object.keys(value).length === 0;
  if (isSimple || depth * notation.indent.length + used + flat.length <= maxWidth) return flat;
  const inner = notation.indent.repeat(depth + 1);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const lines = partsOf(value, notation).map(
    ({ label, part }) => `${inner}${label}${literalOf(part, notation, depth + 1, label.length + 1)},\n`,
  );
  return `${open}\n${lines.join("")}${notation.indent.repeat(depth)}${close}`;
}

function flatLiteralOf(value: unknown, notation: Notation): string {
  if (typeof value === "boolean") return value ? notation.true : notation.false;
  if (value === null) return notation.null;
  if (typeof value !== "object") return JSON.stringify(value);
  const parts = partsOf(value, notation).map(({ label, part }) => `${label}${flatLiteralOf(part, notation)}`);
  if (Array.isArray(value)) return `[${parts.join(", ")}]`;
  const blank = notation.isSpaced && parts.length > 0 ? " " : "";
  return `{${blank}${parts.join(", ")}${blank}}`;
}

function partsOf(value: object, { key }: Notation): { label: string; part: unknown }[] {
  if (Array.isArray(value)) return value.map((part: unknown) => ({ label: "", part }));
  return Object.entries(value).map(([name, part]) => ({ label: `${key(name)}: `, part: part as unknown }));
}
