import type { ListToolsResult } from "@modelcontextprotocol/server";
import { tools } from "./tools.ts";

const definitions = [...tools.values()].map(({ definition }) => definition);

/** The tools that a client may call, in the contract's order. */
export function listTools(): ListToolsResult {
  return { tools: definitions };
}
