import type { AreaHandlers } from "../operations/handlers.ts";
import { findConsent } from "./find-consent.ts";
import { presentConsent } from "./present.ts";

/** Translates contract ↔ domain for the consents area. Contains no rules. */
export const consents: AreaHandlers<"consents"> = {
  async getConsent({ path }, scope) {
    return presentConsent(path.phone, await findConsent(scope, path.phone));
  },
};
