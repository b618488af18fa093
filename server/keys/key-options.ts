import { type KeyScope, keyScopes } from "../../generated/operations.ts";
import type { KeyHold, KeyMode, KnownBy } from "../db/schema/entities/api-key.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { isPhone } from "../phone.ts";
import { TeamError } from "./teams.ts";

/** What an operator decides about a key. An absent option stays unchanged; in a new key it is null, and its mode any. */
export interface KeyOptions {
  /** A label for operators; keys may share a name. */
  name?: string | null | undefined;
  /** Null: the key does not expire. */
  expiresAt?: Timestamp | null | undefined;
  /** Null: all scopes but those that must be named. */
  scopes?: KeyScope[] | null | undefined;
  mode?: KeyMode | undefined;
  /** The phones and prefixes that the key may text; null: any phone. A prefix may end with `*`. */
  recipients?: string[] | null | undefined;
  /** The segments of live texts and passcodes per day in UTC; null: any number. */
  segmentsPerDay?: number | null | undefined;
  /** Which of its texts wait for an approval; null: none. */
  hold?: KeyHold | null | undefined;
  /** What makes a recipient known. A given `hold` resets it. */
  knownBy?: KnownBy | undefined;
}

/** The scopes with which a key could pass by its hold: approvals, and passcodes, whose text it may choose. */
const scopesAround: readonly KeyScope[] = ["messages:approve", "otp:send"];

const maxRecipients = 100;

const recipientForm = /^\+[1-9]\d{0,14}\*?$/;

/** Checks the given options, and returns them as they are stored. @throws TeamError for an option that is not valid */
export function checkOptions(options: KeyOptions, now: Timestamp) {
  const { name, expiresAt, scopes, mode, recipients, segmentsPerDay, hold, knownBy } = options;
  if (name != null && (name.trim() === "" || name.length > 255)) {
    refuse("A key's name must have 1 to 255 characters and must not be blank.");
  }
  if (expiresAt != null && expiresAt <= now) refuse(`A key must expire in the future, not at ${expiresAt}.`);
  if (recipients != null && recipients.length > maxRecipients) {
    refuse(`A key has at most ${maxRecipients} recipients, not ${recipients.length}.`);
  }
  return {
    ...(name !== undefined && { name }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(scopes !== undefined && { scopes: scopes && keyScopes.filter((scope) => scopes.includes(scope)) }),
    ...(mode !== undefined && { mode }),
    ...(recipients !== undefined && { recipients: recipients && [...new Set(recipients.map(readRecipient))] }),
    ...(segmentsPerDay !== undefined && { segmentsPerDay }),
    ...(hold !== undefined && { hold: hold ?? "none", knownBy: "outbound" as const }),
    ...(knownBy !== undefined && { knownBy }),
  };
}

/** Checks what a key would have after a change. @throws TeamError if it could pass by its hold */
export function checkHold({ scopes, hold, knownBy }: { scopes: KeyScope[] | null; hold: KeyHold; knownBy: KnownBy }) {
  if (knownBy !== "outbound" && hold !== "new_recipients")
    refuse("What makes a recipient known can be given only with the hold new_recipients.");
  if (hold === "none") return;
  if (scopes === null) refuse("A key that holds texts needs scopes: a key without them could do more than send.");
  const around = scopes.find((scope) => scopesAround.includes(scope));
  if (around) refuse(`A key that holds texts cannot have the scope ${around}, which is a way around its hold.`);
}

/** A phone number stays as it is. Any other beginning of a phone number is a prefix, and gets a final `*`. */
function readRecipient(text: string): string {
  if (!recipientForm.test(text)) refuse(`Expected a phone number or a prefix such as +1202, not "${text}".`);
  return text.endsWith("*") || isPhone(text) ? text : `${text}*`;
}

function refuse(message: string): never {
  throw new TeamError("invalid", message);
}
