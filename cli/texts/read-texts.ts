import { usageError } from "../failures.ts";
import type { RowSource } from "../files/open-rows.ts";
import type { SourceRow } from "../files/row.ts";
import { readPhones } from "../rows/phone-cells.ts";
import { findPhoneColumns } from "../rows/phone-columns.ts";
import { rowFailure } from "../rows/row-failure.ts";
import { checkNames, readTemplate } from "./template.ts";

/** The options that determine the texts of rows. */
export interface TextOptions {
  template?: string;
  phoneColumn?: string;
  from?: string;
  replyWebhook?: string;
  webhookData?: string;
  retention?: "keep" | "discard";
}

/** The input of a send. */
export interface TextOfRow extends Record<string, unknown> {
  phone_number: string;
  message: string;
  sender?: string;
  replyWebhookUrl?: string;
  webhookData?: string;
  retention?: "keep" | "discard";
}

/** Names that are a phone column only if no other column is. */
const fallbackNames = ["number", "to", "recipient"];

/**
 * Creates a function that converts a row to a text, for the phones in one column.
 *
 * @throws Failure (usage) if the rows lack a required column
 */
export function createTextReader(
  source: RowSource,
  { template: given, from, replyWebhook, webhookData, retention }: TextOptions,
  { phoneName, country }: { phoneName: string; country: string | undefined },
): (row: SourceRow) => TextOfRow {
  const { columns } = source;
  if (given === undefined && !columns.includes("message")) {
    throw usageError(`missing --template, because there is no column "message"; available: ${columns.join(", ")}`);
  }
  const template = readTemplate(given ?? "{{message}}", "--template");
  checkNames(template, source, "--template");
  const data = webhookData === undefined ? undefined : readTemplate(webhookData, "--webhook-data");
  if (data) checkNames(data, source, "--webhook-data");

  return ({ values }) => ({
    phone_number: readOnePhone(values[phoneName], phoneName, country),
    message: template.fill(values),
    ...(from !== undefined && { sender: from }),
    ...(replyWebhook !== undefined && { replyWebhookUrl: replyWebhook }),
    ...(data && { webhookData: data.fill(values) }),
    ...(retention !== undefined && { retention }),
  });
}

/**
 * Chooses the column of phone numbers: the given one, else a column of mobile phones, else one of phones of no kind. The
 * other phone columns are told to the user.
 *
 * @throws Failure (usage) if there is none, or several of other kinds
 */
export function choosePhoneColumn(
  { columns, repeated }: RowSource,
  given: string | undefined,
): { phoneName: string; others: string[] } {
  const refuse = (problem: string, names = columns) =>
    usageError(`${problem} Choose one of ${names.join(", ")} with --phone-column.`);
  const ambiguous = given !== undefined ? repeated.includes(given) : findPhoneColumns(repeated).length > 0;
  if (ambiguous) {
    const name = given ?? findPhoneColumns(repeated)[0]!.column;
    throw usageError(`several columns have the name ${JSON.stringify(name)}. Rename all but one of them.`);
  }
  if (given !== undefined) {
    if (columns.includes(given)) return { phoneName: given, others: [] };
    throw refuse("no column of phone numbers found.");
  }
  const found = findPhoneColumns(columns);
  const isMobile = (label = "") => label === "mobile" || label === "cell";
  const chosen =
    found.find(({ label }) => isMobile(label)) ?? found.find(({ label }) => label === undefined) ?? found[0];
  if (!chosen) {
    const fallback = columns.find((name) => fallbackNames.includes(name.toLowerCase()));
    if (fallback === undefined) throw refuse("no column of phone numbers found.");
    return { phoneName: fallback, others: [] };
  }
  const names = found.map(({ column }) => column);
  if (names.length > 1 && chosen.label !== undefined && !isMobile(chosen.label))
    throw refuse("several columns of phone numbers found.", names);
  return { phoneName: chosen.column, others: names.filter((name) => name !== chosen.column) };
}

/** Reads the phone of a cell: the only one, or the one that is marked as primary. */
function readOnePhone(value: unknown, column: string, country: string | undefined): string {
  const isBlank = value === null || value === undefined || String(value).trim() === "";
  const phones = isBlank ? [] : readPhones({ value, column, country });
  const phone = phones.find(({ isPrimary }) => isPrimary) ?? phones[0];
  if (!phone) throw rowFailure("missing_value", `The row has no ${column}.`);
  if (phones.length > 1 && !phone.isPrimary) {
    throw rowFailure("invalid_phone", `${column} has ${phones.length} phone numbers. Keep the one to send to.`);
  }
  return phone.phoneNumber;
}
