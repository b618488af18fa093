import { expect, test } from "vitest";
import { prepare } from "../../server/contract/input.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();

const json = { "content-type": "application/json" };

/** Posts a body as it is. */
const post = (client: Client, body: RequestInit["body"], headers: Record<string, string> = json) =>
  client.request("POST", "/api/business-numbers", { headers, ...(body !== undefined && { body }) });

/** A good body with more fields, written by hand because not all of them survive JSON.stringify. */
const numberWith = (fields: string) =>
  `{"name":"number ${uniquePhone()}","phoneNumber":"${uniquePhone()}","phoneNumberSid":"PN1",${fields}}`;

const fieldsOf = ({ body }: { body: { details: { field: string }[] } }) => body.details.map(({ field }) => field);

test("a body that is not JSON cannot be parsed", async () => {
  const { client } = await app.signIn();
  const broken = [
    "{",
    "{'name':'x'}",
    '{"name":"x",}',
    "name=x",
    "undefined",
    "NaN",
    '{"name":"\u0001"}',
    "{}{}",
    "\0",
  ];

  for (const body of broken) expect(refusalOf(await post(client, body)), body).toBe("400 validation_error");
});

test("a body that is not UTF-8 cannot be decoded", async () => {
  const { client } = await app.signIn();
  const before = Buffer.from('{"name":"');

  for (const bytes of ["ff", "c328", "eda080", "f8a1a1a1a1", "e282"]) {
    const body = Buffer.concat([before, Buffer.from(bytes, "hex"), Buffer.from('"}')]);
    expect(refusalOf(await post(client, body)), bytes).toBe("400 validation_error");
  }
  expect(refusalOf(await post(client, Buffer.from(numberWith('"settings":{}'), "utf16le")))).toBe(
    "400 validation_error",
  );
});

test("a JSON body that is not an object is a violation of the body itself", async () => {
  const { client } = await app.signIn();

  for (const body of ["[]", "[{}]", '"text"', "5", "true", "null", "[".repeat(1000) + "]".repeat(1000)]) {
    const answer = await post(client, body);
    expect(refusalOf(answer), body).toBe("422 validation_error");
    expect(fieldsOf(answer)[0]).toBe("");
  }
});

test("an absent or empty body is refused where fields are required, and accepted elsewhere", async () => {
  const { client } = await app.signIn();
  const { businessNumbers } = await client.listBusinessNumbers();
  const path = `/api/business-numbers/${businessNumbers[0]!.id}`;

  for (const body of [undefined, ""]) {
    for (const headers of [json, {}]) {
      const answer = await post(client, body, headers);
      expect(refusalOf(answer)).toBe("422 validation_error");
      expect(fieldsOf(answer)).toEqual(["name", "phoneNumber", "phoneNumberSid"]);
      const init = { headers, ...(body !== undefined && { body }) };
      expect((await client.request("PATCH", path, init)).status).toBe(200);
      expect((await client.request("POST", `${path}/make-primary`, init)).status).toBe(200);
    }
  }
});

test("a body of another media type is refused", async () => {
  const { client } = await app.signIn();
  const body = numberWith('"settings":{}');

  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/json",
    "",
  ]) {
    expect(refusalOf(await post(client, body, { "content-type": type })), type).toBe("415 unsupported_media_type");
  }
  const bytes = Buffer.from(body);
  expect(refusalOf(await post(client, bytes, {})), "none at all").toBe("415 unsupported_media_type");
});

test("a compressed body is refused, and one without compression is not", async () => {
  const { client } = await app.signIn();
  const body = numberWith('"settings":{}');

  for (const encoding of ["gzip", "br", "GZIP", "deflate, gzip"]) {
    const answer = await post(client, body, { "content-type": "application/json", "content-encoding": encoding });
    expect(refusalOf(answer), encoding).toBe("415 unsupported_media_type");
    expect(answer.body).toMatchObject({ message: expect.stringContaining("without compression") });
  }
  const identity = { "content-type": "application/json", "content-encoding": "identity" };
  expect((await post(client, body, identity)).status).toBe(201);
});

test.each(["9007199254740992", "-9007199254740993", "12345678901234567890", `1${"0".repeat(30)}`, "1e20"])(
  "the number %s, whose digits would change, is refused in an open object",
  async (number) => {
    const { client } = await app.signIn();
    for (const settings of [`{"n":${number}}`, `{"deep":{"n":[${number}]}}`]) {
      const answer = await post(client, numberWith(`"settings":${settings}`));
      expect(refusalOf(answer)).toBe("422 validation_error");
      expect(answer.body).toMatchObject({ message: expect.stringContaining("send it as a string") });
    }
    const exact = '{"a":9007199254740991,"b":-9007199254740991,"c":0.1,"d":"12345678901234567890"}';
    const { status, text } = await post(client, numberWith(`"settings":${exact}`));
    expect(status).toBe(201);
    expect(JSON.parse(text).businessNumber.settings).toEqual(JSON.parse(exact));
  },
);

test("JSON with a charset, of a JSON-based type, or with a byte order mark is accepted", async () => {
  const { client } = await app.signIn();

  for (const type of ["application/json; charset=utf-8", "APPLICATION/JSON", "application/merge-patch+json"]) {
    expect((await post(client, numberWith('"settings":{}'), { "content-type": type })).status, type).toBe(201);
  }
  expect((await post(client, `\ufeff${numberWith('"settings":{}')}`)).status).toBe(201);
});

test("a body may have at most 1 MiB, with or without a Content-Length", async () => {
  const { client } = await app.signIn();
  const limit = 1_048_576;
  const padded = (bytes: number) => numberWith('"settings":{}').padEnd(bytes, " ");

  expect((await post(client, padded(limit))).status).toBe(201);
  expect(refusalOf(await post(client, padded(limit + 1)))).toBe("413 payload_too_large");
  expect(refusalOf(await post(client, padded(5 * limit)))).toBe("413 payload_too_large");
  const unannounced = { body: new Blob([padded(limit + 1)]).stream(), duplex: "half", headers: json };
  expect(refusalOf(await client.request("POST", "/api/text", unannounced as RequestInit))).toBe(
    "413 payload_too_large",
  );
  expect((await client.raw("listThreads")).status).toBe(200);
});

test("objects and arrays may be nested at most 64 levels deep, in any field", async () => {
  const { client } = await app.signIn();
  // The body is the first level.
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  const arrays = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;

  for (const nest of [objects, arrays]) {
    expect((await post(client, numberWith(`"settings":${nest(63)}`))).status).toBe(201);
    for (const levels of [64, 1000, 150_000]) {
      expect(refusalOf(await post(client, numberWith(`"settings":${nest(levels)}`)))).toBe("422 validation_error");
      expect(refusalOf(await post(client, numberWith(`"unknown":${nest(levels)}`)))).toBe("422 validation_error");
    }
  }
});

test("characters that the database cannot store are a violation of their field, in values and in names", async () => {
  const { client } = await app.signIn();
  const cases: [fields: string, field: string][] = [
    ['"friendlyName":"a\\u0000b"', "friendlyName"],
    ['"friendlyName":"\\ud800"', "friendlyName"],
    ['"friendlyName":"\\udc00\\ud800"', "friendlyName"],
    ['"settings":{"a":{"b":["\\u0000"]}}', "settings.a.b.0"],
    ['"settings":{"\\u0000":1}', "settings.\0"],
    ['"settings":{"\\udfff":1}', "settings.\udfff"],
    ['"settings":{"a":1e400}', "settings.a"],
    ['"settings":{"a":[-1e999]}', "settings.a.0"],
    ['"capabilities":{"sms":"\\u0000"}', "capabilities.sms"],
    ['"a\\u0000":1', "a\0"],
  ];

  for (const [fields, field] of cases) {
    const answer = await post(client, numberWith(fields));
    expect(refusalOf(answer), fields).toBe("422 validation_error");
    expect(new Set(fieldsOf(answer)), fields).toEqual(new Set([field]));
  }
  const text = await client.raw("sendText", { body: { phone_number: uniquePhone(), message: "a\0b" } });
  expect(refusalOf(text)).toBe("422 message_required_or_empty");
});

test("text outside the basic plane and numbers up to the largest are stored unchanged", async () => {
  const { client } = await app.signIn();

  const answer = await post(client, numberWith('"friendlyName":"\\ud83d\\ude00","settings":{"a":1e308,"b":5e-324}'));

  expect(answer.body.businessNumber).toMatchObject({ friendlyName: "😀", settings: { a: 1e308, b: 5e-324 } });
});

test("an unknown field is a violation, even with a name of Object.prototype", async () => {
  const { client } = await app.signIn();

  for (const name of ["nme", "Name", "__proto__", "constructor", "toString", "hasOwnProperty", "", "name.first", "0"]) {
    const answer = await post(client, numberWith(`"${name}":{}`));
    expect(refusalOf(answer), name).toBe("422 validation_error");
    expect(fieldsOf(answer)).toEqual([name]);
  }
});

test("a field called __proto__ in a free object is ordinary data", async () => {
  const { client } = await app.signIn();
  const settings = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';

  const answer = await post(client, numberWith(`"settings":${settings}`));

  expect(answer.status).toBe(201);
  const { id } = answer.body.businessNumber;
  const { text } = await client.raw("getBusinessNumber", { path: { id } });
  expect(text).toContain(`"settings":${settings}`);
  expect({}).not.toHaveProperty("polluted");
});

test("a __proto__ beside the fields does not supply any of them", async () => {
  const { client, key } = await app.signIn();

  const answer = await post(client, '{"__proto__":{"name":"x","phoneNumber":"+12025550123","phoneNumberSid":"PN1"}}');
  expect(fieldsOf(answer)).toEqual(["name", "phoneNumber", "phoneNumberSid", "__proto__"]);
  const keyless = await client.request("POST", "/api/text", {
    headers: { ...json, "x-api-key": "" },
    body: `{"__proto__":{"api_key":"${key}"}}`,
  });
  expect(refusalOf(keyless)).toBe("401 missing_team_context");
});

test("an answer lists at most a hundred broken fields, and names none of a flood", async () => {
  const { client } = await app.signIn();
  const fields = (count: number, value: string) =>
    Array.from({ length: count }, (_, index) => `"k${index}":${value}`).join();

  for (const value of ['"\\u0000"', "0"]) {
    const many = await post(client, `{${fields(105, value)}}`);
    expect(refusalOf(many)).toBe("422 validation_error");
    expect(many.body.details).toHaveLength(100);

    const flood = await post(client, `{${fields(20_000, value)}}`);
    expect(refusalOf(flood)).toBe("422 validation_error");
    expect(flood.body.details).toHaveLength(1);
  }
});

/** Contacts that are refused for a hundred thousand reasons. */
const hugeContacts = {
  "64,000 phones": { phones: Array(64_000).fill(0) },
  "140,000 notes": { phones: ["+12025550123"], notes: Array(140_000).fill(0) },
  "60,000 fields in a phone": {
    phones: [
      Object.fromEntries([
        ["phoneNumber", "+12025550123"],
        ...Array.from({ length: 60_000 }, (_, at) => [`k${at}`, 0]),
      ]),
    ],
  },
};

test.each(Object.entries(hugeContacts))("a contact with %s is refused", async (_, fields) => {
  const { client } = await app.signIn();

  const answer = await client.raw("createContact", { body: { name: "Ada", ...fields } as never });

  expect(refusalOf(answer)).toBe("422 validation_error");
  expect(answer.body.details.length).toBeLessThanOrEqual(100);
});

test.each(Object.values(hugeContacts))(
  "the validator examines only as much of a body as its refusal needs",
  (fields) => {
    const { requestBody } = prepare("createContact", { path: {}, query: {}, body: { name: "Ada", ...fields } });

    const { phones, notes = [] } = requestBody as { phones: unknown[]; notes?: unknown[] };
    expect(phones.length).toBeLessThanOrEqual(101);
    expect(notes.length).toBeLessThanOrEqual(1001);
    for (const phone of phones) expect(Object.keys(Object(phone)).length).toBeLessThanOrEqual(101);
  },
);

test("an array that is too long is listed beside its broken items", async () => {
  const { client } = await app.signIn();

  const answer = await client.raw("createContact", { body: { name: "", phones: Array(500).fill("x") } as never });

  expect(refusalOf(answer)).toBe("422 validation_error");
  expect(fieldsOf(answer).slice(0, 3)).toEqual(["name", "phones", "phones.0"]);
});

test("null under a name of Object.prototype is an ordinary field", async () => {
  const { client } = await app.signIn();

  for (const name of ["toString", "constructor", "__proto__", "hasOwnProperty"]) {
    const answer = await post(client, numberWith(`"${name}":null`));
    expect(refusalOf(answer), name).toBe("422 validation_error");
    expect(fieldsOf(answer)).toEqual([name]);
  }
});
