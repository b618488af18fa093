/**
 * Asks Twilio for the account and its phone numbers, and changes the address at which a number receives texts. The doctor
 * uses this; no text is sent.
 *
 * Promises: the credentials are sent to the configured address only. Redirects, and pages elsewhere, are not followed.
 * Costs: a request for the account and one for each page of numbers, at most 50.
 *
 * @see https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource
 */

/** A phone number of the account. */
export interface AccountNumber {
  id: string;
  phoneNumber: string;
  /** Where its texts are posted to; empty if nowhere. */
  address: string;
  method: string;
  /** The application that decides instead of the address, if there is one. */
  application: string | undefined;
}

export interface TwilioAccount {
  /** The state of the account, for example `active`. @throws AccountRefusal */
  readStatus(): Promise<string>;
  /** The phone numbers of the account, at most 5,000. @throws AccountRefusal */
  listNumbers(): Promise<AccountNumber[]>;
  /** Reads one number by its id. @throws AccountRefusal */
  readNumber(id: string): Promise<AccountNumber>;
  /** Has the texts of a number posted to an address. @throws AccountRefusal */
  setAddress(id: string, address: string): Promise<void>;
}

/** The carrier answered with an error. The message names its code and none of its own words. */
export class AccountRefusal extends Error {
  /** Whether it refused the credentials. */
  readonly refusesCredentials: boolean;

  constructor(status: number, code: unknown) {
    const known = typeof code === "number" ? `, code ${code}` : "";
    super(`HTTP ${status}${known}`);
    this.refusesCredentials = status === 401 || status === 403;
  }
}

interface AccountOptions {
  accountSid: string;
  authToken: string;
  /** Without a trailing slash. */
  baseUrl: string;
}

const timeoutMilliseconds = 5_000;
const maxPages = 50;
const pageSize = 100;
const maxAnswerBytes = 4 * 1024 * 1024;

type Json = Record<string, unknown>;

export function openTwilioAccount({ accountSid, authToken, baseUrl }: AccountOptions): TwilioAccount {
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
