import type { AreaHandlers } from "../operations/handlers.ts";
import { importConsents } from "./declared/import-consents.ts";
import { recordConsent } from "./declared/record-consent.ts";
import { findConsent } from "./find-consent.ts";
import { findProviderBlocks } from "./find-provider-blocks.ts";
import { listConsents } from "./lists/list-consents.ts";
import { listOptOuts } from "./lists/list-opt-outs.ts";
import { presentEntry, presentOptOut, presentPhone } from "./present.ts";

/** Translates contract ↔ domain for the consents area. Contains no rules. */
export const consents: AreaHandlers<"consents"> = {
  async getConsent({ path: { phone } }, scope) {
    const [found, blocks] = await Promise.all([findConsent(scope, phone), findProviderBlocks(scope, phone)]);
    return presentPhone(phone, found, blocks);
  },

  async listConsents({ query }, scope) {
    const { rows, hasMore, nextCursor } = await listConsents(scope, query, query);
    return { consents: rows.map(presentEntry), hasMore, nextCursor };
  },

  async listOptOuts({ query }, scope) {
    const { rows, hasMore, nextCursor } = await listOptOuts(scope, query);
    return { optOuts: rows.map(presentOptOut), hasMore, nextCursor };
  },

  async recordConsent({ body }, scope) {
    const { entry, changed } = await recordConsent(scope, body);
    return { success: true, changed, consent: presentEntry(entry) };
  },

  async importConsents({ body: { vendor, consents } }, scope) {
    return { success: true, vendor, ...(await importConsents(scope, vendor, consents)) };
  },
};
