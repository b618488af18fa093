import type { StoredEvidence } from "../../db/schema/entities/consent-event.ts";
import { parseTimestamp, plusMicroseconds, type Timestamp } from "../../db/timestamp.ts";
import { hasPhoneForm } from "../../phone.ts";
import type { Consent } from "../keywords.ts";

/** A consent that was given or withdrawn elsewhere, as a request tells it. */
export interface Declared {
  phone: string;
  consent: Consent;
  occurredAt?: string | undefined;
  evidence?: { [Name in keyof StoredEvidence]: StoredEvidence[Name] | undefined } | undefined;
}

/** What is wrong with a declared consent. */
export interface Fault {
  code: "invalid_phone" | "validation_error";
  /** The field of the request. */
  field: string;
  message: string;
}

/** How much the clock of a caller may be ahead. */
const maxAheadMicroseconds = 5 * 60 * 1_000_000;

/** Something that a person writes for a phone number: digits, and signs between them. */
const phoneLike = /^[\d\s+()./-]+$/;

/** The maximum number of digits of a short code. */
const maxShortCode = 8;

/**
 * Checks the rules about a declared consent that the contract's schemas do not express. A number that is neither in E.164 format
 * nor a short code is refused, because texts go to numbers in E.164 format, and another opt-out would stop none.
 */
export function findFault({ phone, consent, occurredAt, evidence }: Declared, now: Timestamp): Fault | undefined {
  const digits = phone.replace(/\D/g, "").length;
  const isNumber = phone.startsWith("+") || (phoneLike.test(phone) && digits > maxShortCode);
  if (isNumber && !hasPhoneForm(phone))
    return {
      code: "invalid_phone",
      field: "phone",
      message: "must be in E.164 format if it is a phone number: add the country code, for example +12025550123",
    };
  if (occurredAt !== undefined && parseTimestamp(occurredAt)! > plusMicroseconds(now, maxAheadMicroseconds))
    return { code: "validation_error", field: "occurredAt", message: "must not be in the future" };
  if (consent === "opted_in" && !evidence?.note && !evidence?.url && !evidence?.wording)
    return {
      code: "validation_error",
      field: "evidence",
      message: "must have a note, a url or the wording that shows the opt-in",
    };
  return undefined;
}

/** The time of a declared consent; undefined if the request does not say it. A time ahead counts as now. */
export function timeOf({ occurredAt }: Declared, now: Timestamp): Timestamp | undefined {
  const time = occurredAt === undefined ? undefined : parseTimestamp(occurredAt)!;
  return time !== undefined && time > now ? now : time;
}

/** The evidence as it is stored: only what was given. */
export function evidenceOf({ evidence }: Declared, vendor?: string): StoredEvidence | null {
  const given = Object.entries({ ...evidence, vendor }).filter(([, value]) => value != null);
  return given.length === 0 ? null : Object.fromEntries(given);
}
