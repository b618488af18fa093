import { expect, test } from "vitest";
import { sidOf } from "../../server/doors/twilio/ids.ts";
import { useApp } from "../support/app.ts";
import { uniquePhone } from "../support/factories.ts";
import { basicOf, signInByTwilio, type TwilioUser } from "../support/twilio-door.ts";

const app = useApp();
const limited = useApp({ otpSendsPerPhone: 1 });

const serviceOf = ({ client, accountSid }: TwilioUser) => client.verify.v2.services(accountSid.replace("AC", "VA"));

/** The code in the newest text to a phone. */
function codeFor(phone: string): string {
  const { body } = app.provider.texts.findLast(({ to }) => to === phone)!;
  return /\d{6}$/.exec(body)![0];
}

const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test("a passcode is sent and verified by the client of Twilio", async () => {
  const user = await signInByTwilio(app);
  const service = serviceOf(user);
  const to = uniquePhone();

  const started = await service.verifications.create({ to, channel: "sms" });
  const approved = await service.verificationChecks.create({ to, code: codeFor(to) });

  expect(app.provider.texts.findLast((text) => text.to === to)!.body).toBe(
    `Your ${user.team.name} verification code is: ${codeFor(to)}`,
  );
  expect(started).toMatchObject({ to, channel: "sms", status: "pending", valid: false, accountSid: user.accountSid });
  expect(started.sid).toMatch(/^VE[\da-f]{32}$/);
  expect(Math.abs(started.dateCreated.getTime() - Date.now())).toBeLessThan(60_000);
  expect(approved).toMatchObject({ sid: started.sid, to, status: "approved", valid: true });
});

test("a plus sign need not be percent-encoded", async () => {
  const { own, accountSid, token } = await signInByTwilio(app);
  const to = uniquePhone();
  const post = (resource: string, body: string) =>
    own.request("POST", `/v2/Services/${accountSid.replace("AC", "VA")}/${resource}`, {
      headers: { authorization: basicOf(accountSid, token), "content-type": "application/x-www-form-urlencoded" },
      body,
    });

  const started = await post("Verifications", `To=${to}&Channel=sms`);
  const checked = await post("VerificationCheck", `To=${to}&Code=${codeFor(to)}&VerificationSid=`);

  expect([started, checked]).toMatchObject([{ status: 201 }, { status: 201, body: { status: "approved" } }]);
});

test("the name of a team is shortened, and cannot hold the code", async () => {
  const user = await signInByTwilio(app);
  await app
    .em()
    .execute("update team set name = ? where id = ?", [`$OTP${user.team.id}${"a".repeat(200)}`, user.team.id]);
  const to = uniquePhone();

  await serviceOf(user).verifications.create({ to, channel: "sms" });

  const { body } = app.provider.texts.findLast((text) => text.to === to)!;
  expect(body).toBe(`Your ${user.team.id}${"a".repeat(64)} verification code is: ${codeFor(to)}`);
});

test("a wrong code is an answer that is not valid, and the right one is accepted afterwards by the id", async () => {
  const service = serviceOf(await signInByTwilio(app));
  const to = uniquePhone();
  const { sid } = await service.verifications.create({ to, channel: "sms", customFriendlyName: "Acme" });
  const code = codeFor(to);

  const wrong = await service.verificationChecks.create({ to, code: wrongCode(code) });

  expect(wrong).toMatchObject({ sid, status: "pending", valid: false });
  expect(app.provider.texts.findLast((text) => text.to === to)!.body).toMatch(/^Your Acme verification/);
  const ofAnother = service.verificationChecks.create({ to: uniquePhone(), verificationSid: sid, code });
  await expect(ofAnother).rejects.toMatchObject({ code: 20404, status: 404 });
  expect(await service.verificationChecks.create({ verificationSid: sid, code })).toMatchObject({ sid, valid: true });
  await expect(service.verificationChecks.create({ to, code })).rejects.toMatchObject({ code: 20404, status: 404 });
});

test("the sixth guess is refused with 60202, and a phone without a passcode with 20404", async () => {
  const service = serviceOf(await signInByTwilio(app));
  const to = uniquePhone();
  await service.verifications.create({ to, channel: "sms" });
  const code = codeFor(to);
  for (let i = 0; i < 5; i += 1) await service.verificationChecks.create({ to, code: wrongCode(code) });

  const sixth = service.verificationChecks.create({ to, code });
  const other = service.verificationChecks.create({ to: uniquePhone(), code });

  await expect(sixth).rejects.toMatchObject({ code: 60202, status: 429 });
  await expect(other).rejects.toMatchObject({ code: 20404, status: 404 });
});

test("a passcode of the API is not verified at the door, and one of another team neither", async () => {
  const user = await signInByTwilio(app);
  const service = serviceOf(user);
  const stranger = serviceOf(await signInByTwilio(app));
  const to = uniquePhone();
  const { otpId } = await user.own.generateOtp({ body: { phone: to, recipient_id: to } });
  const code = codeFor(to);

  for (const given of [{ to }, { verificationSid: sidOf("VE", otpId) }])
    await expect(service.verificationChecks.create({ ...given, code })).rejects.toMatchObject({ code: 20404 });
  const { sid } = await service.verifications.create({ to, channel: "sms" });
  const mixed = service.verificationChecks.create({ verificationSid: sidOf("VE", otpId), code: codeFor(to) });
  await expect(mixed).rejects.toMatchObject({ code: 20404, status: 404 });
  for (const given of [{ to }, { verificationSid: sid }]) {
    const refused = stranger.verificationChecks.create({ ...given, code: codeFor(to) });
    await expect(refused).rejects.toMatchObject({ code: 20404, status: 404 });
  }
});

test.each<[path: string, fields: Record<string, string>]>([
  ["Verifications", { Channel: "sms" }],
  ["Verifications", { To: "12025550123", Channel: "sms" }],
  ["Verifications", { To: "+12025550123" }],
  ["Verifications", { To: "+12025550123", Channel: "call" }],
  ["Verifications", { To: "+12025550123", Channel: "sms", CustomFriendlyName: "a".repeat(31) }],
  ["Verifications", { To: "+12025550123", Channel: "sms", CustomFriendlyName: "$OTP" }],
  ...["CustomCode", "CustomMessage", "TemplateSid", "Amount", "Payee"].map(
    (field): [string, Record<string, string>] => [
      "Verifications",
      { To: "+12025550123", Channel: "sms", [field]: "1234" },
    ],
  ),
  ["VerificationCheck", { To: "+12025550123" }],
  ["VerificationCheck", { To: "+12025550123", Code: "12345" }],
  ["VerificationCheck", { Code: "123456" }],
])("%s is refused with 60200: %j", async (path, fields) => {
  const { send, accountSid } = await signInByTwilio(app);

  const answer = await send("POST", `/v2/Services/${accountSid.replace("AC", "VA")}/${path}`, fields);

  expect(answer).toMatchObject({ status: 400, body: { code: 60200, status: 400 } });
});

test("a phone that was sent too many codes is refused with 60203", async () => {
  const user = await signInByTwilio(limited);
  const service = serviceOf(user);
  const to = uniquePhone();
  await service.verifications.create({ to, channel: "sms" });

  const second = service.verifications.create({ to, channel: "sms" });

  await expect(second).rejects.toMatchObject({ code: 60203, status: 429 });
  const { send, accountSid } = user;
  const path = `/v2/Services/${accountSid.replace("AC", "VA")}/Verifications`;
  const { headers } = await send("POST", path, { To: to, Channel: "sms" });
  expect(headers.get("retry-after")).toMatch(/^\d+$/);
});
