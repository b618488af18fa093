import { contractSource } from "../contract/document.ts";
import type { AreaHandlers } from "../handlers.ts";

/** The service itself: its contract and its health. */
export const service: AreaHandlers<"service"> = {
  async getContract() {
    return contractSource;
  },

  async getHealth() {
    return { status: "ok" };
  },

  async getReadiness(_, scope) {
    await scope.checkReadiness();
    return { status: "ready" };
  },
};
