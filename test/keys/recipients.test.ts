import fc from "fast-check";
import { expect, test } from "vitest";
import { createKey } from "../../server/keys/keys.ts";
import { useApp } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { buildBusinessNumber, buildKey, buildTeam, type TestTeam, uniquePhone } from "../support/factories.ts";

const app = useApp();

async function buildSendingTeam(): Promise<TestTeam> {
  const team = await buildTeam(app.em());
  await buildBusinessNumber(app.em(), { team, isPrimary: true });
  return team;
}

const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 0, maxLength: 7 });
const phones = fc
  .tuple(fc.constantFrom("202", "203"), fc.integer({ min: 5_550_000, max: 5_550_019 }))
  .map(([area, rest]) => `+1${area}${rest}`);
const recipients = fc.array(
  fc.oneof(
    phones,
    digits.map((rest) => `+1${rest}`),
    phones.map((phone) => `${phone.slice(0, -1)}*`),
  ),
  { minLength: 1, maxLength: 4 },
);

test("a key may text the phones that its recipients name, and no other", async () => {
  const team = await buildSendingTeam();
  await fc.assert(
    fc.asyncProperty(recipients, fc.array(phones, { minLength: 1, maxLength: 6 }), async (given, targets) => {
      const client = createClient(app.url, await buildKey(app.em(), team, { recipients: given }));
      const isAllowed = (phone: string) =>
        given.some((entry) => {
          const isWholePhone = entry.length === 12 && !entry.endsWith("*");
          return isWholePhone ? phone === entry : phone.startsWith(entry.replace("*", ""));
        });

      for (const phone of targets) {
        const text = await client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
        const otp = await client.raw("generateOtp", { body: { phone, recipient_id: "user" } });
        for (const { status, body } of [text, otp]) {
          expect(status === 200 ? "allowed" : body.error).toBe(isAllowed(phone) ? "allowed" : "recipient_not_allowed");
        }
      }
    }),
    { numRuns: 25 },
  );
});

test("a refused text and a refused passcode leave nothing behind", async () => {
  const team = await buildSendingTeam();
  const client = createClient(app.url, await buildKey(app.em(), team, { recipients: ["+44"] }));
  const before = app.provider.texts.length;
  const phone = uniquePhone();

  for (const idempotencyKey of [undefined, "one"]) {
    const key = idempotencyKey === undefined ? {} : { idempotencyKey };
    await client.raw("sendText", { body: { phone_number: phone, message: "hello" }, ...key });
    await client.raw("generateOtp", { body: { phone, recipient_id: "user" }, ...key });
  }

  expect(app.provider.texts).toHaveLength(before);
  for (const table of ["message", "thread", "otp", "idempotency_key"]) {
    expect(await app.em().execute(`select from ${table} where team_id = ?`, [team.id])).toEqual([]);
  }
});

test.each([
  [["12025550123"]],
  [["+1202*5"]],
  [["+"]],
  [["+0"]],
  [["+1202555012345678"]],
  [Array.from({ length: 101 }, (_, index) => `+1${200 + index}`)],
])("a key cannot be created with the recipients %j", async (recipients) => {
  const team = await buildTeam(app.em());

  await expect(createKey(app.em(), team, { recipients })).rejects.toMatchObject({ kind: "invalid" });
});

test("a recipient that is not a whole phone number is a prefix", async () => {
  const team = await buildTeam(app.em());
  const recipients = ["+1202", "+12025550123", "+4930123456*", "+1202"];

  expect((await createKey(app.em(), team, { recipients })).recipients).toEqual([
    "+1202*",
    "+12025550123",
    "+4930123456*",
  ]);
});
