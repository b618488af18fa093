import { usageError } from "../failures.ts";
import { findPhoneColumns } from "../rows/phone-columns.ts";

/** What a column of a list of consents can have. */
export const consentFields = ["phone", "consent", "occurredAt", "evidence", "note", "url", "wording"] as const;

export type ConsentField = (typeof consentFields)[number];

/** The columns of a file by their fields, and what the column of the consent asks. */
export interface ConsentColumns {
  columns: Partial<Record<ConsentField, string>>;
  /** What a yes in the column of the consent means. */
  yes: "opted_out" | "opted_in";
}

/**
 * Names of columns in exports of services, in lower case without spaces and punctuation. The first name of a list that a
 * file has wins. The time of a contact's creation is none of these: it says nothing about a consent.
 */
const names: Partial<Record<ConsentField, readonly string[]>> = {
  phone: ["optedoutnumber", "optoutnumber", "contactid", "number"],
  consent: ["consent", "optedout", "optout", "unsubscribed", "optedin", "optin", "subscribed"],
  occurredAt: [
    "occurredat",
    "optedouttimestamp",
    "optoutdate",
    "optouttime",
    "optedoutat",
    "unsubscribedat",
    "unsubscribedate",
    "dateofconsent",
    "consenttimestamp",
    "consentdate",
    "optindate",
    "optedinat",
    "subscribedat",
  ],
  evidence: ["evidence"],
  note: ["note"],
  url: ["url", "sourceurl"],
  wording: ["wording"],
};

/** More names of the column of the consent. They come last, because other things have a status, too. */
const statusNames = ["consentstatus", "smsconsent", "smsstatus", "subscriptionstatus", "status"];

/** Columns that a yes opts out. */
const askOptOut = /^(opt(ed)?out|unsubscribed)$/;

const simplify = (column: string) => column.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Finds the columns of a list of consents, by `--map field=column` first and then by their names.
 *
 * @param hasConsent whether all rows have one consent, which `--consent` says
 * @throws Failure (usage) for a mapping that is not valid, and without a column for the phone or the consent
 */
export function findColumns(
  columns: readonly string[],
  given: readonly string[] = [],
  hasConsent = false,
): ConsentColumns {
  const mapped = Object.fromEntries(given.map((text) => readMapping(text, columns)));
  const byName = (list: readonly string[] = []) =>
    list.flatMap((name) => columns.filter((column) => simplify(column) === name))[0];
  const found: Partial<Record<ConsentField, string>> = { ...mapped };
  for (const field of consentFields) {
    const column = mapped[field] ?? byName(field === "consent" ? [...names.consent!, ...statusNames] : names[field]);
    if (column !== undefined) found[field] = column;
  }
  found.phone ??= findPhoneColumns(columns)[0]?.column;
  const available = `Choose one of ${columns.join(", ")}`;
  if (found.phone === undefined)
    throw usageError(`no column contains a phone number. ${available} with --map phone=COLUMN`);
  if (hasConsent && mapped.consent === undefined) delete found.consent;
  if (!hasConsent && found.consent === undefined)
    throw usageError(
      `no column says whether a phone has opted out. ${available} with --map consent=COLUMN, or give --consent opted_out for all rows`,
    );
  const isOptOut = found.consent !== undefined && askOptOut.test(simplify(found.consent));
  return { columns: found, yes: isOptOut ? "opted_out" : "opted_in" };
}

function readMapping(text: string, columns: readonly string[]): [ConsentField, string] {
  const [, name = "", column = ""] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  const field = consentFields.find((each) => each === name);
  if (!field) throw usageError(`--map expects FIELD=COLUMN, where FIELD is one of ${consentFields.join(", ")}`);
  if (!columns.includes(column))
    throw usageError(`--map: no column ${JSON.stringify(column)}; available: ${columns.join(", ")}`);
  return [field, column];
}
