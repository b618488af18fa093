import fc from "fast-check";
import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { CallInput, Client } from "../support/client.ts";
import { buildBusinessNumber, buildMessage, buildOptOut, uniquePhone } from "../support/factories.ts";
import { codeIn } from "../support/passcodes.ts";

const app = useApp();

type Fields = CallInput<"generateOtp">["body"];

/** Generates a passcode; answers it with the text that went out for it. */
async function generate(client: Client, fields: Fields = {}) {
  const otp = await client.generateOtp({ body: { phone: uniquePhone(), recipient_id: "user", ...fields } });
  return { otp, text: app.provider.texts.find(({ id }) => id === otp.otpId)! };
}

test("a passcode has 6 digits, is valid for 180 seconds and has the default message", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const { businessNumbers } = await client.listBusinessNumbers();

  const { otp, text } = await generate(client, { phone, recipient_id: "user 42" });

  expect(otp).toEqual({
    success: true,
    otpId: expect.stringMatching(/^[\da-f-]{36}$/),
    recipient_id: "user 42",
    phone,
    status: "pending",
    deliveryStatus: "queued",
    length: 6,
    lifetime: 180,
    maxAttempts: 5,
    expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  });
  const validSeconds = (Date.parse(otp.expiresAt) - Date.now()) / 1_000;
  expect(validSeconds).toBeGreaterThan(170);
  expect(validSeconds).toBeLessThanOrEqual(181);
  expect(text).toEqual({
    kind: "otp",
    segments: 1,
    id: otp.otpId,
    teamId: team.id,
    from: businessNumbers[0]!.phoneNumber,
    to: phone,
    body: expect.stringMatching(/^Your verification code is \d{6}$/),
  });
});

test.each([6, 7, 8])("a passcode of %i digits has that many digits, and the answer says so", async (length) => {
  const { client } = await app.signIn();

  const { otp, text } = await generate(client, { length });

  expect(otp.length).toBe(length);
  expect(codeIn(text)).toHaveLength(length);
});

test.each([30, 600])("a lifetime of %i seconds ends after that time", async (lifetime) => {
  const { client } = await app.signIn();

  const { otp } = await generate(client, { lifetime });

  expect(otp.lifetime).toBe(lifetime);
  expect(Math.abs((Date.parse(otp.expiresAt) - Date.now()) / 1_000 - lifetime)).toBeLessThan(10);
});

test("null for an optional field counts as absent", async () => {
  const { client } = await app.signIn();
  const nothing = { message: null, lifetime: null, length: null } as unknown as Fields;

  const { otp, text } = await generate(client, nothing);

  expect(otp).toMatchObject({ length: 6, lifetime: 180 });
  expect(text.body).toMatch(/^Your verification code is \d{6}$/);
});

test.each([
  ["phone", undefined, "invalid_phone"],
  ["phone", "12025550123", "invalid_phone"],
  ["phone", "+12", "invalid_phone"],
  ["phone", 12025550123, "invalid_phone"],
  ["recipient_id", undefined, "invalid_recipient_id"],
  ["recipient_id", "", "invalid_recipient_id"],
  ["recipient_id", " \t", "invalid_recipient_id"],
  ["recipient_id", "x".repeat(256), "invalid_recipient_id"],
  ["recipient_id", "a\0b", "invalid_recipient_id"],
  ["recipient_id", 42, "invalid_recipient_id"],
  ["message", "", "invalid_message"],
  ["message", " ", "invalid_message"],
  ["message", "x".repeat(161), "invalid_message"],
  ["message", ["$OTP"], "invalid_message"],
  ["lifetime", 29, "invalid_lifetime"],
  ["lifetime", 601, "invalid_lifetime"],
  ["lifetime", 60.5, "invalid_lifetime"],
  ["lifetime", "180", "invalid_lifetime"],
  ["length", 5, "invalid_length"],
  ["length", 9, "invalid_length"],
  ["length", 6.5, "invalid_length"],
  ["length", "6", "invalid_length"],
  ["code", "123456", "validation_error"],
])("a %s of %j is refused with %s, and no text is sent", async (name, value, error) => {
  const { client } = await app.signIn();
  const sofar = app.provider.texts.length;

  const sending = generate(client, { [name]: value });

  await expect(sending).rejects.toMatchObject({ status: 422, error, details: [{ field: name, code: error }] });
  expect(app.provider.texts).toHaveLength(sofar);
});

test("the first broken field in the contract's order decides the code", async () => {
  const { client } = await app.signIn();

  const sending = generate(client, { length: 1, lifetime: 1, recipient_id: "" });

  await expect(sending).rejects.toMatchObject({
    error: "invalid_recipient_id",
    details: [{ code: "invalid_recipient_id" }, { code: "invalid_lifetime" }, { code: "invalid_length" }],
  });
});

test("the code replaces every placeholder in the message, or is appended at the end", async () => {
  const { client } = await app.signIn();
  const piece = fc.constantFrom("$OTP", "$", "$$", "$&", "$1", "$otp", "$OT", "OTP", " ", "code", "ü👍", "$`", "$'");
  const template = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(""));

  await fc.assert(
    fc.asyncProperty(
      template.filter((text) => text.trim() !== ""),
      async (message) => {
        const { text } = await generate(client, { message });

        const parts = message.split("$OTP");
        const start = parts.length === 1 ? message.length + 1 : parts[0]!.length;
        const code = text.body.slice(start, start + 6);
        expect(code).toMatch(/^\d{6}$/);
        expect(text.body).toBe(parts.length === 1 ? `${message} ${code}` : parts.join(code));
      },
    ),
    { numRuns: 40 },
  );
});

test("a message of 160 code points is accepted, and the added code does not count", async () => {
  const { client } = await app.signIn();
  const message = `${"👍".repeat(156)}$OTP`;

  const { text } = await generate(client, { message, length: 8 });

  expect([...text.body]).toHaveLength(164);
});

test("two passcodes of one recipient have different codes", async () => {
  const { client } = await app.signIn();
  const codes = new Set<string>();
  for (let turn = 0; turn < 20; turn++) codes.add(codeIn((await generate(client)).text));

  expect(codes.size).toBeGreaterThan(17);
});

test("a passcode is sent from the primary number, regardless of threads with the phone", async () => {
  const { client, team } = await app.signIn();
  const [primary] = (await client.listBusinessNumbers()).businessNumbers;
  const phone = uniquePhone();
  await buildMessage(app.em(), { team, phone });

  expect((await generate(client, { phone })).text.from).toBe(primary!.phoneNumber);
});

test("without an active primary number, a passcode is sent from the only active number, and refused with two", async () => {
  const { client, team } = await app.signIn({ withNumber: false });
  await buildBusinessNumber(app.em(), { team, isPrimary: true, status: "paused" });
  await expect(generate(client)).rejects.toMatchObject({ status: 422, error: "sending_number_not_resolved" });

  const only = await buildBusinessNumber(app.em(), { team });
  expect((await generate(client)).text.from).toBe(only.phoneNumber);

  await buildBusinessNumber(app.em(), { team });
  await expect(generate(client)).rejects.toMatchObject({ error: "sending_number_not_resolved" });
});

test.each(["live", "test"])(
  "%s: a phone that opted out of the team gets no passcode, and an older passcode stays valid",
  async (mode) => {
    const { client, team } = await app.signIn();
    const by = mode === "live" ? client : client.inTestMode();
    const phone = uniquePhone();
    const { otp, text } = await generate(client, { phone });
    await buildOptOut(app.em(), team, phone);

    const refused = by.raw("generateOtp", { body: { phone, recipient_id: "user" } });

    expect(await refused).toMatchObject({ status: 409, body: { error: "recipient_opted_out" } });
    expect(app.provider.texts.filter(({ to }) => to === phone)).toHaveLength(1);
    const verified = await client.verifyOtp({ body: { recipient_id: "user", otp: codeIn(text) } });
    expect(verified.otpId).toBe(otp.otpId);
  },
);

test("an opt-out from one team does not affect another team", async () => {
  const { team } = await app.signIn();
  const other = await app.signIn();
  const phone = uniquePhone();
  await buildOptOut(app.em(), team, phone);

  expect((await generate(other.client, { phone })).text.to).toBe(phone);
});

test("a passcode is not in a thread", async () => {
  const { client } = await app.signIn();
  await generate(client);
  await client.inTestMode().generateOtp({ body: { phone: uniquePhone(), recipient_id: "user" } });

  expect((await client.listThreads()).threads).toEqual([]);
});

test("in test mode nothing reaches the provider", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();

  await client.inTestMode().generateOtp({ body: { phone, recipient_id: "user" } });

  expect(app.provider.texts.filter(({ to }) => to === phone)).toEqual([]);
});
