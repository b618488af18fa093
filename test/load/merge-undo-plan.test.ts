import fc from "fast-check";
import { expect, test } from "vitest";
import type { FullContact } from "../../server/contacts/contact.ts";
import { keptOf } from "../../server/contacts/merges/kept-merges.ts";
import { mergedFields, planMerge, type Strategies } from "../../server/contacts/merges/plan-merge.ts";
import { planUndo } from "../../server/contacts/merges/plan-undo.ts";
import type { KeptContact } from "../../server/db/schema/entities/contact-merge.ts";
import { ApiError } from "../../server/errors.ts";
import { type Person, people, strategies } from "../contacts/people.ts";

const runs = { numRuns: 10_000 };

const teamId = "019aa4a1-7c3e-7d52-9a0e-000000000000";

/** A contact as it is stored. */
function store(person: Person, id: string, createdAt: string): FullContact {
  const { phones, primary, ...values } = person;
  return {
    contact: {
      ...{ teamId, id, company: null, role: null, externalId: null },
      ...values,
      ...{ nameGroupId: null, isCrowded: false, isInLargeCompany: false, ordinal: 0, createdAt, updatedAt: createdAt },
    },
    // As they are read: by time and id.
    phones: phones
      .toSorted((a, b) => a.at - b.at)
      .map(({ at, label = null }, index) => ({
        id: `${id} ${at}`,
        phoneNumber: `+1202555010${at}`,
        label,
        isPrimary: index === primary % phones.length,
        createdAt,
        updatedAt: createdAt,
      })),
  };
}

/** The contact as it is read from the record of the merge. */
const restore = (kept: KeptContact): KeptContact => JSON.parse(JSON.stringify(kept));

/** Merges two people; undefined if that is refused. */
function merge(source: Person, target: Person, given: Strategies) {
  const pair = { source: store(source, "source", "2026-01-02"), target: store(target, "target", "2026-01-01") };
  try {
    const { values, phones } = planMerge(pair, given, "2026-01-03");
    const result = { contact: { ...pair.target.contact, ...values }, phones };
    return { source: keptOf(pair.source), before: restore(keptOf(pair.target)), after: restore(keptOf(result)) };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

test("undoing a merge of any two contacts gives the target back as it was, with the ids and times of its phones", () => {
  let merged = 0;
  fc.assert(
    fc.property(people, people, strategies, (source, target, given) => {
      const kept = merge(source, target, given as Strategies);
      if (!kept) return;
      merged += 1;
      const { values, phones } = kept.before;
      for (const keepLater of [false, true]) {
        expect(planUndo(kept, kept.after, keepLater)).toEqual({ values, phones, kept: [] });
      }
    }),
    runs,
  );
  expect(merged).toBeGreaterThan(5_000);
});

/** What is done with the target between its merge and the undoing. */
const edits = fc.record({
  /** The fields that get the values of another person. */
  fields: fc.subarray([...mergedFields]),
  other: people,
  /** What becomes of the phones, by their positions. */
  phones: fc.array(fc.constantFrom("kept", "deleted", "labelled", "primary"), { maxLength: 6 }),
  added: fc.boolean(),
});

type Edits = typeof edits extends fc.Arbitrary<infer Value> ? Value : never;

function edit({ values, phones, ...rest }: KeptContact, { fields, other, added, ...edits }: Edits): KeptContact {
  const stored = keptOf(store(other, "other", "2026-01-04"));
  const changed = Object.fromEntries(fields.map((field) => [field, stored.values[field]]));
  const left = phones.flatMap((phone, at) => {
    const done = edits.phones[at];
    if (done === "deleted") return [];
    return { ...phone, ...(done === "labelled" && { label: "later" }) };
  });
  if (added || left.length === 0) left.push({ ...stored.phones[0]!, id: "added", phoneNumber: "+12025550199" });
  const chosen = left.find(({ id }) => edits.phones[phones.findIndex((phone) => phone.id === id)] === "primary");
  const primary = chosen ?? left.find(({ isPrimary }) => isPrimary) ?? left[0];
  return {
    ...rest,
    values: { ...values, ...changed },
    phones: left.map((phone) => ({ ...phone, isPrimary: phone === primary })),
  };
}

/** JSON that does not depend on the order of names. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each) =>
    each && typeof each === "object" && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

test("later changes of the target are a conflict, or stay: field by field, and phone by phone", () => {
  const seen = { conflicts: 0, kept: 0, emptied: 0 };
  fc.assert(
    fc.property(people, people, strategies, edits, (source, target, given, done) => {
      const merged = merge(source, target, given as Strategies);
      if (!merged) return;
      const { before, after } = merged;
      const now = edit(after, done);

      const same = (one: unknown, two: unknown) => canonical(one) === canonical(two);
      const later = mergedFields.filter(
        (field) => !same(now.values[field], after.values[field]) && !same(now.values[field], before.values[field]),
      );
      const own = (phones: KeptContact["phones"]) => phones.filter(({ id }) => !id.startsWith("source"));
      const expected = own(now.phones);
      const mayStay = !same(now.phones, after.phones);
      const attempt = (keepLater: boolean) => {
        try {
          return planUndo(merged, now, keepLater);
        } catch (error) {
          return (error as ApiError).code;
        }
      };

      if (expected.length === 0) {
        seen.emptied += 1;
        expect([attempt(false), attempt(true)]).toEqual(["merge_undo_conflict", "merge_undo_conflict"]);
        return;
      }
      const kept = [...later, ...(mayStay ? ["phones"] : [])];
      const undone = attempt(true);
      if (typeof undone === "string") throw new Error(`Undoing was refused as ${undone}`);
      expect(undone.kept).toEqual(kept);
      for (const field of mergedFields) {
        expect(undone.values[field]).toEqual((later.includes(field) ? now : before).values[field]);
      }
      const ids = ({ id, label }: KeptContact["phones"][number]) => [id, label];
      expect(undone.phones.map(ids)).toEqual(expected.map(ids));
      expect(undone.phones.filter(({ isPrimary }) => isPrimary)).toHaveLength(1);
      if (kept.length > 0) {
        seen.conflicts += 1;
        expect(attempt(false)).toBe("merge_undo_conflict");
      } else expect(attempt(false)).toEqual(undone);
      if (later.length > 0) seen.kept += 1;
    }),
    runs,
  );
  expect(Object.values(seen).every((count) => count > 100)).toBe(true);
});
