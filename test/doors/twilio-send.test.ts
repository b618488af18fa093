import { expect, test } from "vitest";
import { setTeamStatus } from "../../server/keys/teams.ts";
import { changeQuietHours } from "../../server/texts/quiet-hours/set-quiet-hours.ts";
import { useApp } from "../support/app.ts";
import { buildBusinessNumber, buildOptOut, uniquePhone } from "../support/factories.ts";
import { fromNow } from "../support/times.ts";
import { basicOf, signInByTwilio } from "../support/twilio-door.ts";

const app = useApp();

test("the client of Twilio sends a text, which is a message of its thread", async () => {
  const { client, number, own, accountSid } = await signInByTwilio(app);
  const to = uniquePhone();

  const message = await client.messages.create({ to, from: number, body: "Grüße 🎉" });

  expect(message).toMatchObject({ accountSid, from: number, to, body: "Grüße 🎉", direction: "outbound-api" });
  expect(message).toMatchObject({ sid: expect.stringMatching(/^SM[\da-f]{32}$/), numSegments: "1", numMedia: "0" });
  expect(message).toMatchObject({ status: "queued", errorCode: null, apiVersion: "2010-04-01", dateSent: null });
  expect(Math.abs(message.dateCreated.getTime() - Date.now())).toBeLessThan(60_000);
  const { messages } = await own.listMessages({ query: { phone: to } });
  expect(messages).toMatchObject([{ body: "Grüße 🎉", from: number, direction: "outbound" }]);
  expect(`SM${messages[0]!.id.replaceAll("-", "")}`).toBe(message.sid);
  expect(app.provider.texts.filter((text) => text.to === to)).toHaveLength(1);
});

test("a text needs no sender, or the messaging service of the account", async () => {
  const { client, number, accountSid } = await signInByTwilio(app);
  const messagingServiceSid = accountSid.replace("AC", "MG");

  const alone = await client.messages.create({ to: uniquePhone(), body: "hello" });
  const byService = await client.messages.create({ to: uniquePhone(), body: "hello", messagingServiceSid });

  expect([alone.from, byService.from]).toEqual([number, number]);
});

test("a text goes out from a number that is named", async () => {
  const { client, team } = await signInByTwilio(app);
  const { phoneNumber } = await buildBusinessNumber(app.em(), { team, name: "Support" });

  const message = await client.messages.create({ to: uniquePhone(), body: "hello", from: "Support" });

  expect(message.from).toBe(phoneNumber);
});

test("a text has pictures, also without a body, if its number can send them", async () => {
  const { client, own, number } = await signInByTwilio(app);
  const [{ id } = { id: "" }] = (await own.listBusinessNumbers()).businessNumbers;
  await own.updateBusinessNumber({ path: { id }, body: { capabilities: { mms: true } } });
  const to = uniquePhone();
  const mediaUrl = ["https://example.com/a.png", "https://example.com/b.png"];

  const message = await client.messages.create({ to, from: number, mediaUrl });

  expect(message).toMatchObject({ body: "", numMedia: "2" });
  expect(app.provider.texts.find((text) => text.to === to)).toMatchObject({ mediaUrls: mediaUrl });
});

test("in test mode, the test sender of Twilio is the number of the team, and no carrier is called", async () => {
  const { client, number } = await signInByTwilio(app, { mode: "test" });
  const to = uniquePhone();

  const message = await client.messages.create({ to, from: "+15005550006", body: "hello" });

  expect(message.from).toBe(number);
  expect(app.provider.texts.filter((text) => text.to === to)).toEqual([]);
});

test("a text with a time waits until then", async () => {
  const { client, own, accountSid } = await signInByTwilio(app);
  const sendAt = new Date(await fromNow(app.em(), 3_600));
  const messagingServiceSid = accountSid.replace("AC", "MG");
  const to = uniquePhone();

  const message = await client.messages.create({
    to,
    body: "later",
    messagingServiceSid,
    scheduleType: "fixed",
    sendAt,
  });

  expect(message).toMatchObject({ status: "scheduled", from: null, dateSent: null });
  const { messages } = await own.listPendingMessages();
  expect(messages).toMatchObject([{ to, status: "scheduled", waitsFor: "send_at" }]);
});

test("quiet hours count for a text with a time, and for no other", async () => {
  const { client, accountSid, team } = await signInByTwilio(app);
  const hour = new Date().getUTCHours();
  const at = (hours: number) => `${String((hour + hours + 24) % 24).padStart(2, "0")}:00`;
  await changeQuietHours(app.em(), team.name, { from: at(-2), to: at(4), zones: ["UTC"], action: "refuse" });
  const sendAt = new Date(await fromNow(app.em(), 3_600));
  const later = { messagingServiceSid: accountSid.replace("AC", "MG"), scheduleType: "fixed" as const, sendAt };
  const text = { to: uniquePhone(), body: "hello" };

  await expect(client.messages.create({ ...text, ...later })).rejects.toMatchObject({ code: 35114, status: 400 });
  expect(await client.messages.create(text)).toMatchObject({ status: "queued" });
});

test("a time without an offset is in UTC, because the client of Twilio for Java sends none", async () => {
  const { send, path, own, accountSid } = await signInByTwilio(app);
  const sendAt = (await fromNow(app.em(), 3_600)).slice(0, "2026-11-21T10:15:30".length);

  const { status } = await send("POST", `${path}/Messages.json`, {
    To: uniquePhone(),
    Body: "later",
    MessagingServiceSid: accountSid.replace("AC", "MG"),
    ScheduleType: "fixed",
    SendAt: sendAt,
  });

  expect(status).toBe(201);
  const { messages } = await own.listPendingMessages();
  expect(messages.map((each) => each.sendAt)).toEqual([`${sendAt}.000000Z`]);
});

test("an Idempotency-Key makes a repetition safe", async () => {
  const { send, path } = await signInByTwilio(app);
  const to = uniquePhone();
  const create = (fields = {}) =>
    send("POST", `${path}/Messages.json`, { To: to, Body: "hello", ...fields }, { "idempotency-key": "order 1" });

  const first = await create();
  const second = await create();

  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.text).toBe(first.text);
  expect(second.headers.get("x-idempotency-replayed")).toBe("true");
  expect(app.provider.texts.filter((text) => text.to === to)).toHaveLength(1);
  expect(await create({ Body: "other" })).toMatchObject({ status: 400, body: { code: 20001 } });
});

test.each<[code: number, fields: Record<string, string>]>([
  [21604, { Body: "hello" }],
  [21211, { To: "12025550123", Body: "hello" }],
  [21211, { To: "whatsapp:+12025550123", Body: "hello" }],
  [21211, { To: "+1\0", Body: "hello" }],
  [21602, { To: "+12025550123" }],
  [21602, { To: "+12025550123", Body: " \n" }],
  [21617, { To: "+12025550123", Body: "a".repeat(1_601) }],
  [21212, { To: "+12025550123", Body: "hello", From: "+1" }],
  [21212, { To: "+12025550123", Body: "hello", From: "whatsapp:+12025550100" }],
  [21606, { To: "+12025550123", Body: "hello", From: "+12025550199" }],
  [21606, { To: "+12025550123", Body: "hello", From: "+15005550006" }],
  [21705, { To: "+12025550123", Body: "hello", MessagingServiceSid: `MG${"0".repeat(32)}` }],
  [21621, { To: "+12025550123", Body: "hello", MediaUrl: "https://example.com/a.png" }],
  [21620, { To: "+12025550123", Body: "hello", MediaUrl: "http://example.com/a.png" }],
  [21620, { To: "+12025550123", MediaUrl: "a.png" }],
  [21609, { To: "+12025550123", Body: "hello", StatusCallback: "https://example.com/status" }],
  [21621, { To: "+12025550123", Body: "hello", SendAsMms: "true" }],
  [21621, { To: "+12025550123", Body: "hello", SendAsMms: "True" }],
  [21655, { To: "+12025550123", ContentSid: "HX1" }],
  [20001, { To: "+12025550123", Body: "hello", AddressRetention: "obfuscate" }],
  [20001, { To: "+12025550123", Body: "hello", ApplicationSid: "AP1" }],
  [20001, { To: "+12025550123", Body: "hello", SendAt: "2030-01-01T00:00:00Z" }],
  [35118, { To: "+12025550123", Body: "hello", ScheduleType: "fixed", SendAt: "2030-01-01T00:00:00Z" }],
  [35111, { To: "+12025550123", Body: "hello", ScheduleType: "fixed", MessagingServiceSid: "own" }],
  [35114, { To: "+12025550123", Body: "hello", ScheduleType: "fixed", MessagingServiceSid: "own", SendAt: "soon" }],
  [
    35114,
    {
      To: "+12025550123",
      Body: "hello",
      ScheduleType: "fixed",
      MessagingServiceSid: "own",
      SendAt: "2001-01-01T00:00:00Z",
    },
  ],
])("a text is refused with the code %s of Twilio, and nobody is texted: %j", async (code, fields) => {
  const { send, path, accountSid, own } = await signInByTwilio(app);
  const { MessagingServiceSid: service } = fields;

  const answer = await send("POST", `${path}/Messages.json`, {
    ...fields,
    ...(service === "own" && { MessagingServiceSid: accountSid.replace("AC", "MG") }),
  });

  expect(answer).toMatchObject({ status: 400, body: { code, status: 400 } });
  expect(Object.keys(answer.body).toSorted()).toEqual(["code", "message", "more_info", "status"]);
  expect(answer.body.more_info).toBe(`https://www.twilio.com/docs/errors/${code}`);
  expect((await own.listMessages()).messages).toEqual([]);
});

test("a plus sign need not be percent-encoded, because scripts send it as it is", async () => {
  const { number, own, path, accountSid, token } = await signInByTwilio(app);
  const to = uniquePhone();

  const { status, body } = await own.request("POST", `${path}/Messages.json`, {
    headers: { authorization: basicOf(accountSid, token), "content-type": "application/x-www-form-urlencoded" },
    body: `To=${to}&From=${number}&Body=1+1`,
  });

  expect([status, body]).toMatchObject([201, { to, from: number, body: "1 1" }]);
});

test("an empty field is a missing one", async () => {
  const { send, path, number } = await signInByTwilio(app);
  const empty = { From: "", StatusCallback: "", MediaUrl: "", SendAt: "", ScheduleType: "", MessagingServiceSid: "" };

  const sent = await send("POST", `${path}/Messages.json`, { To: uniquePhone(), Body: "hello", ...empty });
  const refused = await send("POST", `${path}/Messages.json`, { To: "", Body: "hello" });

  expect(sent).toMatchObject({ status: 201, body: { from: number, num_media: "0" } });
  expect(refused).toMatchObject({ status: 400, body: { code: 21604 } });
});

test("the client throws the class of Twilio for an opt-out", async () => {
  const { client, team } = await signInByTwilio(app);
  const to = uniquePhone();
  await buildOptOut(app.em(), team, to);

  await expect(client.messages.create({ to, body: "hello" })).rejects.toMatchObject({
    name: "Error",
    code: 21610,
    status: 400,
    moreInfo: "https://www.twilio.com/docs/errors/21610",
  });
});

test("a text that the carrier refuses has the status 400 and the code of the carrier", async () => {
  const { client } = await signInByTwilio(app);
  const to = uniquePhone();
  const refusal = (errorCode: string) => ({ kind: "refused", errorCode, about: "recipient" }) as never;
  const answerOf = app.provider.answer;
  app.provider.answer = (text) => (text.to === to ? refusal("21408") : answerOf(text));

  const numbered = client.messages.create({ to, body: "hello" });

  await expect(numbered).rejects.toMatchObject({ code: 21408, status: 400 });
  app.provider.answer = (text) => (text.to === to ? refusal("provider_unreachable") : answerOf(text));
  await expect(client.messages.create({ to, body: "hello" })).rejects.toMatchObject({ code: 30008, status: 400 });
  app.provider.answer = answerOf;
});

test.each<[code: number, status: number, options: Parameters<typeof signInByTwilio>[1]]>([
  [20403, 403, { scopes: ["messages:read"] }],
  [21408, 400, { recipients: ["+49"] }],
  [63038, 429, { segmentsPerDay: 0 }],
])("a key that may not send is refused with %s and the status %s", async (code, status, options) => {
  const { client } = await signInByTwilio(app, options);

  const refused = client.messages.create({ to: uniquePhone(), body: "hello" });

  await expect(refused).rejects.toMatchObject({ code, status });
});

test("a team without a license is refused with 20005, and one without a number with 21603", async () => {
  const [suspended, numberless] = [await signInByTwilio(app), await signInByTwilio(app)];
  await setTeamStatus(app.em(), suspended.team.name, "suspended");
  const [number] = (await numberless.own.listBusinessNumbers()).businessNumbers;
  await numberless.own.updateBusinessNumber({ path: { id: number!.id }, body: { status: "paused" } });
  const create = ({ client }: typeof suspended) => client.messages.create({ to: uniquePhone(), body: "hello" });

  await expect(create(suspended)).rejects.toMatchObject({ code: 20005, status: 403 });
  await expect(create(numberless)).rejects.toMatchObject({ code: 21603, status: 400 });
});
