import { deleteWith } from "../ask.ts";
import { authorizationOf, rootOf, type TwilioSettings } from "./account.ts";

/**
 * Deletes a text at Twilio, which deletes its files with it. Twilio refuses this for a text that is still on its way.
 *
 * @see https://www.twilio.com/docs/messaging/api/message-resource#delete-a-message-resource
 */
export const forgetText = (settings: TwilioSettings, id: string): Promise<void> =>
  deleteWith(
    settings.baseUrl,
    authorizationOf(settings),
  )(`${rootOf(settings)}/Messages/${encodeURIComponent(id)}.json`);
