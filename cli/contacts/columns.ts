import { usageError } from "../failures.ts";
import { findPhoneColumns } from "../rows/phone-columns.ts";
import { isReportColumn } from "../rows/report.ts";

/** The fields of a contact that a column can contain. */
export const contactFields = [
  "id",
  "externalId",
  "name",
  "firstName",
  "lastName",
  "company",
  "role",
  "phone",
  "tags",
  "notes",
  "metadata",
] as const;

type ContactField = (typeof contactFields)[number];

/** A column and the field that it contains. */
export interface MappedColumn {
  column: string;
  field: ContactField;
  /** The label of a phone, or the key of a metadata value. */
  part?: string;
  /** The column with the label of a phone. */
  labelColumn?: string;
}

export interface Mapping {
  columns: MappedColumn[];
  /** The columns that are not imported. */
  ignored: string[];
}

/** The columns of a file, and the names that several columns have. */
export interface FileColumns {
  columns: readonly string[];
  repeated: readonly string[];
}

/**
 * Names of columns, in lower case without spaces and punctuation. If a file has several names of a field with one value,
 * the first name of the list wins. `findPhoneColumns` knows the names of phones.
 */
const commonNames: Partial<Record<ContactField, readonly string[]>> = {
  id: ["id"],
  externalId: ["externalid"],
  name: ["name", "fullname", "contactname", "displayname"],
  firstName: ["firstname", "givenname"],
  lastName: ["lastname", "surname", "familyname"],
  company: ["company", "companyname", "organization", "organisation", "organizationname", "organization1name"],
  role: ["jobtitle", "role", "position", "organizationtitle", "organization1title", "title"],
  tags: ["tags", "tag", "groups", "labels", "categories", "groupmembership"],
  notes: ["notes", "note", "comments", "comment"],
  metadata: ["metadata"],
};

/** The fields that take the values of several columns. */
const collectedFields: ContactField[] = ["phone", "tags", "notes", "metadata"];

/** Columns of an export that only the server sets. */
const readOnlyColumns = ["createdat", "updatedat"];

/**
 * Maps the columns of a file to fields of a contact, by `--map field=column` first and then by their names.
 *
 * @throws Failure (usage) for an invalid mapping, a mapped name that several columns have, or if no column identifies a
 * contact
 */
export function mapColumns({ columns, repeated }: FileColumns, given: readonly string[] = []): Mapping {
  const names = [...columns, ...repeated];
  const explicit = given.map((text) => readMapping(text, names));
  const mappedFields = new Set(explicit.map(keyOf));
  const guessed = guessColumns(names.filter((column) => !explicit.some((each) => each.column === column))).filter(
    (each) => !mappedFields.has(keyOf(each)),
  );
  const all = [...explicit, ...guessed];
  const ambiguous = all.find(({ column }) => repeated.includes(column));
  if (ambiguous) {
    const name = JSON.stringify(ambiguous.column);
    throw usageError(`several columns have the name ${name}, which is ${ambiguous.field}. Rename all but one of them.`);
  }
  if (!all.some(({ field }) => field === "phone" || field === "externalId" || field === "id")) {
    throw usageError(
      `no column contains a phone number, external id or id. Choose one of ${columns.join(", ")} with --map phone=COLUMN.`,
    );
  }
  const used = new Set(all.flatMap(({ column, labelColumn }) => [column, labelColumn]));
  const ignored = names.filter(
    (column) => !used.has(column) && !readOnlyColumns.includes(simplify(column)) && !isReportColumn(column),
  );
  return { columns: all, ignored };
}

/** Identifies a field, or a key of the metadata. */
const keyOf = ({ field, part }: MappedColumn) => (field === "metadata" ? `${field}.${part ?? ""}` : field);

function readMapping(text: string, columns: readonly string[]): MappedColumn {
  const [, name = "", column = ""] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  const [, base, part] = /^(\w+?)(?:\.(.+))?$/s.exec(name) ?? [];
  const field = contactFields.find((each) => each === base || (each === "phone" && base === "phones"));
  if (!field || (part !== undefined && field !== "metadata" && field !== "phone")) {
    throw usageError(
      `--map expects FIELD=COLUMN, where FIELD is one of ${contactFields.join(", ")}, metadata.NAME, phone.LABEL`,
    );
  }
  if (!columns.includes(column))
    throw usageError(`--map: no column ${JSON.stringify(column)}; available: ${columns.join(", ")}`);
  return { column, field, ...(part !== undefined && { part }) };
}

const simplify = (column: string) => column.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Maps columns by their names, in the order of the columns. */
function guessColumns(columns: readonly string[]): MappedColumn[] {
  const phones = findPhoneColumns(columns).map(
    ({ column, label, labelColumn }): MappedColumn => ({
      column,
      field: "phone",
      ...(label !== undefined && { part: label }),
      ...(labelColumn !== undefined && { labelColumn }),
    }),
  );
  const named = contactFields.flatMap((field) => {
    const ranked = (commonNames[field] ?? []).flatMap((name) => columns.filter((column) => simplify(column) === name));
    return (collectedFields.includes(field) ? ranked : ranked.slice(0, 1)).map((column) => ({ column, field }));
  });
  const metadata = columns.flatMap((column): MappedColumn[] => {
    const [, part] = /^metadata\.(.+)$/.exec(column) ?? [];
    return part === undefined ? [] : [{ column, field: "metadata", part }];
  });
  const place = ({ column }: MappedColumn) => columns.indexOf(column);
  return [...phones, ...named, ...metadata].toSorted((a, b) => place(a) - place(b));
}
