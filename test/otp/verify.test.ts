import { describe, expect, test } from "vitest";
import { hashCode } from "../../server/secrets/passcodes.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildOtp, type TestTeam, uniquePhone } from "../support/factories.ts";
import { codeIn, wrongFor } from "../support/passcodes.ts";
import { fromNow } from "../support/times.ts";

const app = useApp();

const code = "048213";
const wrong = wrongFor(code);

/** A passcode with that code for the recipient `user`. */
const build = (team: TestTeam, given: Partial<Parameters<typeof buildOtp>[1]> = {}) =>
  buildOtp(app.em(), { team, code, recipientId: "user", ...given });

const guess = (client: Client, otp: string, recipient_id = "user") =>
  client.raw("verifyOtp", { body: { recipient_id, otp } });

/** The statuses and codes of guesses, one after the other. */
async function guessAll(client: Client, ...guesses: string[]): Promise<string[]> {
  const seen: string[] = [];
  for (const otp of guesses) {
    const { status, body } = await guess(client, otp);
    seen.push(status === 200 ? "verified" : `${status} ${body.error}`);
  }
  return seen;
}

test("the code of the text verifies the recipient once", async () => {
  const { client } = await app.signIn();
  const otp = await client.generateOtp({ body: { phone: uniquePhone(), recipient_id: "user" } });
  const right = codeIn(app.provider.texts.find(({ id }) => id === otp.otpId)!);

  const verified = await client.verifyOtp({ body: { recipient_id: "user", otp: right } });

  expect(verified).toEqual({
    success: true,
    status: "verified",
    recipient_id: "user",
    otpId: otp.otpId,
    verifiedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  });
  expect(await guessAll(client, right, wrongFor(right))).toEqual(Array(2).fill("409 otp_already_verified"));
});

test("after five wrong guesses even the right code is refused", async () => {
  const { client, team } = await app.signIn();
  await build(team);

  expect(await guessAll(client, ...Array(7).fill(wrong), code)).toEqual([
    ...Array(5).fill("422 otp_invalid"),
    ...Array(3).fill("409 otp_max_attempts"),
  ]);
});

test("after four wrong guesses the right code is accepted", async () => {
  const { client, team } = await app.signIn();
  await build(team);

  expect(await guessAll(client, ...Array(4).fill(wrong), code)).toEqual([
    ...Array(4).fill("422 otp_invalid"),
    "verified",
  ]);
});

test("a guess with more or fewer digits than the code is wrong, and counts", async () => {
  const { client, team } = await app.signIn();
  await build(team);

  expect(await guessAll(client, `${code}0`, `0${code}`, `00${code}`, `${code}00`, "0482130", code)).toEqual([
    ...Array(5).fill("422 otp_invalid"),
    "409 otp_max_attempts",
  ]);
});

test("after its lifetime a passcode is expired for any guess, and guesses no longer count", async () => {
  const { client, team } = await app.signIn();
  await build(team, { expiresAt: "2026-01-01T00:00:00.000000Z" });

  expect(await guessAll(client, code, ...Array(6).fill(wrong), code)).toEqual(Array(8).fill("410 otp_expired"));
});

test("a passcode expires to the microsecond, by the clock of the database", async () => {
  const { client, team } = await app.signIn();
  const { id } = await build(team);
  const expireIn = async (seconds: number) =>
    app.em().execute("update otp set expires_at = ? where id = ?", [await fromNow(app.em(), seconds), id]);

  await expireIn(0);
  expect(await guessAll(client, code)).toEqual(["410 otp_expired"]);
  await expireIn(5);
  expect(await guessAll(client, code)).toEqual(["verified"]);
});

describe("with several conditions, the first in this order decides:", () => {
  const past = "2026-01-01T00:00:00.000000Z";

  test.each([
    ["replaced before verified", { status: "replaced", verifiedAt: past }, "422 otp_invalid"],
    ["void before expired", { status: "void", expiresAt: past }, "422 otp_invalid"],
    [
      "verified before expired and exhausted",
      { status: "verified", expiresAt: past, attempts: 5 },
      "409 otp_already_verified",
    ],
    ["expired before exhausted", { expiresAt: past, attempts: 5 }, "410 otp_expired"],
    ["exhausted before right", { attempts: 5 }, "409 otp_max_attempts"],
  ] as const)("%s", async (_, given, answer) => {
    const { client, team } = await app.signIn();
    await build(team, given);

    expect(await guessAll(client, code, wrong)).toEqual([answer, answer]);
  });
});

test("a guess for a recipient without a passcode is answered as wrong", async () => {
  const { client } = await app.signIn();

  expect(await guessAll(client, code)).toEqual(["422 otp_invalid"]);
});

test("a new passcode replaces the older one in any state, and its guesses count from zero", async () => {
  const { client, team } = await app.signIn();
  await build(team);
  await guessAll(client, ...Array(5).fill(wrong));
  const phone = uniquePhone();

  const otp = await client.generateOtp({ body: { phone, recipient_id: "user" } });
  const right = codeIn(app.provider.texts.find(({ id }) => id === otp.otpId)!);

  expect(await guessAll(client, right === code ? wrong : code, right)).toEqual(["422 otp_invalid", "verified"]);
  await client.generateOtp({ body: { phone, recipient_id: "user" } });
  const next = codeIn(app.provider.texts.at(-1)!);
  expect(await guessAll(client, next)).toEqual(["verified"]);
});

test("recipients, modes and teams have separate passcodes", async () => {
  const { client, team } = await app.signIn();
  const other = await app.signIn();
  await build(team);
  await build(team, { recipientId: "User", code: "111111" });
  await build(team, { testMode: true, code: "222222" });
  await build(other.team, { code: "333333" });

  expect((await guess(client, code, "USER")).body.error).toBe("otp_invalid");
  expect(await guessAll(client, "111111", "222222", "333333", code)).toEqual([
    ...Array(3).fill("422 otp_invalid"),
    "verified",
  ]);
  expect((await guess(client, "111111", "User")).status).toBe(200);
  expect(await guessAll(client.inTestMode(), code, "222222")).toEqual(["422 otp_invalid", "verified"]);
  expect(await guessAll(other.client, code, "333333")).toEqual(["422 otp_invalid", "verified"]);
});

test("a hash is valid only with its secret key and in its own row", async () => {
  const { client, team } = await app.signIn();
  const first = await build(team, { recipientId: "first" });
  const second = await build(team, { recipientId: "second", code: "999999" });
  const stranger = { current: "another secret, of 32 characters" };
  const replaceHash = (hash: Buffer) =>
    app.em().execute("update otp set code_hash = ? where id = ?", [hash, second.id]);

  await replaceHash(Buffer.from(first.codeHash));
  expect((await guess(client, code, "second")).body.error).toBe("otp_invalid");
  await replaceHash(hashCode(stranger, { teamId: team.id, id: second.id }, code));
  expect((await guess(client, code, "second")).body.error).toBe("otp_invalid");
  expect((await guess(client, code, "first")).status).toBe(200);
});

test.each([
  ["recipient_id", undefined, "invalid_recipient_id"],
  ["recipient_id", " ", "invalid_recipient_id"],
  ["recipient_id", "x".repeat(256), "invalid_recipient_id"],
  ["otp", undefined, "invalid_otp_format"],
  ["otp", "", "invalid_otp_format"],
  ["otp", "12345", "invalid_otp_format"],
  ["otp", "123456789", "invalid_otp_format"],
  ["otp", "12345a", "invalid_otp_format"],
  ["otp", " 123456", "invalid_otp_format"],
  ["otp", "123456\n", "invalid_otp_format"],
  ["otp", "١٢٣٤٥٦", "invalid_otp_format"],
  ["otp", 123456, "invalid_otp_format"],
  ["phone", "+12025550123", "validation_error"],
])("a %s of %j is refused with %s and does not count", async (name, value, error) => {
  const { client, team } = await app.signIn();
  await build(team, { attempts: 4 });

  const refused = await client.raw("verifyOtp", {
    body: { recipient_id: "user", otp: wrong, [name]: value } as { recipient_id: string; otp: string },
  });

  expect(refused).toMatchObject({ status: 422, body: { error, details: [{ field: name, code: error }] } });
  expect(await guessAll(client, code)).toEqual(["verified"]);
});
