/**
 * Asks Twilio for the account and its phone numbers, and changes the address at which a number receives texts. The doctor
 * uses this; no text is sent.
 *
 * Promises: the credentials are sent to the configured address only. Redirects, and pages elsewhere, are not followed.
 * Costs: a request for the account and one for each page of numbers, at most 50.
 *
 * @see https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource
 */
import { type AccountNumber, AccountRefusal, type CarrierAccount } from "../account.ts";

/** The settings of an account at Twilio. */
export type TwilioSettings = {
  accountSid: string;
  authToken: string;
  /** The address of the API without a trailing slash. */
  baseUrl: string;
};

const timeoutMilliseconds = 5_000;
const maxPages = 50;
const pageSize = 100;
const maxAnswerBytes = 4 * 1024 * 1024;

type Json = Record<string, unknown>;

export function openTwilioAccount({ accountSid, authToken, baseUrl }: TwilioSettings): CarrierAccount {
  const root = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;

  async function ask(path: string, form?: URLSearchParams): Promise<Json> {
    const response = await fetch(`${baseUrl}${path}`, {
      headers: { authorization, accept: "application/json" },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMilliseconds),
      ...(form && { method: "POST", body: form }),
    });
    const answer = parse(await readText(response));
    if (!response.ok) throw new AccountRefusal(response.status, answer.code);
    return answer;
  }

  const pathOf = (id: string) => `${root}/IncomingPhoneNumbers/${encodeURIComponent(id)}.json`;
  return {
    origin: new URL(baseUrl).origin,
    credentials: "PROVIDER_ACCOUNT_SID, and the account's auth token as WEBHOOK_CLIENT_SECRET",
    readStatus: async () => textOf((await ask(`${root}.json`)).status),
    async listNumbers() {
      const numbers: AccountNumber[] = [];
      let path: string | undefined = `${root}/IncomingPhoneNumbers.json?PageSize=${pageSize}`;
      for (let page = 0; path !== undefined && page < maxPages; page += 1) {
        const answer: Json = await ask(path);
        const listed = Array.isArray(answer.incoming_phone_numbers) ? answer.incoming_phone_numbers : [];
        numbers.push(...listed.map(numberOf));
        const next = textOf(answer.next_page_uri);
        // Beginning with a slash, it stays below the configured address.
        path = next.startsWith("/") ? next : undefined;
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

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** The body, up to its limit. A longer one is cut, and then not valid JSON. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) break;
  }
  return Buffer.concat(chunks).toString();
}

function parse(text: string): Json {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
