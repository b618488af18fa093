import type { Failure } from "../failures.ts";
import { normalizePhone } from "../phone.ts";
import type { MappedColumn, Mapping } from "./contact-columns.ts";
import type { SourceRow } from "./rows.ts";
import { rowFailure } from "./run-rows.ts";

/** A phone as an upsert takes it. */
export interface PhoneOfRow {
  phoneNumber: string;
  label?: string;
  isPrimary?: boolean;
}

/** What an upsert is called with. */
export interface ContactOfRow extends Record<string, unknown> {
  id?: string;
  externalId?: string;
  phones?: PhoneOfRow[];
}

/**
 * The contact that a row is. A blank cell says nothing, so it changes nothing.
 *
 * @throws Failure (invalid) when a cell cannot be read
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
  const tags = valuesOf("tags").flatMap(({ value }) => readList(value).map(String));
  const notes = valuesOf("notes").flatMap(({ value }) =>
    isList(value) ? readList(value).map(String) : [String(value)],
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
    phones: phones.length > 0 ? withoutRepeats(phones) : undefined,
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

const isList = (value: unknown) => Array.isArray(value) || /^\[.*\]$/s.test(String(value));

/** A list, its JSON, or texts with commas, semicolons or bars between them. */
function readList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  const text = String(value);
  const parsed = isList(text) ? parse(text) : undefined;
  if (Array.isArray(parsed)) return parsed;
  return text
    .split(/[,;|]/)
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

function readPhones(value: unknown, label: string | undefined, country: string | undefined): PhoneOfRow[] {
  return readList(value).map((each): PhoneOfRow => {
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

/** The first phone of each number. */
const withoutRepeats = (phones: PhoneOfRow[]) =>
  [...Map.groupBy(phones, ({ phoneNumber }) => phoneNumber).values()].flatMap(([first]) => first ?? []);

function readObject(value: unknown, column: string): object {
  const object = typeof value === "object" ? value : parse(String(value));
  if (typeof object === "object" && object !== null && !Array.isArray(object)) return object;
  throw rowFailure("invalid_row", `${column} takes a JSON object.`) satisfies Failure;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
