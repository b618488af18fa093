/**
 * Plans a merge: what becomes of the target, and what decides about each field. Nothing is read or changed, so a preview and
 * the merge itself have the same plan.
 */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Timestamp } from "../../db/timestamp.ts";
import { fail } from "../../errors.ts";
import type { Contact, FullContact, Phone } from "../contact.ts";
import { checkLimits, type LimitedValues } from "../writes/check-limits.ts";
import { isBlank, type MergeStrategy, mergeValues } from "./merge-values.ts";

/** The fields that a strategy combines. */
export const mergedFields = ["name", "company", "role", "externalId", "metadata", "tags", "notes"] as const;

export type MergedField = (typeof mergedFields)[number];

/** How the values of two contacts are combined. */
export interface Strategies {
  strategy?: MergeStrategy | undefined;
  /** Strategies for single fields, which override `strategy`. */
  fields?: { [Field in MergedField]?: MergeStrategy | undefined } | undefined;
}

/** The contacts of a merge. */
export interface MergedPair {
  source: FullContact;
  target: FullContact;
}

/** The side whose value a field gets, and the reason. */
interface Decision {
  chosen: "target" | "source" | "both";
  because: "equal" | "other_is_blank" | "strategy";
}

export interface MergePlan {
  /** The values that the target gets. */
  values: Pick<Contact, MergedField>;
  /** The phones that the target gets. */
  phones: Phone[];
  decisions: Record<MergedField, Decision>;
  /** Stands for both contacts, the strategies and the result. */
  fingerprint: string;
}

/** @throws external_id_conflict; validation_error if the result exceeds a limit */
export function planMerge({ source, target }: MergedPair, strategies: Strategies, now: Timestamp): MergePlan {
  checkExternalIds(target.contact, source.contact, strategies);
  const chosen = mergedFields.map((field) => strategies.fields?.[field] ?? strategies.strategy ?? "prefer_target");
  const combined = mergedFields.map((field, index) => {
    const both = [target.contact[field], source.contact[field]] as const;
    const value = mergeValues<unknown>(...both, chosen[index]);
    return { field, value, decision: explain(...both, value) };
  });
  const values = Object.fromEntries(combined.map(({ field, value }) => [field, value])) as MergePlan["values"];
  const phones = unitePhones(target.phones, source.phones, now);
  checkLimits({ ...values, phones }, [target, source].map(limitedOf));
  return {
    values,
    phones,
    decisions: Object.fromEntries(combined.map(({ field, decision }) => [field, decision])) as MergePlan["decisions"],
    fingerprint: fingerprintOf([
      [source, target].map(({ contact: { id, updatedAt } }) => [id, updatedAt]),
      chosen,
      combined.map(({ value }) => value),
      phones.map(({ id, phoneNumber, label, isPrimary }) => [id, phoneNumber, label, isPrimary]),
    ]),
  };
}

const limitedOf = ({ contact, phones }: FullContact): LimitedValues => ({ ...contact, phones });

const fingerprintOf = (parts: unknown): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url");

/** @throws external_id_conflict if the external ids differ and no strategy chooses between them */
function checkExternalIds(target: Contact, source: Contact, { strategy, fields }: Strategies): void {
  const both = [target.externalId, source.externalId];
  if (both.some(isBlank) || both[0] === both[1]) return;
  const chosen = fields?.externalId ?? strategy;
  if (chosen !== "prefer_target" && chosen !== "prefer_source") fail("external_id_conflict");
}

/** The phones of both. If both have a phone, the target's record stays. */
function unitePhones(target: Phone[], source: Phone[], now: Timestamp): Phone[] {
  const own = new Set(target.map(({ phoneNumber }) => phoneNumber));
  const taken = source.filter(({ phoneNumber }) => !own.has(phoneNumber));
  return [...target, ...taken.map((phone) => ({ ...phone, isPrimary: false, updatedAt: now }))].toSorted((a, b) =>
    a.createdAt + a.id < b.createdAt + b.id ? -1 : 1,
  );
}

function explain(target: unknown, source: unknown, value: unknown): Decision {
  if (isDeepStrictEqual(target, source)) return { chosen: "target", because: "equal" };
  const isTarget = isDeepStrictEqual(value, target);
  if (!isTarget && !isDeepStrictEqual(value, source)) return { chosen: "both", because: "strategy" };
  const other = isTarget ? source : target;
  return { chosen: isTarget ? "target" : "source", because: isBlank(other) ? "other_is_blank" : "strategy" };
}
