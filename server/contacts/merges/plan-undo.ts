import { isDeepStrictEqual } from "node:util";
import type { KeptContact, KeptMerge } from "../../db/schema/entities/contact-merge.ts";
import { fail } from "../../errors.ts";
import { mergedFields } from "./plan-merge.ts";

/** What undoing makes of the target of a merge. */
export interface UndoPlan extends Pick<KeptContact, "values" | "phones"> {
  /** The fields that have changed since the merge and stay. */
  kept: string[];
}

/**
 * Plans to undo a merge: what the merge left goes back to what was before, and what has changed since stays. The phones that
 * the merge brought leave the target, whatever became of them; its others are kept as they are.
 *
 * @throws merge_undo_conflict for a later change without `keepLater`, and if the target would have no phone
 */
export function planUndo(
  { before, after }: Pick<KeptMerge, "before" | "after">,
  current: Pick<KeptContact, "values" | "phones">,
  keepLater: boolean,
): UndoPlan {
  const changed: string[] = mergedFields.filter(
    (field) =>
      !isDeepStrictEqual(current.values[field], after.values[field]) &&
      !isDeepStrictEqual(current.values[field], before.values[field]),
  );
  const isChanged = (field: string) => changed.includes(field);
  const values = mergedFields.map((field) => [field, (isChanged(field) ? current : before).values[field]]);
  const own = new Set(before.phones.map(({ id }) => id));
  const brought = new Set(after.phones.flatMap(({ id }) => (own.has(id) ? [] : id)));
  const phones = current.phones.filter(({ id }) => !brought.has(id));
  if (phones.length === 0) {
    fail("merge_undo_conflict", { message: "The contact would have no phone number without those of the merge." });
  }
  if (!isDeepStrictEqual(current.phones.map(said), after.phones.map(said))) changed.push("phones");
  if (changed.length > 0 && !keepLater) {
    fail("merge_undo_conflict", { message: `These fields have changed since the merge: ${changed.join(", ")}.` });
  }
  return {
    values: Object.fromEntries(values) as KeptContact["values"],
    phones: withPrimary(phones, before),
    kept: changed,
  };
}

/** The phones, of which one is primary: if none is, that of before the merge, or the oldest. */
function withPrimary(phones: KeptContact["phones"], before: KeptContact): KeptContact["phones"] {
  if (phones.some(({ isPrimary }) => isPrimary)) return phones;
  const former = before.phones.find(({ isPrimary }) => isPrimary)!.id;
  const chosen = phones.find(({ id }) => id === former) ?? phones[0];
  return phones.map((phone) => (phone === chosen ? { ...phone, isPrimary: true } : phone));
}

const said = ({ id, phoneNumber, label, isPrimary }: KeptContact["phones"][number]) => [
  id,
  phoneNumber,
  label,
  isPrimary,
];
