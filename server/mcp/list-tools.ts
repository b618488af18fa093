import type { ListToolsResult } from "@modelcontextprotocol/server";
import { type KeyRights, mayCall } from "../operations/key-rights.ts";
import { isSelected, type ToolSelection } from "./tool-selection.ts";
import { tools } from "./tools.ts";

/** The selected tools that a key may call, in the contract's order. */
export function listTools(rights: KeyRights, selection: ToolSelection): ListToolsResult {
  const listed = [...tools.values()].filter((tool) => mayCall(rights, tool.operationId) && isSelected(selection, tool));
  return {
    tools: listed.map(({ definition, outputSchema }) =>
      selection.outputSchemas ? { ...definition, outputSchema } : definition,
    ),
  };
}
