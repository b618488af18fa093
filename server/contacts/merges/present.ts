import type { Merge as WireMerge, MergePreview as WirePreview } from "../../../generated/api.ts";
import type { E164 } from "../../phone.ts";
import { presentContact } from "../present.ts";
import { numbersOf } from "./concerned-threads.ts";
import type { MergeRow } from "./kept-merges.ts";
import { type MergedField, mergedFields } from "./plan-merge.ts";
import type { MergePreview } from "./preview-merge.ts";

export function presentPreview({ source, target, result, decisions, consents, ...rest }: MergePreview): WirePreview {
  const describe = (field: MergedField) => ({
    target: target.contact[field],
    source: source.contact[field],
    ...decisions[field],
  });
  const [own, others] = [numbersOf(target), numbersOf(source)];
  return {
    contact: presentContact(result),
    fields: Object.fromEntries(
      mergedFields.map((field) => [field, describe(field)]),
    ) as unknown as WirePreview["fields"],
    phones: result.phones.map(({ phoneNumber }) => {
      const phone = phoneNumber as E164;
      const of = !own.has(phone) ? "source" : others.has(phone) ? "both" : "target";
      return { phoneNumber, of, consent: consents.get(phone)! };
    }),
    movedThreads: rest.movedThreads,
    fingerprint: rest.fingerprint,
  };
}

export const presentMerge = ({ sourceId, targetId, ...merge }: MergeRow): WireMerge => ({
  ...merge,
  sourceContactId: sourceId,
  targetContactId: targetId,
});
