import { isPhone } from "../../server/phone.ts";
import type { Failure } from "../failures.ts";
import { readPhone } from "../normalize-phone.ts";
import { rowFailure } from "./row-failure.ts";
import { readArray } from "./values.ts";

/** A phone of a row. */
export interface PhoneOfRow {
  phoneNumber: string;
  label?: string;
  isPrimary?: boolean;
}

interface PhoneCell {
  value: unknown;
  column: string;
  /** The label of all phones of the cell that have none of their own. */
  label?: string | undefined;
  country: string | undefined;
}

/**
 * Reads the phones of a cell: one phone, several as in `readArray`, or records with `phoneNumber`, `label` and
 * `isPrimary`, as in an export.
 *
 * @throws Failure (invalid) if a part of the cell is not a phone number that can receive texts
 */
export function readPhones({ value, column, label, country }: PhoneCell): PhoneOfRow[] {
  const read = (given: unknown) => {
    const phone = readPhone(String(given), country);
    if (phone !== undefined && isPhone(phone)) return phone;
    throw refusePhone(String(given), column, country);
  };
  // A decimal comma separates no list.
  const isOne =
    typeof value !== "object" && (isDecimal(String(value)) || readPhone(String(value), country) !== undefined);
  return (isOne ? [value] : readArray(value)).map((each): PhoneOfRow => {
    if (typeof each !== "object" || each === null)
      return { phoneNumber: read(each), ...(label !== undefined && { label }) };
    const phone = each as { phoneNumber?: unknown; label?: unknown; isPrimary?: unknown };
    return {
      phoneNumber: read(phone.phoneNumber ?? ""),
      ...(typeof phone.label === "string" && { label: phone.label }),
      ...(phone.isPrimary === true && { isPrimary: true }),
    };
  });
}

const isDecimal = (text: string) => /^\s*\+?\d{7,}[.,]\d{1,6}\s*$/.test(text);

function refusePhone(text: string, column: string, country: string | undefined): Failure {
  const advice = country === undefined && !text.includes("+") ? " Add its country code, or --country." : "";
  return rowFailure("invalid_phone", `${column}: ${JSON.stringify(text)} is not a phone number.${advice}`);
}
