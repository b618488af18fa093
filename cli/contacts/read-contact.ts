import type { Failure } from "../failures.ts";
import { normalizePhone } from "../normalize-phone.ts";
import type { SourceRow } from "../rows/read.ts";
import { rowFailure } from "../rows/run.ts";
import type { MappedColumn, Mapping } from "./columns.ts";

/** A phone in the input of an upsert. */
export interface PhoneOfRow {
  phoneNumber: string;
  label?: string;
  isPrimary?: boolean;
}

/** The input of an upsert. */
export interface ContactOfRow extends Record<string, unknown> {
  id?: string;
  externalId?: string;
  phones?: PhoneOfRow[];
}

/**
 * Converts a row to the input of an upsert. Blank cells are left out, so that they change nothing.
 *
 * @throws Failure (invalid) if a cell cannot be read
 */
export function readContact({ values }: SourceRow, mapping: Mapping, country: string | undefined): ContactOfRow {
  const valuesOf = (field: MappedColumn["field"]) =>
    mapping.columns
      .filter((each) => each.field === field)
      .map(({ column, part }) => ({ column, part, value: clean(values[column]) }))
      .filter(({ value }) => value !== undefined);
  const textOf = (field: MappedColumn["field"]) => {
    const [first] = valuesOf(field);
    return first && String(first.value);
  };

  const names = [textOf("firstName"), textOf("lastName")].filter((each) => each !== undefined);
  const phones = valuesOf("phone").flatMap(({ value, part }) => readPhones(value, part, country));
  const tags = valuesOf("tags").flatMap(({ value }) => readArray(value).map(String));
  const notes = valuesOf("notes").flatMap(({ value }) =>
    isArray(value) ? readArray(value).map(String) : [String(value)],
  );
  const metadata = valuesOf("metadata").map(({ value, part, column }) =>
    part === undefined ? readObject(value, column) : { [part]: value },
  );
  const contact = {
    id: textOf("id"),
    externalId: textOf("externalId"),
    name: textOf("name") ?? (names.length > 0 ? names.join(" ") : undefined),
    company: textOf("company"),
    role: textOf("role"),
    phones: phones.length > 0 ? deduplicate(phones) : undefined,
    tags: tags.length > 0 ? [...new Set(tags)] : undefined,
    notes: notes.length > 0 ? notes : undefined,
    metadata: metadata.length > 0 ? Object.assign({}, ...metadata) : undefined,
  };
  return Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== undefined));
}

function clean(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return value.trim() === "" ? undefined : value.trim();
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}

const isArray = (value: unknown) => Array.isArray(value) || /^\[.*\]$/s.test(String(value));

/** Reads an array, a JSON array, or texts separated by commas, semicolons or bars. */
function readArray(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  const text = String(value);
  const parsed = isArray(text) ? parse(text) : undefined;
  if (Array.isArray(parsed)) return parsed;
  return text
    .split(/[,;|]/)
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

function readPhones(value: unknown, label: string | undefined, country: string | undefined): PhoneOfRow[] {
  return readArray(value).map((each): PhoneOfRow => {
    if (typeof each !== "object" || each === null) {
      return { phoneNumber: normalizePhone(String(each), country), ...(label !== undefined && { label }) };
    }
    const phone = each as Partial<PhoneOfRow> & { label?: string | null };
    return {
      phoneNumber: normalizePhone(String(phone.phoneNumber ?? ""), country),
      ...(typeof phone.label === "string" && { label: phone.label }),
      ...(phone.isPrimary === true && { isPrimary: true }),
    };
  });
}

/** Keeps the first phone of each number. */
const deduplicate = (phones: PhoneOfRow[]) =>
  [...Map.groupBy(phones, ({ phoneNumber }) => phoneNumber).values()].flatMap(([first]) => first ?? []);

function readObject(value: unknown, column: string): object {
  const object = typeof value === "object" ? value : parse(String(value));
  if (typeof object === "object" && object !== null && !Array.isArray(object)) return object;
  throw rowFailure("invalid_row", `${column} must be a JSON object.`) satisfies Failure;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
