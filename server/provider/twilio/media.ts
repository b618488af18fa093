import type { TwilioSettings } from "./account.ts";

/** Where the addresses of files lead, whatever address of the API is configured. */
const ownOrigin = "https://api.twilio.com";

/**
 * The credentials for a file of an inbound text. Other hosts get none, so an address that somebody made up learns nothing.
 *
 * @see https://www.twilio.com/docs/messaging/api/media-resource
 */
export function authorizeMedia({ accountSid, authToken, baseUrl }: TwilioSettings, url: URL): Record<string, string> {
  if (![ownOrigin, new URL(baseUrl).origin].includes(url.origin)) return {};
  return { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}` };
}

/** The same for a file whose address names this account. The account of the environment may also read those of others. */
export function authorizeOwnMedia(settings: TwilioSettings, url: URL): Record<string, string> {
  const isOwn = url.pathname.includes(`/Accounts/${encodeURIComponent(settings.accountSid)}/`);
  return isOwn ? authorizeMedia(settings, url) : {};
}
