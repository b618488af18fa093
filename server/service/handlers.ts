import { contractFile } from "../contract/document.ts";
import { fail } from "../errors.ts";
import type { AreaHandlers } from "../operations/handlers.ts";
import { docsForModels, docsPage, docsScript } from "./docs/files.ts";
import { pageDocument, pageFiles } from "./page.ts";

/** Types the text of a JSON file as its content. The text is sent unchanged, which saves parsing and serializing it. */
const verbatim = <Content>(text: string) => text as Content;

/** Translates contract ↔ domain for the service area: the contract, its reference, the page, health and metrics. */
export const service: AreaHandlers<"service"> = {
  getContract({ query }) {
    return contractFile("yaml", query.doors);
  },

  async getContractJson({ query }) {
    return verbatim(await contractFile("json", query.doors));
  },

  async getContract30({ query }) {
    return verbatim(await contractFile("json30", query.doors));
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

  async getDocs(_, scope) {
    return docsPage(scope.publicUrl());
  },

  async getDocsScript() {
    return docsScript();
  },

  async getLlmsText() {
    return docsForModels();
  },

  async getInbox(_, { isPhoneOn }) {
    return pageDocument(isPhoneOn);
  },

  async getPhone(_, { isPhoneOn }) {
    if (!isPhoneOn) fail("not_found", { message: "The phone is off: the operator turns it on with PHONE=on." });
    return pageDocument(isPhoneOn);
  },

  async getPageScript() {
    return pageFiles.script;
  },

  async getPageStyle() {
    return pageFiles.style;
  },

  async getPageIcon() {
    return pageFiles.icon;
  },
};
