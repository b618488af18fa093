import type { AreaHandlers } from "../operations/handlers.ts";
import { importConsents } from "./declared/import-consents.ts";
import { recordConsent } from "./declared/record-consent.ts";
import { findConsent } from "./find-consent.ts";
import { findProviderBlocks } from "./find-provider-blocks.ts";
import { listConsents } from "./lists/list-consents.ts";
import { listOptOuts } from "./lists/list-opt-outs.ts";
import { presentCase, presentEntry, presentOptOut, presentPhone } from "./present.ts";
import { decideCase } from "./suspected/decide-case.ts";
import { findOpenCase, listCases } from "./suspected/list-cases.ts";

/** Translates contract ↔ domain for the consents area. Contains no rules. */
export const consents: AreaHandlers<"consents"> = {
  async getConsent({ path: { phone } }, scope) {
    const [found, blocks, suspected] = await Promise.all([
      findConsent(scope, phone),
      findProviderBlocks(scope, phone),
      findOpenCase(scope, phone),
    ]);
    return presentPhone(phone, found, blocks, suspected);
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

  async listSuspectedRevocations({ query }, scope) {
    const { rows, hasMore, nextCursor } = await listCases(scope, query.status, query);
    return { suspectedRevocations: rows.map(presentCase), hasMore, nextCursor };
  },

  async decideSuspectedRevocation({ path, body }, scope) {
    return { success: true, suspectedRevocation: presentCase(await decideCase(scope, path.id, body)) };
  },

  async importConsents({ body: { vendor, consents } }, scope) {
    return { success: true, vendor, ...(await importConsents(scope, vendor, consents)) };
  },
};
