import type { OpenAPIV3_1 } from "openapi-types";
import type { DocumentedOperation } from "./operation.ts";
import { type Webhook, webhooksOf } from "./webhook.ts";

/** A tag of the contract with its operations and webhooks. */
export interface Area {
  name: string;
  description: string | undefined;
  operations: DocumentedOperation[];
  webhooks: Webhook[];
}

/** The areas of a contract, in its order. */
export function areasOf(contract: OpenAPIV3_1.Document): Area[] {
  const operations = operationsOf(contract);
  const webhooks = webhooksOf(contract);
  return (contract.tags ?? []).map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ area }) => area === name),
    webhooks: webhooks.filter(({ area }) => area === name),
  }));
}

/** The operations of a contract. */
export function operationsOf(contract: OpenAPIV3_1.Document): DocumentedOperation[] {
  return Object.entries(contract.paths ?? {}).flatMap(([path, item]) =>
    (["get", "post", "patch", "delete"] as const).flatMap((method) => {
      const operation = item?.[method];
      if (!operation) return [];
      const schemes = operation.security ?? contract.security ?? [];
      return {
        id: operation.operationId ?? `${method} ${path}`,
        method: method.toUpperCase(),
        path,
        area: operation.tags?.[0] ?? "",
        needsKey: schemes.some((scheme) => "ApiKeyHeader" in scheme),
        needsSignature: schemes.some((scheme) => "ProviderSignature" in scheme),
        operation,
      };
    }),
  );
}
