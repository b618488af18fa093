import type { OpenAPIV3_1 } from "openapi-types";
import { stringify } from "yaml";

type Operation = OpenAPIV3_1.OperationObject & { "x-door"?: string };

/**
 * Leaves the doors out of a contract, with the components and tags that only they have: a generator of clients makes
 * nothing of them that an app would use.
 */
export function withoutDoors(contract: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const { paths = {}, webhooks, components = {}, tags = [] } = contract;
  const isDoor = ([, item]: [string, object | undefined]) =>
    Object.values(item ?? {}).some((operation: Operation) => operation["x-door"] !== undefined);
  const [doors, others] = [true, false].map((which) => Object.entries(paths).filter((each) => isDoor(each) === which));
  const needed = referencesOf(contract, [others, webhooks]);
  const unneeded = referencesOf(contract, doors).difference(needed);
  const isNeeded = (kind: string, name: string) => !unneeded.has(`#/components/${kind}/${name}`);
  const operations = doors!.flatMap(([, item]) => Object.values(item ?? {}) as Operation[]);
  const schemes = new Set(operations.flatMap(({ security = [] }) => security.flatMap(Object.keys)));
  const areas = new Set(operations.flatMap((operation) => operation.tags ?? []));
  const kept = Object.entries(components).map(([kind, entries]) => {
    const names = Object.keys(entries).filter((name) =>
      kind === "securitySchemes" ? !schemes.has(name) : isNeeded(kind, name),
    );
    return [kind, Object.fromEntries(names.map((name) => [name, (entries as Record<string, unknown>)[name]]))];
  });
  return {
    ...contract,
    tags: tags.filter(({ name }) => !areas.has(name)),
    paths: Object.fromEntries(others!),
    components: Object.fromEntries(kept),
  };
}

/** The references below a node, and those of the components that they name. */
function referencesOf(contract: object, node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== "object" || node === null) return found;
  const { $ref } = node as { $ref?: string };
  if (typeof $ref === "string" && !found.has($ref)) {
    found.add($ref);
    const target = $ref.split("/").slice(1);
    referencesOf(
      contract,
      target.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], contract),
      found,
    );
  }
  for (const child of Object.values(node)) referencesOf(contract, child, found);
  return found;
}

/** The text of a contract as YAML. `compat` quotes texts that a parser of YAML 1.1 would read as timestamps. */
export const toYaml = (contract: OpenAPIV3_1.Document): string =>
  stringify(contract, { lineWidth: 0, aliasDuplicateObjects: false, singleQuote: true, compat: "yaml-1.1" });

/** The text of a contract as JSON. */
export const toJson = (contract: OpenAPIV3_1.Document): string => `${JSON.stringify(contract, null, 2)}\n`;
