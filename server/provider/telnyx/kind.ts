import { askWith } from "../ask.ts";
import type { AccountKind } from "../provider.ts";
import { addressFault, wordFault } from "../settings.ts";
import { createTelnyxDialect, publicKeyFault } from "./callbacks.ts";
import { telnyxFailures } from "./failures.ts";
import { openTelnyxHistory } from "./history.ts";
import type { TelnyxSettings } from "./send.ts";

/** @see https://developers.telnyx.com/docs/messaging */
export const telnyx = {
  describe: ({ baseUrl }) => `telnyx, ${new URL(baseUrl).origin}`,
  failures: telnyxFailures,
  async create(settings, { baseUrl, log, accountId = "default", onExchange, timeoutMilliseconds }) {
    // The HTTP client is loaded only if it is needed.
    const { createTelnyxProvider } = await import("./send.ts");
    const webhookUrl = baseUrl && `${baseUrl}/api/external/telnyx/${accountId}/status`;
    return {
      ...createTelnyxProvider({ ...settings, webhookUrl, log, onExchange, timeoutMilliseconds }),
      callbacks: { kind: "telnyx", dialect: createTelnyxDialect(settings.publicKey) },
    };
  },
  openHistory: openTelnyxHistory,
  accounts: {
    settings: {
      apiKey: { about: "the API key, KEY…", isSecret: true, fault: wordFault },
      publicKey: { about: "the public key for webhooks, in base64", fault: publicKeyFault },
      baseUrl: { about: "the address of the API", make: () => "https://api.telnyx.com", fault: addressFault },
    },
    triedWith: "a stand-in server, and Node's own Ed25519; not tried against the real service",
    async reach({ apiKey, baseUrl }) {
      const { origin } = new URL(baseUrl);
      await askWith(origin, `Bearer ${apiKey}`)("/v2/balance");
      return `${origin} accepts the API key`;
    },
  },
} satisfies AccountKind<TelnyxSettings>;
