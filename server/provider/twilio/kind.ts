import type { AccountKind } from "../provider.ts";
import { addressFault, emptyFault, wordFault } from "../settings.ts";
import { openTwilioAccount, type TwilioSettings } from "./account.ts";
import { createTwilioDialect } from "./callbacks.ts";
import { twilioFailures } from "./failures.ts";
import { forgetText } from "./forget.ts";
import { openTwilioHistory } from "./history.ts";
import { authorizeMedia, authorizeOwnMedia } from "./media.ts";

export const twilio = {
  describe: ({ accountSid }) => `twilio, account ${accountSid}`,
  answersKeywords: true,
  failures: twilioFailures,
  async create(settings, { baseUrl, log, accountId, onExchange, timeoutMilliseconds }) {
    // The HTTP client is loaded only if it is needed.
    const { createTwilioProvider, statusPathOfAccount } = await import("./send.ts");
    const options = { ...trimmed(settings), callbackBaseUrl: baseUrl, log, onExchange, timeoutMilliseconds };
    if (accountId === undefined) return createTwilioProvider(options);
    return {
      ...createTwilioProvider({ ...options, statusPathOf: statusPathOfAccount(accountId) }),
      callbacks: { kind: "twilio", dialect: createTwilioDialect([settings.authToken]) },
    };
  },
  authorizeMedia,
  openAccount: (settings) => openTwilioAccount(trimmed(settings)),
  openHistory: (settings) => openTwilioHistory(trimmed(settings)),
  forget: (settings, id) => forgetText(trimmed(settings), id),
  accounts: {
    settings: {
      accountSid: { about: "the account's SID, AC…", fault: wordFault },
      authToken: { about: "the account's auth token, which also signs callbacks", isSecret: true, fault: emptyFault },
      baseUrl: { about: "the address of the API", make: () => "https://api.twilio.com", fault: addressFault },
    },
    triedWith: "Twilio's own library, which signs and verifies; not tried against the real service",
    authorizeMedia: authorizeOwnMedia,
  },
} satisfies AccountKind<TwilioSettings>;

const trimmed = (settings: TwilioSettings) => ({ ...settings, baseUrl: settings.baseUrl.replace(/\/+$/, "") });
