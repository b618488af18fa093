import type { ImportConsents } from "../../generated/api.ts";
import { parseTimestamp } from "../../server/db/timestamp.ts";
import type { SourceRow } from "../files/row.ts";
import { readPhones } from "../rows/phone-cells.ts";
import { rowFailure } from "../rows/row-failure.ts";
import type { ConsentColumns } from "./columns.ts";

/** A consent as a request has it. */
export type ConsentOfRow = ImportConsents["consents"][number];

export interface ReadOptions extends ConsentColumns {
  /** The name of the file. */
  file: string;
  country: string | undefined;
  /** The consent of all rows, if no column has it. */
  consent: ConsentOfRow["consent"] | undefined;
  withoutTimes: boolean;
}

/** Words for consents, in lower case, only their letters. */
const words: Record<string, ConsentOfRow["consent"]> = {
  optedout: "opted_out",
  optout: "opted_out",
  unsubscribed: "opted_out",
  unsubscribe: "opted_out",
  stop: "opted_out",
  optedin: "opted_in",
  optin: "opted_in",
  subscribed: "opted_in",
  subscribe: "opted_in",
  consented: "opted_in",
};

const yesWords = /^(yes|y|true|t|1)$/;
const noWords = /^(no|n|false|f|0)$/;

/**
 * Converts a row to a consent. An opt-in without evidence gets a note with its place in the file.
 *
 * @throws Failure (invalid) if a cell cannot be read
 */
export function readConsent({ values, number }: SourceRow, options: ReadOptions): ConsentOfRow {
  const { columns, file, country } = options;
  const cell = (field: keyof typeof columns) => {
    const column = columns[field];
    const value = column === undefined ? undefined : values[column];
    return value === null || value === undefined || String(value).trim() === "" ? undefined : value;
  };
  const phone = cell("phone");
  if (phone === undefined) throw rowFailure("invalid_phone", `${columns.phone} is blank.`);
  const consent = readChoice(cell("consent"), options);
  const occurredAt = options.withoutTimes ? undefined : readTime(cell("occurredAt"), columns.occurredAt);
  const given = readEvidence(cell("evidence"), { note: cell("note"), url: cell("url"), wording: cell("wording") });
  const isShown = given.note ?? given.url ?? given.wording;
  const evidence =
    consent === "opted_in" && isShown === undefined ? { ...given, note: `Row ${number} of ${file}` } : given;
  return {
    phone: readSender(String(phone), columns.phone!, country),
    consent,
    ...(occurredAt !== undefined && { occurredAt }),
    ...(Object.keys(evidence).length > 0 && { evidence }),
  };
}

/** Reads a phone as people write it. A short code and a name stay as they are. */
function readSender(text: string, column: string, country: string | undefined): string {
  const trimmed = text.trim();
  if (/^\d{3,8}$/.test(trimmed) || !/\d/.test(trimmed)) return trimmed;
  return readPhones({ value: trimmed, column, country })[0]!.phoneNumber;
}

function readChoice(value: unknown, { columns, yes, consent }: ReadOptions): ConsentOfRow["consent"] {
  if (columns.consent === undefined) return consent!;
  const text = String(value ?? "")
    .trim()
    .toLowerCase();
  const word = words[text.replace(/[^a-z]/g, "")];
  if (word) return word;
  if (yesWords.test(text)) return yes;
  if (noWords.test(text)) return yes === "opted_in" ? "opted_out" : "opted_in";
  throw rowFailure(
    "invalid_row",
    `${columns.consent}: ${JSON.stringify(String(value ?? ""))} is neither an opt-out nor an opt-in.`,
  );
}

/** Reads a time in ISO 8601, with a zone by name if that is UTC, or seconds or milliseconds since 1970. */
function readTime(value: unknown, column: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = String(value).trim();
  const time = /^\d{9,13}(\.\d+)?$/.test(text)
    ? timeOfNumber(Number(text))
    : parseTimestamp(text.replace(/ ?(UTC|GMT)$/, "Z"));
  if (time !== undefined) return time;
  throw rowFailure(
    "invalid_row",
    `${column}: ${JSON.stringify(text)} is not a time in ISO 8601, such as 2026-11-21T10:15:30Z. Use --without-times to leave the times out.`,
  );
}

/** The least number of milliseconds since 1970 that is not taken for seconds: that of March 1973. */
const leastMilliseconds = 1e11;

const timeOfNumber = (number: number): string =>
  new Date(number < leastMilliseconds ? number * 1_000 : number).toISOString();

const evidenceFields = ["note", "url", "wording", "address", "userAgent"] as const;

/** Reads the evidence of an export of this server, and that of columns. */
function readEvidence(record: unknown, own: Record<string, unknown>): NonNullable<ConsentOfRow["evidence"]> {
  const all = { ...(typeof record === "object" ? record : {}), ...withoutAbsent(own) } as Record<string, unknown>;
  return Object.fromEntries(
    evidenceFields.flatMap((field) => (all[field] == null ? [] : [[field, String(all[field])]])),
  );
}

const withoutAbsent = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
