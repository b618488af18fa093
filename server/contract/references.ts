type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Replaces every local `$ref` of a document by its target. Keywords beside a `$ref` take precedence. Each reference gets
 * its own copy, because the validator's dereferencing drops objects that are shared.
 */
export function dereference<Document extends object>(root: Document): Document {
  const resolve = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(resolve);
    if (node === null || typeof node !== "object") return node;
    const { $ref, ...own } = node;
    const resolved = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, resolve(value)]));
    return typeof $ref === "string" ? { ...(resolve(find(root as Json, $ref)) as object), ...resolved } : resolved;
  };
  return resolve(root as Json) as Document;
}

function find(root: Json, reference: string): Json {
  return reference
    .slice("#/".length)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<Json>((node, key) => (node as { [key: string]: Json })[key] ?? null, root);
}
