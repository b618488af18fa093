import { authorizationOf, type TwilioSettings } from "./account.ts";

/** Where the addresses of files lead, whatever address of the API is configured. */
const ownOrigin = "https://api.twilio.com";

/**
 * The credentials for a file of an inbound text. Other hosts get none, so an address that somebody made up learns nothing.
 *
 * @see https://www.twilio.com/docs/messaging/api/media-resource
 */
export function authorizeMedia(settings: TwilioSettings, url: URL): Record<string, string> {
  const isOfTwilio = [ownOrigin, new URL(settings.baseUrl).origin].includes(url.origin);
  return isOfTwilio ? { authorization: authorizationOf(settings) } : {};
}

/** The same for a file whose address names this account. The account of the environment may also read those of others. */
export function authorizeOwnMedia(settings: TwilioSettings, url: URL): Record<string, string> {
  const isOwn = url.pathname.includes(`/Accounts/${encodeURIComponent(settings.accountSid)}/`);
  return isOwn ? authorizeMedia(settings, url) : {};
}
