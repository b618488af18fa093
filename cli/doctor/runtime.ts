import type { Finding } from "./check.ts";

const leastMajor = 24;

/** The Node that runs this is one that can run the server. */
export function checkNode(version = process.versions.node): Finding {
  const isNewEnough = Number.parseInt(version, 10) >= leastMajor;
  const todo = `Start it with Node ${leastMajor} or later; npm start brings one along.`;
  return { check: "node", found: version, ...(isNewEnough ? { status: "ok" } : { status: "fail", todo }) };
}
