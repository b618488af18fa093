import type { ListToolsResult } from "@modelcontextprotocol/server";
import { type KeyRights, mayCall } from "../operations/key-rights.ts";
import { isSelected, type ToolAreas } from "./tool-areas.ts";
import { tools } from "./tools.ts";

/** The tools of the selected areas that a key may call, in the contract's order. */
export function listTools(rights: KeyRights, areas: ToolAreas): ListToolsResult {
  const permitted = [...tools.values()].filter(
    ({ operationId }) => mayCall(rights, operationId) && isSelected(areas, operationId),
  );
  return { tools: permitted.map(({ definition }) => definition) };
}
