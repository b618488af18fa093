import type { ProviderKind } from "../provider.ts";
import { createSimulatedProvider } from "./send.ts";

/** The simulated carrier, which needs no settings. Its codes are those of Twilio. */
export const simulated: ProviderKind<object> = {
  describe: () => "simulated: texts are written to this log and go nowhere else",
  failures: new Map(),
  create: async (_, { log }) => createSimulatedProvider(log),
};
