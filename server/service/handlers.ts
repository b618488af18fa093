import { contractSource } from "../contract/document.ts";
import type { AreaHandlers } from "../handlers.ts";
import { docsPage } from "./docs/page.ts";

/** The service itself: its contract, its reference, its health and its metrics. */
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

  async getMetrics(_, scope) {
    return scope.readMetrics();
  },

  async getDocs() {
    return docsPage();
  },
};
