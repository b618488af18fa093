import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { buildBusinessNumber, buildMessage, uniquePhone } from "../support/factories.ts";
import { fromNow } from "../support/times.ts";
import { signInByTwilio, type TwilioUser } from "../support/twilio-door.ts";

const app = useApp();

const sidOf = (id: string) => `SM${id.replaceAll("-", "")}`;

/** Schedules a text for an hour from now. */
async function schedule({ client, accountSid }: TwilioUser, to = uniquePhone()) {
  const sendAt = new Date(await fromNow(app.em(), 3_600));
  const messagingServiceSid = accountSid.replace("AC", "MG");
  return client.messages.create({ to, body: "later", messagingServiceSid, scheduleType: "fixed", sendAt });
}

test("a text is fetched in either direction, and under both prefixes of its id", async () => {
  const { client, team, own, number } = await signInByTwilio(app);
  const { id } = (await own.listBusinessNumbers()).businessNumbers[0]!;
  const phone = uniquePhone();
  const received = await buildMessage(app.em(), { team, number: { id } as never, phone, body: "hi" });
  const sent = await client.messages.create({ to: phone, body: "hello" });

  const [inbound, outbound] = await Promise.all([
    client.messages(sidOf(received.id)).fetch(),
    client.messages(sent.sid).fetch(),
  ]);
  const asMms = await client.messages(sent.sid.replace("SM", "MM")).fetch();

  expect(inbound).toMatchObject({ direction: "inbound", from: phone, to: number, body: "hi", status: "received" });
  expect(inbound.dateSent).toEqual(inbound.dateCreated);
  expect(outbound).toMatchObject({ direction: "outbound-api", from: number, to: phone, status: "queued" });
  expect(asMms.sid).toBe(sent.sid);
});

test("another team's text, one of the other mode and one that does not exist are answered alike", async () => {
  const { client, own } = await signInByTwilio(app);
  const other = await signInByTwilio(app);
  const foreign = await other.client.messages.create({ to: uniquePhone(), body: "hello" });
  const { textId } = await own.inTestMode().sendText({ body: { phone_number: uniquePhone(), message: "hello" } });

  for (const sid of [foreign.sid, sidOf(textId), `SM${"0".repeat(32)}`, "SM1", "XX"]) {
    await expect(client.messages(sid).fetch()).rejects.toMatchObject({ code: 20404, status: 404 });
    await expect(client.messages(sid).update({ status: "canceled" })).rejects.toMatchObject({
      code: 20404,
      status: 404,
    });
  }
});

test("a text that waits is fetched, listed and canceled", async () => {
  const user = await signInByTwilio(app);
  const { client, team } = user;
  const number = await buildBusinessNumber(app.em(), { team });
  const { sid } = await schedule(user);

  expect(await client.messages(sid).fetch()).toMatchObject({ status: "scheduled", dateSent: null });
  expect((await client.messages.list()).map((each) => each.sid)).toEqual([sid]);
  expect(await client.messages.list({ from: number.phoneNumber })).toEqual([]);
  expect(await client.messages.list({ dateSentAfter: new Date(0) })).toEqual([]);
  expect(await client.messages(sid).update({ status: "canceled" })).toMatchObject({ sid, status: "canceled" });
  expect(await client.messages.list()).toMatchObject([{ sid, status: "canceled" }]);
  await expect(client.messages(sid).update({ status: "canceled" })).rejects.toMatchObject({ code: 30409, status: 400 });
});

test("a text that was sent cannot be canceled, and nothing else can be changed", async () => {
  const { client, send, path } = await signInByTwilio(app);
  const { sid } = await client.messages.create({ to: uniquePhone(), body: "hello" });

  await expect(client.messages(sid).update({ status: "canceled" })).rejects.toMatchObject({ code: 30409 });
  for (const fields of [{}, { Status: "sent" }, { Body: "other" }]) {
    const answer = await send("POST", `${path}/Messages/${sid}.json`, fields as Record<string, string>);
    expect(answer).toMatchObject({ status: 400, body: { code: 20001 } });
  }
});

test("120 texts are listed over three pages, each once, newest first", async () => {
  const user = await signInByTwilio(app);
  const { client, team, own, send, path } = user;
  const { id } = (await own.listBusinessNumbers()).businessNumbers[0]!;
  const { sid: waiting } = await schedule(user);
  const made: string[] = [waiting];
  for (let i = 0; i < 119; i += 1) {
    made.splice(1, 0, sidOf((await buildMessage(app.em(), { team, number: { id } as never })).id));
  }

  const pages: string[][] = [];
  for (let next: string | null = `${path}/Messages.json?PageSize=40`; next; ) {
    const { body } = await send("GET", next);
    pages.push(body.messages.map(({ sid }: { sid: string }) => sid));
    next = body.next_page_uri;
    // The client for Go cuts dots with digits out of queries.
    expect(next?.split("?")[1] ?? "").not.toContain(".");
  }

  expect(pages.map((page) => page.length)).toEqual([40, 40, 40]);
  expect(pages.flat()).toEqual(made);
  expect((await client.messages.list({ pageSize: 50, limit: 120 })).map(({ sid }) => sid)).toEqual(made);
});

test("a text that waits for an approval is listed as accepted, on a page without a next one", async () => {
  const { client, send, path } = await signInByTwilio(app, { scopes: ["messages:send", "messages:read"], hold: "all" });
  const { sid } = await client.messages.create({ to: uniquePhone(), body: "hello" });

  expect(await client.messages.list()).toMatchObject([{ sid, status: "accepted", dateSent: null }]);
  expect((await send("GET", `${path}/Messages.json?PageSize=1`)).body.next_page_uri).toBeNull();
});

test("the last full page has no next one, and the address of a next page has the conditions", async () => {
  const { send, path, client } = await signInByTwilio(app);
  const to = uniquePhone();
  for (const body of ["one", "two"]) await client.messages.create({ to, body });
  await client.messages.create({ to: uniquePhone(), body: "other" });
  const list = async (address: string) => (await send("GET", address)).body;

  const first = await list(`${path}/Messages.json?${new URLSearchParams({ To: to, PageSize: "1" })}`);
  const second = await list(first.next_page_uri);

  expect(new URL(first.next_page_uri, "http://a").searchParams.get("To")).toBe(to);
  expect([first, second].map(({ messages }) => messages[0].body)).toEqual(["two", "one"]);
  expect(second.next_page_uri).toBeNull();
});

test("texts are listed by recipient and sender, on either side", async () => {
  const { client, team } = await signInByTwilio(app);
  const number = await buildBusinessNumber(app.em(), { team });
  const [ada, ben] = [uniquePhone(), uniquePhone()];
  const { id: hi } = await buildMessage(app.em(), { team, number, phone: ada });
  const { sid: hello } = await client.messages.create({ to: ada, from: number.phoneNumber, body: "hello" });
  const { sid: other } = await client.messages.create({ to: ben, body: "hello" });
  const list = async (filter: object) => (await client.messages.list(filter)).map(({ sid }) => sid);

  expect(await list({ to: ada })).toEqual([hello]);
  expect(await list({ from: ada })).toEqual([sidOf(hi)]);
  expect(await list({ to: number.phoneNumber })).toEqual([sidOf(hi)]);
  expect(await list({ from: number.phoneNumber })).toEqual([hello]);
  expect(await list({ to: ada, from: number.phoneNumber })).toEqual([hello]);
  expect(await list({ from: ada, to: number.phoneNumber })).toEqual([sidOf(hi)]);
  expect(await list({ to: ben })).toEqual([other]);
  expect(await list({ to: ben, from: number.phoneNumber })).toEqual([]);
  expect(await list({ to: ada, from: ben })).toEqual([]);
  expect(await list({ to: uniquePhone() })).toEqual([]);
});

test("texts are listed by day and by second, inclusively, in each form that clients send", async () => {
  const { client, send, path } = await signInByTwilio(app);
  const { dateCreated, sid } = await client.messages.create({ to: uniquePhone(), body: "hello" });
  const at = (seconds: number) => new Date(dateCreated.getTime() + seconds * 1_000);
  const day = dateCreated.toISOString().slice(0, 10);
  const listed = async (query: string) => {
    const { status, body } = await send("GET", `${path}/Messages.json?${query}`);
    expect(status).toBe(200);
    return body.messages.length;
  };

  expect((await client.messages.list({ dateSentAfter: at(0), dateSentBefore: at(0) })).map((each) => each.sid)).toEqual(
    [sid],
  );
  expect(await client.messages.list({ dateSent: at(0) })).toHaveLength(1);
  expect(await client.messages.list({ dateSentAfter: at(2) })).toEqual([]);
  expect(await client.messages.list({ dateSentBefore: at(-2) })).toEqual([]);
  expect(await listed(`DateSent=${day}`)).toBe(1);
  expect(await listed(`DateSent>=${day}&DateSent<=${day}`)).toBe(1);
  expect(await listed(`DateSent%3E=${day}`)).toBe(1);
  // Most clients send a day as its midnight.
  expect(await client.messages.list({ dateSent: new Date(day) })).toHaveLength(1);
  expect(await client.messages.list({ dateSent: new Date("2001-01-01") })).toEqual([]);
  expect(await listed("DateSent<=2001-01-01")).toBe(0);
  expect(await listed("DateSent>=2100-01-01T00:00:00%2B02:00")).toBe(0);
  expect(await send("GET", `${path}/Messages.json?DateSent=yesterday`)).toMatchObject({
    status: 400,
    body: { code: 20001 },
  });
});

test.each(["PageSize=0", "PageSize=x", "Page=-1", "Page=1", "PageToken=9", "PageToken=3invented", "To=%00"])(
  "a list refuses %s with 20001",
  async (query) => {
    const { send, path } = await signInByTwilio(app);

    expect(await send("GET", `${path}/Messages.json?${query}`)).toMatchObject({ status: 400, body: { code: 20001 } });
  },
);

test("a page of more than a thousand texts is one of a thousand", async () => {
  const { send, path } = await signInByTwilio(app);

  expect((await send("GET", `${path}/Messages.json?PageSize=5000`)).body).toMatchObject({ page_size: 1_000, page: 0 });
});

test("business numbers are listed without those that are archived, by digits and name, in pages", async () => {
  const { client, team, number, accountSid } = await signInByTwilio(app);
  const support = await buildBusinessNumber(app.em(), { team, name: "Support", capabilities: { mms: true } });
  await buildBusinessNumber(app.em(), { team, status: "archived" });

  const all = await client.incomingPhoneNumbers.list();

  expect(all.map(({ phoneNumber }) => phoneNumber).toSorted()).toEqual([number, support.phoneNumber].toSorted());
  const [found] = await client.incomingPhoneNumbers.list({ friendlyName: "Support" });
  expect(found).toMatchObject({
    accountSid,
    friendlyName: "Support",
    status: "in-use",
    phoneNumber: support.phoneNumber,
  });
  expect(found).toMatchObject({ sid: `PN${support.id.replaceAll("-", "")}`, capabilities: { sms: true, mms: true } });
  expect(await client.incomingPhoneNumbers.list({ phoneNumber: number })).toMatchObject([{ phoneNumber: number }]);
  const first = await client.incomingPhoneNumbers.page({ pageSize: 1 });
  const second = await first.nextPage();
  expect([first, second].flatMap((page) => page!.instances.map(({ phoneNumber }) => phoneNumber))).toEqual(
    all.map(({ phoneNumber }) => phoneNumber),
  );
  expect(await second!.nextPage()).toBeUndefined();
});

test("the account is the team, and a trial in test mode", async () => {
  const { client, team, accountSid } = await signInByTwilio(app);
  const test = await signInByTwilio(app, { mode: "test", scopes: [] });

  const account = await client.api.v2010.accounts(accountSid).fetch();

  expect(account).toMatchObject({ sid: accountSid, ownerAccountSid: accountSid, friendlyName: team.name });
  expect(account).toMatchObject({ status: "active", type: "Full", authToken: null });
  expect(await test.client.api.v2010.accounts(test.accountSid).fetch()).toMatchObject({ type: "Trial" });
});
