import type { Erasure } from "../../generated/api.ts";
import type { ErasureRow } from "./find-erasures.ts";

export const presentErasure = ({
  contactId,
  completedAt,
  copiesOpen: open,
  copiesDeleted: deleted,
  copiesGivenUp: givenUp,
  copiesKept: kept,
  ...erasure
}: ErasureRow): Erasure => ({
  ...erasure,
  contactId: contactId ?? null,
  completedAt: completedAt ?? null,
  carrierCopies: { open, deleted, givenUp, kept },
});
