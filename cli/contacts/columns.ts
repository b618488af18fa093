import { usageError } from "../failures.ts";
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

/** A column and the field that it contains. */
export interface MappedColumn {
  column: string;
  field: (typeof contactFields)[number];
  /** The label of a phone, or the key of a metadata value. */
  part?: string;
}

export interface Mapping {
  columns: MappedColumn[];
  /** The columns that are not imported. */
  ignored: string[];
}

/** Common names of columns, in lower case without spaces and punctuation. */
const commonNames: Record<string, MappedColumn["field"]> = {
  id: "id",
  externalid: "externalId",
  name: "name",
  fullname: "name",
  contactname: "name",
  firstname: "firstName",
  givenname: "firstName",
  lastname: "lastName",
  surname: "lastName",
  familyname: "lastName",
  company: "company",
  companyname: "company",
  organisation: "company",
  organization: "company",
  role: "role",
  title: "role",
  jobtitle: "role",
  position: "role",
  phones: "phone",
  phonenumbers: "phone",
  primaryphone: "phone",
  tag: "tags",
  tags: "tags",
  groups: "tags",
  note: "notes",
  notes: "notes",
  comment: "notes",
  comments: "notes",
  metadata: "metadata",
};

/** Columns of an export that only the server sets. */
const readOnlyColumns = ["createdat", "updatedat"];

/**
 * Maps the columns of a file to fields of a contact, by `--map field=column` first and then by their names.
 *
 * @throws Failure (usage) for an invalid mapping, or if no column identifies a contact
 */
export function mapColumns(columns: readonly string[], given: readonly string[] = []): Mapping {
  const explicit = given.map((text) => readMapping(text, columns));
  const mappedFields = new Set(
    explicit.map(({ field, part }) => (field === "metadata" ? `${field}.${part ?? ""}` : field)),
  );
  const guessed = columns
    .filter((column) => !explicit.some((each) => each.column === column))
    .map((column) => guess(column))
    .filter((each) => each !== undefined)
    .filter(({ field, part }) => !mappedFields.has(field === "metadata" ? `${field}.${part ?? ""}` : field));
  const all = [...explicit, ...guessed];
  if (!all.some(({ field }) => field === "phone" || field === "externalId" || field === "id")) {
    throw usageError(
      `no column contains a phone number, external id or id. Choose one of ${columns.join(", ")} with --map phone=COLUMN.`,
    );
  }
  const ignored = columns.filter(
    (column) =>
      !all.some((each) => each.column === column) &&
      !readOnlyColumns.includes(simplify(column)) &&
      !isReportColumn(column),
  );
  return { columns: all, ignored };
}

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

function guess(column: string): MappedColumn | undefined {
  const simple = simplify(column);
  const field = commonNames[simple];
  if (field) return { column, field };
  const [, key] = /^metadata\.(.+)$/.exec(column) ?? [];
  if (key) return { column, field: "metadata", part: key };
  // Matches names such as Phone, Phone number 2, Mobile and Work phone.
  const [, kind = ""] =
    /^(home|work|office|mobile|cell|business)?(?:phone|tel|telephone)?(?:number|no)?\d?$/.exec(simple) ?? [];
  if (kind === "" && !/^(phone|tel|telephone)/.test(simple)) return undefined;
  return { column, field: "phone", ...(kind !== "" && { part: kind }) };
}
