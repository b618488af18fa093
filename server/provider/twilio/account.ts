/**
 * Asks Twilio for the account and its phone numbers, and changes the address at which a number receives texts. The doctor
 * uses this; no text is sent.
 *
 * Promises: the credentials are sent to the configured address only. Redirects, and pages elsewhere, are not followed.
 * Costs: a request for the account and one for each page of numbers, at most 50.
 *
 * @see https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource
 */
import type { AccountNumber, CarrierAccount } from "../account.ts";
import { type Ask, askWith, basicAuthorization, type Json, listOf, textOf } from "../ask.ts";

/** The settings of an account at Twilio. */
export type TwilioSettings = {
  accountSid: string;
  authToken: string;
  /** The address of the API without a trailing slash. */
  baseUrl: string;
};

const maxPages = 50;
const pageSize = 100;

/** Creates the function that asks Twilio, and the path of the account. */
export const openTwilio = (settings: TwilioSettings): { ask: Ask; root: string } => ({
  ask: askWith(settings.baseUrl, authorizationOf(settings)),
  root: rootOf(settings),
});

/** The header with the credentials. */
export const authorizationOf = ({ accountSid, authToken }: TwilioSettings): string =>
  basicAuthorization(accountSid, authToken);

/** The path of the account. */
export const rootOf = ({ accountSid }: TwilioSettings): string =>
  `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`;

/** The path of the next page of a list; undefined at its end. Beginning with a slash, it stays below the configured address. */
export function nextPageOf({ next_page_uri: next }: Json): string | undefined {
  return textOf(next).startsWith("/") ? textOf(next) : undefined;
}

export function openTwilioAccount(settings: TwilioSettings): CarrierAccount {
  const { ask, root } = openTwilio(settings);
  const pathOf = (id: string) => `${root}/IncomingPhoneNumbers/${encodeURIComponent(id)}.json`;
  return {
    origin: new URL(settings.baseUrl).origin,
    credentials: "PROVIDER_ACCOUNT_SID, and the account's auth token as WEBHOOK_CLIENT_SECRET",
    readStatus: async () => textOf((await ask(`${root}.json`)).status),
    async listNumbers() {
      const numbers: AccountNumber[] = [];
      let path: string | undefined = `${root}/IncomingPhoneNumbers.json?PageSize=${pageSize}`;
      for (let page = 0; path !== undefined && page < maxPages; page += 1) {
        const answer: Json = await ask(path);
        numbers.push(...listOf(answer.incoming_phone_numbers).map(numberOf));
        path = nextPageOf(answer);
      }
      return numbers;
    },
    readNumber: async (id) => numberOf(await ask(pathOf(id))),
    async setAddress(id, address) {
      await ask(pathOf(id), new URLSearchParams({ SmsUrl: address, SmsMethod: "POST" }));
    },
  };
}

function numberOf(given: Json): AccountNumber {
  return {
    id: textOf(given.sid),
    phoneNumber: textOf(given.phone_number),
    address: textOf(given.sms_url),
    method: textOf(given.sms_method) || "POST",
    application: textOf(given.sms_application_sid) || undefined,
  };
}
