import type { AreaHandlers } from "../operations/handlers.ts";
import { findKey } from "./find-key.ts";
import { presentKey } from "./present.ts";

/** Translates contract ↔ domain for the keys area. Contains no rules. */
export const keys: AreaHandlers<"keys"> = {
  async getKey(_, scope) {
    return presentKey(await findKey(scope), scope);
  },
};
