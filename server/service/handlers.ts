import { contractFiles } from "../contract/document.ts";
import type { AreaHandlers } from "../handlers.ts";
import { docsPage } from "./docs/page.ts";

/** Answers with the text of a JSON file. Parsing it and serializing it for each request would cost time. */
const verbatim = <Content>(text: string) => text as Content;

/** The service itself: its contract, its reference, its health and its metrics. */
export const service: AreaHandlers<"service"> = {
  async getContract() {
    return contractFiles.yaml;
  },

  async getContractJson() {
    return verbatim(contractFiles.json);
  },

  async getContract30() {
    return verbatim(contractFiles.json30);
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
