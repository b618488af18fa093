import type { Finding } from "./check.ts";

const minMajor = 24;

/** Checks that this version of Node can run the server. */
export function checkNode(version = process.versions.node): Finding {
  const isNewEnough = Number.parseInt(version, 10) >= minMajor;
  const todo = `Run the server with Node ${minMajor} or later. npm start provides it.`;
  return { check: "node", found: version, ...(isNewEnough ? { status: "ok" } : { status: "fail", todo }) };
}
