import { operations } from "../../generated/operations.ts";
import { type OperationTool, tools } from "./tools.ts";

/** What an address selects. */
export interface ToolSelection {
  /** The areas of the tools; undefined for the tools of all areas that need not be selected. */
  areas: ReadonlySet<string> | undefined;
  /** Whether the list of tools has the schemas of their results. */
  outputSchemas: boolean;
}

const allAreas = new Set<string>([...tools.values()].map(({ operationId }) => operations[operationId].area));

/**
 * Reads the query parameters `tools`, the names of areas separated by commas, and `schemas`. Empty ones count as absent.
 *
 * @throws RangeError for an area that no tool has, and for other schemas than `output`
 */
export function readSelection({ tools: areas, schemas }: Record<string, unknown>): ToolSelection {
  const names = String(areas ?? "")
    .split(",")
    .flatMap((name) => name.trim() || []);
  const unknown = names.find((name) => !allAreas.has(name));
  if (unknown !== undefined) {
    throw new RangeError(`tools: there is no area ${unknown}. The areas are ${[...allAreas].join(", ")}.`);
  }
  if (!["", "output"].includes(String(schemas ?? ""))) throw new RangeError("schemas: must be output, or absent.");
  return { areas: names.length === 0 ? undefined : new Set(names), outputSchemas: Boolean(schemas) };
}

/** Whether an address selects a tool. */
export const isSelected = ({ areas }: ToolSelection, { area, isDefault }: OperationTool): boolean =>
  areas === undefined ? isDefault : areas.has(area);
