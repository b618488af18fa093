import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { uniquePhone } from "../support/factories.ts";
import { fromNow } from "../support/times.ts";
import { signInByTwilio } from "../support/twilio-door.ts";

const app = useApp();

const file = readFileSync(join(import.meta.dirname, "twilio-oai.json"), "utf8");

/** The schemas that Twilio publishes, with their licence. Ajv knows no `nullable` of a value that may have any type. */
const published = JSON.parse(file, (_, value) => (value?.nullable && !value.type ? {} : value));

const rfc2822 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000$/;

const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addFormat("date-time-rfc-2822", rfc2822);
ajv.addFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
for (const format of ["phone-number", "currency", "phone-number-capabilities", "uri-map", "uri", "http-method"])
  ajv.addFormat(format, true);
ajv.addSchema(published, "twilio");

/** Checks a value by a schema of Twilio: its fields are fields of Twilio, with values that Twilio gives them. */
function expectShape(name: string, value: object): void {
  const isValid = ajv.compile({ $ref: `twilio#/components/schemas/${name}` });
  const fields = Object.keys(published.components.schemas[name].properties);
  expect(isValid(value), JSON.stringify(isValid.errors)).toBe(true);
  expect(Object.keys(value).filter((field) => !fields.includes(field))).toEqual([]);
}

/** Checks also that no field of Twilio is missing. */
function expectWholeShape(name: string, value: object): void {
  expectShape(name, value);
  expect(Object.keys(value).toSorted()).toEqual(Object.keys(published.components.schemas[name].properties).toSorted());
}

test("texts have the shape that Twilio publishes, sent, waiting and canceled", async () => {
  const { send, path, accountSid } = await signInByTwilio(app);
  const fields = { To: uniquePhone(), Body: "hello" };
  const MessagingServiceSid = accountSid.replace("AC", "MG");
  const schedule = { ScheduleType: "fixed", SendAt: await fromNow(app.em(), 3_600), MessagingServiceSid };

  const { body: sent } = await send("POST", `${path}/Messages.json`, fields);
  const { body: waiting } = await send("POST", `${path}/Messages.json`, { ...fields, ...schedule });
  const { body: canceled } = await send("POST", `${path}/Messages/${waiting.sid}.json`, { Status: "canceled" });
  const { body: fetched } = await send("GET", sent.uri);
  const { body: listed } = await send("GET", `${path}/Messages.json`);

  const texts = [sent, waiting, canceled, fetched, ...listed.messages];
  expect(texts).toHaveLength(6);
  for (const text of texts) expectWholeShape("api.v2010.account.message", text);
});

test("the account and the numbers have the shape that Twilio publishes", async () => {
  const { send, path } = await signInByTwilio(app);

  expectWholeShape("api.v2010.account", (await send("GET", `${path}.json`)).body);
  const { body } = await send("GET", `${path}/IncomingPhoneNumbers.json`);
  expect(body.incoming_phone_numbers).toHaveLength(1);
  for (const number of body.incoming_phone_numbers) expectShape("api.v2010.account.incoming_phone_number", number);
});

test("verifications have the shape that Twilio publishes", async () => {
  const { send, accountSid } = await signInByTwilio(app);
  const path = `/v2/Services/${accountSid.replace("AC", "VA")}`;
  const To = uniquePhone();

  const { body: started } = await send("POST", `${path}/Verifications`, { To, Channel: "sms" });
  const [Code = ""] = /\d{6}$/.exec(app.provider.texts.findLast(({ to }) => to === To)!.body) ?? [];
  const wrong = await send("POST", `${path}/VerificationCheck`, {
    To,
    Code: Code.replace(/./, (digit) => String(9 - Number(digit))),
  });
  const right = await send("POST", `${path}/VerificationCheck`, { To, Code });

  expectWholeShape("verify.v2.service.verification", started);
  expect([wrong.body.valid, right.body.valid]).toEqual([false, true]);
  for (const { body } of [wrong, right]) expectWholeShape("verify.v2.service.verification_check", body);
});

test("a list has one key beside those of its pages, which the client for Python looks for", async () => {
  const { send, path } = await signInByTwilio(app);
  const paging = ["end", "first_page_uri", "next_page_uri", "page", "page_size", "previous_page_uri", "start", "uri"];

  for (const [list, key] of [
    ["Messages", "messages"],
    ["IncomingPhoneNumbers", "incoming_phone_numbers"],
  ]) {
    const { body } = await send("GET", `${path}/${list}.json`);
    expect(Object.keys(body).toSorted()).toEqual([...paging, key].toSorted());
  }
});
