import { usageError } from "../failures.ts";
import { isOfReport } from "./report.ts";

/** What a column of a file can be of a contact; `metadata.x` is one value of its metadata. */
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

/** A column and what it is. */
export interface MappedColumn {
  column: string;
  field: (typeof contactFields)[number];
  /** Of a phone: its label. Of metadata: the one value that the column is. */
  part?: string;
}

export interface Mapping {
  columns: MappedColumn[];
  /** The columns that are nothing of a contact. */
  unused: string[];
}

/** What columns are usually called, in lower case without spaces and signs. */
const usualNames: Record<string, MappedColumn["field"]> = {
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

/** What the server keeps by itself, and an export has. */
const ownedByServer = ["createdat", "updatedat"];

/**
 * What the columns of a file are of a contact: what `--map field=column` says, and for other fields what their names say.
 *
 * @throws Failure (usage) for a mapping that makes no sense, and when no column can name a contact
 */
export function mapColumns(columns: readonly string[], given: readonly string[] = []): Mapping {
  const explicit = given.map((text) => readMapping(text, columns));
  const taken = new Set(explicit.map(({ field, part }) => (field === "metadata" ? `${field}.${part ?? ""}` : field)));
  const guessed = columns
    .filter((column) => !explicit.some((each) => each.column === column))
    .map((column) => guess(column))
    .filter((each) => each !== undefined)
    .filter(({ field, part }) => !taken.has(field === "metadata" ? `${field}.${part ?? ""}` : field));
  const all = [...explicit, ...guessed];
  if (!all.some(({ field }) => field === "phone" || field === "externalId" || field === "id")) {
    throw usageError(
      `no column is a phone or an external id, among ${columns.join(", ")}: say which with --map phone=COLUMN`,
    );
  }
  const unused = columns.filter(
    (column) =>
      !all.some((each) => each.column === column) && !ownedByServer.includes(simplify(column)) && !isOfReport(column),
  );
  return { columns: all, unused };
}

function readMapping(text: string, columns: readonly string[]): MappedColumn {
  const [, name = "", column = ""] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  const [, base, part] = /^(\w+?)(?:\.(.+))?$/s.exec(name) ?? [];
  const field = contactFields.find((each) => each === base || (each === "phone" && base === "phones"));
  if (!field || (part !== undefined && field !== "metadata" && field !== "phone")) {
    throw usageError(`--map takes FIELD=COLUMN with one of ${contactFields.join(", ")}, metadata.NAME, phone.LABEL`);
  }
  if (!columns.includes(column)) throw usageError(`--map: there is no column ${column}, but ${columns.join(", ")}`);
  return { column, field, ...(part !== undefined && { part }) };
}

const simplify = (column: string) => column.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function guess(column: string): MappedColumn | undefined {
  const simple = simplify(column);
  const field = usualNames[simple];
  if (field) return { column, field };
  const [, key] = /^metadata\.(.+)$/.exec(column) ?? [];
  if (key) return { column, field: "metadata", part: key };
  // As Phone, Phone number 2, Mobile, Work phone.
  const [, kind = ""] =
    /^(home|work|office|mobile|cell|business)?(?:phone|tel|telephone)?(?:number|no)?\d?$/.exec(simple) ?? [];
  if (kind === "" && !/^(phone|tel|telephone)/.test(simple)) return undefined;
  return { column, field: "phone", ...(kind !== "" && { part: kind }) };
}
