import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import type { Provider } from "./provider.ts";
import { createSimulatedProvider } from "./simulated/send.ts";

/** Creates the configured provider; `close` ends its connections. */
export async function createProvider(
  { provider, baseUrl }: Config,
  log: Log,
): Promise<{ provider: Provider; close(): Promise<void> }> {
  if (provider.kind === "simulated") return { provider: createSimulatedProvider(log), close: async () => {} };
  // The HTTP client is loaded only if it is needed.
  const { createTwilioProvider } = await import("./twilio/send.ts");
  const twilio = createTwilioProvider({ ...provider, callbackBaseUrl: baseUrl, log });
  return { provider: twilio, close: twilio.close };
}
