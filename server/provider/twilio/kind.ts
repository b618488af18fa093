import type { ProviderKind } from "../provider.ts";
import { openTwilioAccount, type TwilioSettings } from "./account.ts";
import { twilioFailures } from "./failures.ts";
import { authorizeMedia } from "./media.ts";

export const twilio: ProviderKind<TwilioSettings> = {
  describe: ({ accountSid }) => `twilio, account ${accountSid}`,
  answersKeywords: true,
  failures: twilioFailures,
  async create(settings, { baseUrl, log }) {
    // The HTTP client is loaded only if it is needed.
    const { createTwilioProvider } = await import("./send.ts");
    return createTwilioProvider({ ...settings, callbackBaseUrl: baseUrl, log });
  },
  authorizeMedia,
  openAccount: openTwilioAccount,
};
