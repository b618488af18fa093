import type { AreaHandlers } from "../operations/handlers.ts";
import { listUsage } from "./list-usage.ts";
import { presentUsage } from "./present.ts";

/** Translates contract ↔ domain for the usage area. Contains no rules. */
export const usage: AreaHandlers<"usage"> = {
  async getUsage({ query }, scope) {
    return { days: (await listUsage(scope, query.days)).map(presentUsage) };
  },
};
