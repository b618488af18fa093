import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { buildOptOut, uniquePhone } from "../support/factories.ts";
import { codeIn, wrongFor } from "../support/passcodes.ts";
import { requestWithoutKey, signInByTextbelt, type TextbeltUser } from "../support/textbelt-door.ts";

const app = useApp();
const limited = useApp({ otpSendsPerPhone: 1 });

/** Generates a passcode and returns its code. */
async function generate({ post }: TextbeltUser, fields: Record<string, string>): Promise<string> {
  const phone = uniquePhone();
  const { body } = await post("/otp/generate", { phone, ...fields });
  expect(body).toEqual({ success: true, textId: expect.any(String), quotaRemaining: expect.any(Number) });
  const code = codeIn(app.provider.texts.find(({ to }) => to === phone)!);
  expect(JSON.stringify(body)).not.toContain(code);
  return code;
}

const verify = ({ get, key }: TextbeltUser, otp: string, userid: string) =>
  get(`/otp/verify?${new URLSearchParams({ otp, userid, key })}`);

test("a code is sent, and is right once by a GET with the key in the query", async () => {
  const user = await signInByTextbelt(app);
  const code = await generate(user, { userid: "user", message: "$OTP is your Acme code" });

  const wrong = await verify(user, wrongFor(code), "user");
  const right = await verify(user, code, "user");
  const again = await verify(user, code, "user");

  expect([wrong, right, again].map(({ status, body }) => [status, body])).toEqual([
    [200, { success: true, isValidOtp: false }],
    [200, { success: true, isValidOtp: true }],
    [200, { success: true, isValidOtp: false }],
  ]);
});

test("a code is verified by a POST, too, once for an Idempotency-Key", async () => {
  const user = await signInByTextbelt(app);
  const code = await generate(user, { userid: "user" });
  const post = () => user.post("/otp/verify", { otp: code, userid: "user" }, { "idempotency-key": "guess" });

  const [first, second] = [await post(), await post()];

  expect([first.body, second.body]).toEqual(Array(2).fill({ success: true, isValidOtp: true }));
  expect(second.headers.get("x-idempotency-replayed")).toBe("true");
});

test("the user of a code is the recipient of /api/otp", async () => {
  const user = await signInByTextbelt(app);
  const code = await generate(user, { userid: "user 7", length: "8", lifetime: "30" });

  expect(code).toHaveLength(8);
  expect(await user.own.verifyOtp({ body: { recipient_id: "user 7", otp: code } })).toMatchObject({ success: true });
});

test("numbers of a JSON body count, too", async () => {
  const user = await signInByTextbelt(app);
  const phone = uniquePhone();

  const { body } = await requestWithoutKey(app.url, "POST", "/otp/generate", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ phone, userid: "user", length: 7, lifetime: 60, key: user.key }),
  });

  expect(body).toMatchObject({ success: true });
  expect(codeIn(app.provider.texts.find(({ to }) => to === phone)!)).toHaveLength(7);
});

test("a guess that is no code is wrong and does not count; too many wrong codes end the passcode", async () => {
  const user = await signInByTextbelt(app);
  const code = await generate(user, { userid: "user" });

  for (const guess of ["1", "abcdef", "1234", "123456789", "12 456"]) {
    expect((await verify(user, guess, "user")).body, guess).toEqual({ success: true, isValidOtp: false });
  }
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect((await verify(user, wrongFor(code), "user")).body).toEqual({ success: true, isValidOtp: false });
  }
  const { status, body } = await verify(user, code, "user");
  expect([status, body]).toEqual([200, { success: false, error: expect.stringMatching(/\S/) }]);
});

test("a user without a passcode has no right code", async () => {
  const user = await signInByTextbelt(app);

  expect((await verify(user, "123456", "nobody")).body).toEqual({ success: true, isValidOtp: false });
});

test.each<[path: string, fields: Record<string, string>]>([
  ["/otp/generate", { phone: "+12025550123" }],
  ["/otp/generate", { userid: "user" }],
  ["/otp/generate", { phone: "123", userid: "user" }],
  ["/otp/generate", { phone: "+12025550123", userid: " " }],
  ["/otp/generate", { phone: "+12025550123", userid: "user", length: "4" }],
  ["/otp/generate", { phone: "+12025550123", userid: "user", length: "six" }],
  ["/otp/generate", { phone: "+12025550123", userid: "user", lifetime: "9000" }],
  ["/otp/generate", { phone: "+12025550123", userid: "user", message: "x".repeat(161) }],
  ["/otp/verify", { otp: "123456" }],
  ["/otp/verify", { userid: "user" }],
])("%s refuses %j with the status 200", async (path, fields) => {
  const { post } = await signInByTextbelt(app);

  const { status, body } = await post(path, fields);

  expect([status, body]).toEqual([200, { success: false, error: expect.stringMatching(/\S/) }]);
});

test("a guess by a GET needs its parameters", async () => {
  const { key, get } = await signInByTextbelt(app);

  for (const query of ["", "&otp=123456", "&userid=user", "&otp=&userid=user"]) {
    expect((await get(`/otp/verify?key=${key}${query}`)).body).toMatchObject({ success: false });
  }
});

test("opt-outs hold for passcodes", async () => {
  const { post, team } = await signInByTextbelt(app);
  const phone = uniquePhone();
  await buildOptOut(app.em(), team, phone);

  expect((await post("/otp/generate", { phone, userid: "user" })).body).toMatchObject({ success: false });
});

test("a phone that was sent too many codes is refused with 429 and the seconds to wait", async () => {
  const { post } = await signInByTextbelt(limited);
  const phone = uniquePhone();
  await post("/otp/generate", { phone, userid: "user" });

  const { status, body, headers } = await post("/otp/generate", { phone, userid: "other" });

  expect([status, body]).toEqual([429, { success: false, error: expect.any(String), retryAfter: expect.any(Number) }]);
  expect(headers.get("retry-after")).toBe(String(body.retryAfter));
});
