import { answer, type FakeServer, messageSid, type ReceivedRequest } from "./fake-server.ts";
import type { Settings } from "./process.ts";

/** A phone number of a fake account, with the names of Twilio. */
interface FakeNumber {
  sid: string;
  phone_number: string;
  sms_url: string;
  sms_method: string;
  sms_application_sid: string;
}

/** A text in the list of a fake account, with the names of Twilio. */
export interface FakeMessage {
  sid: string;
  direction: "inbound" | "outbound-api";
  from: string;
  to: string;
  body: string;
  status: string;
  error_code: number | null;
  num_media: string;
  date_sent: string;
  subresource_uris: { media: string };
}

/** A fake account of Twilio on a fake server, with pages of two numbers and of two texts. */
export interface FakeAccount {
  numbers: FakeNumber[];
  /** The texts that the account has carried, in any order. */
  messages: FakeMessage[];
  status: string;
  /** The settings of an installation with this account. */
  settings: Settings;
  /** The settings of an account that operators add. */
  added: Record<string, string>;
  /** Adds a number. */
  add(phone_number: string, fields?: Partial<FakeNumber>): FakeNumber;
}

const pageLength = 2;
const token = "0123456789abcdef0123456789abcdef";

export function createFakeAccount(server: FakeServer): FakeAccount {
  const account: FakeAccount = {
    numbers: [],
    messages: [],
    status: "active",
    settings: {
      PROVIDER: "twilio",
      PROVIDER_ACCOUNT_SID: "AC1",
      PROVIDER_BASE_URL: `${server.url}/base`,
      WEBHOOK_CLIENT_SECRET: token,
    },
    added: { accountSid: "AC1", authToken: token, baseUrl: `${server.url}/base` },
    add(phone_number, fields) {
      const sid = `PN${account.numbers.length}`;
      const number = { sid, phone_number, sms_url: "", sms_method: "POST", sms_application_sid: "", ...fields };
      account.numbers.push(number);
      return number;
    },
  };
  server.behaviour = (request, response) => {
    const isKnown = request.headers.authorization === `Basic ${Buffer.from(`AC1:${token}`).toString("base64")}`;
    const [status, body] = isKnown ? answerOf(account, request) : [401, { code: 20003, message: "Authenticate" }];
    return answer(status, body ?? "")(request, response);
  };
  return account;
}

/** The texts of a day, newest first. A page begins after the text that its token names, as at Twilio. */
function listMessages({ messages }: FakeAccount, path: string, search: URLSearchParams): object {
  const day = search.get("DateSent");
  const ofDay = messages
    .filter(({ date_sent }) => new Date(date_sent).toISOString().slice(0, 10) === day)
    .toSorted((a, b) => Date.parse(b.date_sent) - Date.parse(a.date_sent));
  const after = search.get("PageToken")?.replace("PA", "");
  const start = after === undefined ? 0 : ofDay.findIndex(({ sid }) => sid === after) + 1;
  const page = ofDay.slice(start, start + pageLength);
  const next = `${path}?DateSent=${day}&PageSize=${pageLength}&Page=1&PageToken=PA${page.at(-1)?.sid}`;
  return { messages: page, next_page_uri: start + pageLength < ofDay.length ? next : null };
}

/** A text in the list of a fake account. */
export const fakeMessage = (fields: Pick<FakeMessage, "from" | "to" | "body"> & Partial<FakeMessage>): FakeMessage => ({
  sid: messageSid(),
  direction: "outbound-api",
  status: "queued",
  error_code: null,
  num_media: "0",
  date_sent: new Date().toUTCString(),
  subresource_uris: { media: "" },
  ...fields,
});

function answerOf(account: FakeAccount, { method, path, form }: ReceivedRequest): [number, unknown] {
  const { numbers, status } = account;
  const own = "/2010-04-01/Accounts/AC1";
  const root = `/base${own}`;
  const url = new URL(path, "http://localhost");
  if (url.pathname === `${root}.json`) return [200, { status }];
  if (url.pathname === `${root}/IncomingPhoneNumbers.json`) {
    const page = Number(url.searchParams.get("Page") ?? 0);
    const end = (page + 1) * pageLength;
    const next = `${own}/IncomingPhoneNumbers.json?Page=${page + 1}`;
    const next_page_uri = end < numbers.length ? next : null;
    return [200, { incoming_phone_numbers: numbers.slice(page * pageLength, end), next_page_uri }];
  }
  if (method === "POST" && url.pathname === `${root}/Messages.json`) {
    account.messages.push(fakeMessage({ from: form.From!, to: form.To!, body: form.Body! }));
    return [201, account.messages.at(-1)];
  }
  if (method === "DELETE") {
    const at = account.messages.findIndex(({ sid }) => url.pathname === `${root}/Messages/${sid}.json`);
    if (at < 0) return [404, { code: 20404 }];
    account.messages.splice(at, 1);
    return [204, undefined];
  }
  if (url.pathname === `${root}/Messages.json`)
    return [200, listMessages(account, `${own}/Messages.json`, url.searchParams)];
  const [, sid] = /\/Messages\/(\w+)\/Media.json$/.exec(url.pathname) ?? [];
  if (sid) return [200, { media_list: [{ uri: `${own}/Messages/${sid}/Media/ME1.json`, content_type: "image/png" }] }];
  const number = numbers.find(({ sid }) => url.pathname === `${root}/IncomingPhoneNumbers/${sid}.json`);
  if (!number) return [404, { code: 20404 }];
  if (method === "POST") Object.assign(number, { sms_url: form.SmsUrl, sms_method: form.SmsMethod });
  return [200, number];
}
