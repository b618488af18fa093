import type { ProviderKind } from "../provider.ts";
import { createSimulatedProvider } from "./send.ts";

/**
 * The simulated carrier, which needs no settings.
 *
 * @param pageOf the page about a code, at the carrier whose codes it refuses with
 */
export const simulatedWith = (pageOf: (code: string) => string): ProviderKind<object> => ({
  describe: () => "simulated: texts are written to this log and go nowhere else",
  failures: new Map(),
  create: async (_, { log }) => createSimulatedProvider(log, pageOf),
});
