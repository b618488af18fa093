import { parseJson } from "../bytes/parse-json.ts";
import type { Failure } from "../failures.ts";
import type { SourceRow } from "../files/row.ts";
import { type PhoneOfRow, readPhones } from "../rows/phone-cells.ts";
import { rowFailure } from "../rows/row-failure.ts";
import { isArray, readArray } from "../rows/values.ts";
import type { MappedColumn, Mapping } from "./columns.ts";

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
      .map((each) => ({ ...each, value: clean(values[each.column]) }))
      .filter(({ value }) => value !== undefined);
  const textOf = (field: MappedColumn["field"]) => {
    const [first] = valuesOf(field);
    return first && String(first.value);
  };

  const names = [textOf("firstName"), textOf("lastName")].filter((each) => each !== undefined);
  const phones = valuesOf("phone").flatMap(({ value, column, part, labelColumn }) =>
    readPhones({ value, column, label: part ?? readLabel(values, labelColumn), country }),
  );
  const tags = valuesOf("tags").flatMap(({ value }) => readTags(value));
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

/** Reads the label of a phone. Google marks a contact's preferred phone with an asterisk. */
function readLabel(values: Record<string, unknown>, column: string | undefined): string | undefined {
  const label = clean(column === undefined ? undefined : values[column]);
  return label === undefined ? undefined : String(label).replace(/^\* /, "");
}

/** Reads tags, without the groups that Google adds itself, such as `* myContacts`. */
function readTags(value: unknown): string[] {
  const tags = readArray(value).map(String);
  return isArray(value) ? tags : tags.filter((tag) => !tag.startsWith("* "));
}

/** Keeps the first phone of each number. */
const deduplicate = (phones: PhoneOfRow[]) =>
  [...Map.groupBy(phones, ({ phoneNumber }) => phoneNumber).values()].flatMap(([first]) => first ?? []);

function readObject(value: unknown, column: string): object {
  const object = typeof value === "object" ? value : parseJson(String(value));
  if (typeof object === "object" && object !== null && !Array.isArray(object)) return object;
  throw rowFailure("invalid_row", `${column} must be a JSON object.`) satisfies Failure;
}
