import type { AreaHandlers } from "../operations/handlers.ts";
import { createErasure } from "./create-erasure.ts";
import { exportPhoneData } from "./export/export-phone-data.ts";
import { getErasure, listErasures } from "./find-erasures.ts";
import { presentErasure } from "./present.ts";

/** Translates contract ↔ domain for the privacy area. Contains no rules. */
export const privacy: AreaHandlers<"privacy"> = {
  async createErasure({ body: { phone, contactId } }, scope) {
    return { success: true, erasure: presentErasure(await createErasure(scope, { phone, contactId })) };
  },

  async getErasure({ path }, scope) {
    return presentErasure(await getErasure(scope, path.id));
  },

  async listErasures({ query }, scope) {
    const { rows, hasMore, nextCursor } = await listErasures(scope, query);
    return { erasures: rows.map(presentErasure), hasMore, nextCursor };
  },

  async exportPhoneData({ path, query }, scope) {
    const { rows: items, hasMore, nextCursor } = await exportPhoneData(scope, path.phone, query);
    return { items, hasMore, nextCursor };
  },
};
