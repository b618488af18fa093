import { askWith, listOf, textOf } from "../ask.ts";
import type { AccountKind } from "../provider.ts";
import { createSmsgateDialect } from "./callbacks.ts";
import { smsgateFailures } from "./failures.ts";
import { addressOf, authorizationOf, type SmsgateSettings, smsgateSettings } from "./settings.ts";

/**
 * A SIM card of an Android phone with the app SMS Gateway for Android, by its cloud service or by a private server of the
 * same software.
 *
 * @see https://docs.sms-gate.app
 */
export const smsgate = {
  describe: (settings) => `smsgate, ${new URL(settings.baseUrl).origin}`,
  failures: smsgateFailures,
  async create(settings, { log, onExchange, timeoutMilliseconds }) {
    // The HTTP client is loaded only if it is needed.
    const { createSmsgateProvider } = await import("./send.ts");
    return {
      ...createSmsgateProvider({ settings, log, onExchange, timeoutMilliseconds }),
      callbacks: { kind: "smsgate", dialect: createSmsgateDialect(settings) },
    };
  },
  accounts: {
    settings: smsgateSettings,
    triedWith: "its own private server of July 2026, and a stand-in for the phone; not tried with a phone",
    async reach(settings) {
      const address = addressOf(settings);
      const devices = listOf(await askWith(address, authorizationOf(settings))("/devices"));
      const device = devices.find(({ id }) => id === settings.deviceId);
      if (!device) throw new Error(`${new URL(address).origin} does not know the phone ${settings.deviceId}`);
      return `${new URL(address).origin} has last seen the phone at ${textOf(device.lastSeen)}`;
    },
  },
} satisfies AccountKind<SmsgateSettings>;
