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

/** How requests authenticate without an API key of ours, by the name of the scheme or by its kind. */
const inWords: Record<string, string> = {
  ProviderSignature: "the provider's signature",
  StandardWebhook: "the signature of a webhook",
  TextbeltKey: "an API key in the query or in the body, as `key`",
  basic: "an account and an API key, by basic authentication",
};

function authenticationOf(
  { components }: OpenAPIV3_1.Document,
  schemes: OpenAPIV3_1.SecurityRequirementObject[],
): string {
  const [name = ""] = schemes.flatMap(Object.keys);
  const { scheme } = { ...components?.securitySchemes?.[name] } as Partial<OpenAPIV3_1.HttpSecurityScheme>;
  return inWords[name] ?? inWords[scheme?.toLowerCase() ?? ""] ?? "none";
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
        authentication: authenticationOf(contract, schemes),
        operation,
      };
    }),
  );
}
