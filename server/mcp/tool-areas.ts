import { operations } from "../../generated/operations.ts";
import { tools } from "./tools.ts";

/** The areas of the tools that an address selects; undefined for all. */
export type ToolAreas = ReadonlySet<string> | undefined;

const allAreas = new Set<string>([...tools.values()].map(({ operationId }) => operations[operationId].area));

/**
 * Reads the areas of the query parameter `tools`: their names, separated by commas. Without it, all are selected.
 *
 * @throws RangeError for an area that no tool has
 */
export function readAreas(given: unknown): ToolAreas {
  const names = String(given ?? "")
    .split(",")
    .flatMap((name) => name.trim() || []);
  const unknown = names.find((name) => !allAreas.has(name));
  if (unknown !== undefined) {
    throw new RangeError(`tools: there is no area ${unknown}. The areas are ${[...allAreas].join(", ")}.`);
  }
  return names.length === 0 ? undefined : new Set(names);
}

/** Whether a tool belongs to the selected areas. */
export const isSelected = (areas: ToolAreas, operationId: keyof typeof operations): boolean =>
  areas === undefined || areas.has(operations[operationId].area);
