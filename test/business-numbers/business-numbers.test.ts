import fc from "fast-check";
import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { buildBusinessNumber, uniquePhone } from "../support/factories.ts";

const app = useApp();

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

/** The least that a create needs. */
const newNumber = (name = "Support") => ({ name, phoneNumber: uniquePhone(), phoneNumberSid: "PN1" });

test("creating a number answers 201 with the same record that reading it returns", async () => {
  const { client } = await app.signIn();
  const body = {
    name: "Support",
    phoneNumber: uniquePhone(),
    phoneNumberSid: "PN0123",
    friendlyName: "Help desk",
    type: "toll_free" as const,
    isPrimary: false,
    agentProfile: "night shift",
    inboundWebhookUrl: "https://example.com/inbound",
    autoReplies: { help: "Call +12025550100", optOut: "No more texts", optIn: null },
    settings: { greeting: { text: "Hi", languages: ["en", "de"] }, retries: 3, note: null },
    capabilities: { sms: true, voice: false },
  };

  const answer = await client.raw("createBusinessNumber", { body });

  expect(answer.status).toBe(201);
  const { success, businessNumber } = answer.body;
  expect(success).toBe(true);
  expect(businessNumber).toEqual({
    ...body,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    perSecond: null,
    status: "active",
    createdAt: expect.stringMatching(timestamp),
    updatedAt: businessNumber.createdAt,
  });
  expect(await client.getBusinessNumber({ path: { id: businessNumber.id } })).toEqual(businessNumber);
});

test("fields that a create omits or sets to null have their defaults", async () => {
  const { client } = await app.signIn();
  const names = ["friendlyName", "type", "isPrimary", "agentProfile", "inboundWebhookUrl"];
  names.push("autoReplies", "settings", "capabilities");
  for (const optional of [{}, Object.fromEntries(names.map((name) => [name, null]))]) {
    const { businessNumber } = await client.createBusinessNumber({
      body: { ...newNumber(`number ${uniquePhone()}`), ...optional },
    });
    expect(businessNumber).toMatchObject({
      friendlyName: null,
      type: "local",
      status: "active",
      isPrimary: false,
      agentProfile: null,
      perSecond: null,
      inboundWebhookUrl: null,
    });
    expect([businessNumber.settings, businessNumber.capabilities]).toEqual([{}, {}]);
    expect(businessNumber.autoReplies).toEqual({ help: null, optOut: null, optIn: null });
  }
});

test("settings and capabilities are returned as they were given, with any JSON in them", async () => {
  const { client } = await app.signIn();
  const { businessNumber } = await client.createBusinessNumber({ body: newNumber() });
  const path = { id: businessNumber.id };
  const text = fc.string({
    unit: fc.constantFrom("a", "B", "0", "é", "🙂", "'", '"', "\\", "\n", "\u2028", "$", "%", "?"),
  });
  // V8 takes a key with an escape for another one that it has met at the same place, so keys have none.
  const key = text.map((any) => any.replaceAll(/["\\\n]/g, "-"));
  const json = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(
        text,
        // A number that JSON writes with all of its digits has at most those of 2^53 - 1.
        fc
          .double({ noNaN: true, noDefaultInfinity: true })
          .filter((any) => Math.abs(any) <= Number.MAX_SAFE_INTEGER || Math.abs(any) >= 1e21),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
      ),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(key, tie("value"), { maxKeys: 4 }),
    ),
  })).value;
  const settings = fc.dictionary(key, json, { maxKeys: 5 }).map((given) => JSON.parse(JSON.stringify(given)));

  await fc.assert(
    fc.asyncProperty(settings, async (given) => {
      await client.updateBusinessNumber({ path, body: { settings: given } });
      expect((await client.getBusinessNumber({ path })).settings).toEqual(given);
    }),
    { numRuns: 25 },
  );
  const created = await client.createBusinessNumber({
    body: { ...newNumber("two"), settings: JSON.parse('{"__proto__":{"a":1},"":0}'), capabilities: { mms: false } },
  });
  const read = await client.raw("getBusinessNumber", { path: { id: created.businessNumber.id } });
  expect(JSON.parse(read.text).settings).toEqual(JSON.parse('{"__proto__":{"a":1},"":0}'));
  expect(read.body.capabilities).toEqual({ mms: false });
});

test("a team's first number becomes primary without asking for it, and its second does not", async () => {
  const { client } = await app.signIn({ withNumber: false });

  const first = await client.createBusinessNumber({ body: { ...newNumber("first"), isPrimary: false } });
  const second = await client.createBusinessNumber({ body: newNumber("second") });

  expect(first.businessNumber.isPrimary).toBe(true);
  expect(second.businessNumber.isPrimary).toBe(false);
});

test("a number that is created as primary replaces the previous primary number", async () => {
  const { client } = await app.signIn({ withNumber: false });
  const old = await client.createBusinessNumber({ body: newNumber("old") });

  const { businessNumber } = await client.createBusinessNumber({ body: { ...newNumber("new"), isPrimary: true } });

  expect(businessNumber.isPrimary).toBe(true);
  const demoted = await client.getBusinessNumber({ path: { id: old.businessNumber.id } });
  expect(demoted).toMatchObject({ isPrimary: false, status: "active" });
  expect(demoted.updatedAt > demoted.createdAt).toBe(true);
});

test("a refused create leaves the primary number unchanged", async () => {
  const { client } = await app.signIn({ withNumber: false });
  const { businessNumber } = await client.createBusinessNumber({ body: newNumber("taken") });

  const again = client.createBusinessNumber({ body: { ...newNumber("Taken"), isPrimary: true } });

  await expect(again).rejects.toMatchObject({ status: 409, error: "duplicate_business_number_name" });
  expect(await client.getBusinessNumber({ path: { id: businessNumber.id } })).toEqual(businessNumber);
});

test("a name is unique within its team, regardless of case", async () => {
  const { client } = await app.signIn();
  const other = await app.signIn();
  await client.createBusinessNumber({ body: newNumber("Café Zürich") });

  for (const name of ["Café Zürich", "café zürich", "CAFÉ ZÜRICH"]) {
    const again = client.createBusinessNumber({ body: newNumber(name) });
    await expect(again, name).rejects.toMatchObject({ status: 409, error: "duplicate_business_number_name" });
  }
  expect((await other.client.createBusinessNumber({ body: newNumber("Café Zürich") })).success).toBe(true);
  expect((await client.createBusinessNumber({ body: newNumber("Café Zürich 2") })).success).toBe(true);
});

test("a phone number is unique in the whole installation", async () => {
  const { client } = await app.signIn();
  const other = await app.signIn();
  const { phoneNumber } = (await client.createBusinessNumber({ body: newNumber() })).businessNumber;

  for (const each of [client, other.client]) {
    const again = each.createBusinessNumber({ body: { ...newNumber("again"), phoneNumber } });
    await expect(again).rejects.toMatchObject({ status: 409, error: "duplicate_business_number_phone" });
  }
});

test("several numbers may have the same provider id", async () => {
  const { client } = await app.signIn();
  const created = await Promise.all(
    ["a", "b"].map((name) => client.createBusinessNumber({ body: { ...newNumber(name), phoneNumberSid: "PNsame" } })),
  );
  expect(created.map(({ businessNumber }) => businessNumber.phoneNumberSid)).toEqual(["PNsame", "PNsame"]);
});

test("test mode uses the same numbers as live mode", async () => {
  const { client } = await app.signIn();
  const { businessNumber } = await client.inTestMode().createBusinessNumber({ body: newNumber() });

  expect(await client.getBusinessNumber({ path: { id: businessNumber.id } })).toEqual(businessNumber);
});

test("an id may be in upper or lower case", async () => {
  const { client, team } = await app.signIn();
  const { id } = await buildBusinessNumber(app.em(), { team });

  expect(await client.getBusinessNumber({ path: { id: id.toUpperCase() } })).toMatchObject({ id });
});

test("an invalid id is business_number_not_found in every operation that takes a number's id", async () => {
  const { client } = await app.signIn();
  const id = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }).filter((text) => !/^\.{1,2}$/.test(text)),
    fc.uuid(),
    fc.uuid().map((uuid) => uuid.replaceAll("-", "")),
    fc.constantFrom("\0", "null", "make-primary", "{id}", "019aa4a1-7c3e-7d52-9a0e-3b8f6f1d8a2g", "1".repeat(5_000)),
  );
  await fc.assert(
    fc.asyncProperty(id, async (unknown) => {
      const path = { id: unknown };
      const refused = { status: 404, error: "business_number_not_found" };
      await expect(client.getBusinessNumber({ path })).rejects.toMatchObject(refused);
      await expect(client.updateBusinessNumber({ path, body: { name: "x" } })).rejects.toMatchObject(refused);
      await expect(client.makePrimaryBusinessNumber({ path })).rejects.toMatchObject(refused);
      await expect(client.archiveBusinessNumber({ path })).rejects.toMatchObject(refused);
    }),
    { numRuns: 25 },
  );
});
