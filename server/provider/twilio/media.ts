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
