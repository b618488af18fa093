import { makeStandardSecret, standardSecretFault } from "../../secrets/standard-secrets.ts";
import type { AccountKind } from "../provider.ts";
import { addressFault } from "../settings.ts";
import { createHttpDialect } from "./callbacks.ts";
import type { HttpSettings } from "./send.ts";

const reachMilliseconds = 5_000;

/**
 * A program of the operator that carries texts by whatever means it has. It gets each text by a signed post, and posts
 * inbound texts and statuses back, signed with the same secret.
 *
 * @see docs/carriers.md
 */
export const http = {
  describe: ({ url }) => `http, ${new URL(url).origin}`,
  failures: new Map(),
  async create(settings, { baseUrl, log, accountId = "default", onExchange, timeoutMilliseconds }) {
    // The HTTP client is loaded only if it is needed.
    const { createHttpProvider } = await import("./send.ts");
    const callbackUrl = baseUrl && `${baseUrl}/api/external/http/${accountId}/status`;
    return {
      ...createHttpProvider({ ...settings, callbackUrl, log, onExchange, timeoutMilliseconds }),
      callbacks: { kind: "http", dialect: createHttpDialect(settings.secret) },
    };
  },
  accounts: {
    settings: {
      url: { about: "the address that texts are posted to", fault: addressFault },
      secret: {
        about: "whsec_… and base64, which signs the posts of both sides",
        isSecret: true,
        make: makeStandardSecret,
        fault: standardSecretFault,
      },
    },
    async reach({ url }) {
      const { status } = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(reachMilliseconds) });
      return `${new URL(url).origin} answers a GET with ${status}`;
    },
    triedWith: "the programs of docs/carriers.md and the libraries of Standard Webhooks",
  },
} satisfies AccountKind<HttpSettings>;
