import type { ListToolsResult } from "@modelcontextprotocol/server";
import { type KeyRights, mayCall } from "../operations/key-rights.ts";
import { tools } from "./tools.ts";

/** The tools that a key may call, in the contract's order. */
export function listTools(rights: KeyRights): ListToolsResult {
  const permitted = [...tools.values()].filter(({ operationId }) => mayCall(rights, operationId));
  return { tools: permitted.map(({ definition }) => definition) };
}
