import type { Erasure } from "../../generated/api.ts";
import type { ErasureRow } from "./find-erasures.ts";

export const presentErasure = ({ contactId, completedAt, ...erasure }: ErasureRow): Erasure => ({
  ...erasure,
  contactId: contactId ?? null,
  completedAt: completedAt ?? null,
});
