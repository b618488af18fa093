import { expect, test } from "vitest";
import { useApp, useNeighbour } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { buildKey, uniquePhone } from "../support/factories.ts";
import { seen } from "../support/handsets.ts";
import { createRecordingProvider } from "../support/provider.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp({ simulated: true, phone: true });
const off = useNeighbour(app, { simulated: true });
const besideCarrier = useNeighbour(app, { phone: true, carrier: createRecordingProvider });

test.each(["live", "test"] as const)(
  "%s: a text and a passcode are listed, newest first, in their mode only",
  async (mode) => {
    const { client: live, number } = await app.signIn();
    const [client, other] = mode === "live" ? [live, live.inTestMode()] : [live.inTestMode(), live];
    const to = uniquePhone();
    const sent = await client.sendText({ body: { phone_number: to, message: "Hello 123456 🎉" } });
    await seen(client, sent.textId);
    const { otpId } = await client.generateOtp({
      body: { phone: to, recipient_id: "user", message: "$OTP is your code." },
    });
    await seen(client, otpId);

    const { texts, nextCursor } = await client.listSimulatedTexts();

    const common = { from: number, to, status: "queued", errorCode: null, media: [], testMode: mode === "test" };
    const [passcode, text] = texts;
    expect(texts).toEqual([
      {
        ...common,
        id: otpId,
        kind: "otp",
        text: `${passcode!.code} is your code.`,
        code: expect.stringMatching(/^\d{6}$/),
        createdAt: expect.any(String),
      },
      { ...common, id: sent.textId, kind: "text", text: "Hello 123456 🎉", code: null, createdAt: expect.any(String) },
    ]);
    expect(nextCursor).toBeNull();
    expect(passcode!.createdAt > text!.createdAt).toBe(true);
    expect(await other.listSimulatedTexts()).toEqual({ texts: [], nextCursor: null });
    const guess = { body: { recipient_id: "user", otp: passcode!.code! } };
    expect(await client.verifyOtp(guess)).toMatchObject({ status: "verified", otpId });
  },
);

test("a text shows the status of its message, and keeps its place", async () => {
  const { client } = await app.signIn();
  await client.sendText({ body: { phone_number: "+15005550002", message: "hello" } });
  const { texts: before } = await client.listSimulatedTexts({ query: { wait: 10 } });

  await app.deliver();

  const { texts } = await client.listSimulatedTexts();
  expect(texts).toEqual([{ ...before[0]!, status: "undelivered", errorCode: "30003" }]);
});

test("texts that the carrier refuses are on no handset", async () => {
  const { client } = await app.signIn();
  await client.raw("sendText", { body: { phone_number: "+15005550001", message: "refused" } });
  await client.sendText({ body: { phone_number: "+15005550008", message: "unknown" } });
  const { textId } = await client.sendText({ body: { phone_number: uniquePhone(), message: "accepted" } });

  const { texts } = await client.listSimulatedTexts({ query: { wait: 10 } });

  expect(texts.map(({ id }) => id)).toEqual([textId]);
});

test("a list is of one handset, of the time after a timestamp, and in pages", async () => {
  const { client } = await app.signIn();
  const [one, two] = [uniquePhone(), uniquePhone()];
  const ids: string[] = [];
  for (const to of [one, two, one, one]) {
    const { textId } = await client.sendText({ body: { phone_number: to, message: `text ${ids.length}` } });
    await seen(client, textId);
    ids.unshift(textId);
  }
  const [fourth, third, , first] = ids;
  const idsOf = ({ texts }: { texts: { id: string }[] }) => texts.map(({ id }) => id);

  const all = await client.listSimulatedTexts();
  const page = await client.listSimulatedTexts({ query: { to: one, per_page: 2 } });
  const next = await client.listSimulatedTexts({ query: { to: one, per_page: 2, cursor: page.nextCursor! } });
  const since = all.texts[2]!.createdAt;

  expect(idsOf(all)).toEqual(ids);
  expect([idsOf(page), idsOf(next), next.nextCursor]).toEqual([[fourth, third], [first], null]);
  expect(idsOf(await client.listSimulatedTexts({ query: { since } }))).toEqual([fourth, third]);
  expect(idsOf(await client.listSimulatedTexts({ query: { since, to: two } }))).toEqual([]);
  const elsewhere = await client.raw("listSimulatedTexts", { query: { to: two, cursor: page.nextCursor! } });
  expect(refusalOf(elsewhere)).toBe("422 validation_error");
});

test("the code of a passcode is its only run of 4 to 10 digits", async () => {
  const { client } = await app.signIn();
  const codeOf = async (message: string) => {
    const phone = uniquePhone();
    await client.generateOtp({ body: { phone, recipient_id: phone, message } });
    const { texts } = await client.listSimulatedTexts({ query: { to: phone, wait: 10 } });
    return texts[0]!;
  };

  expect((await codeOf("Order 12: $OTP, valid 3 minutes")).code).toMatch(/^\d{6}$/);
  expect((await codeOf("$OTP, call 5550100")).code).toBeNull();
});

test("nobody sees the texts of another team", async () => {
  const [one, two] = [await app.signIn(), await app.signIn()];
  const { textId } = await one.client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  await one.client.listSimulatedTexts({ query: { wait: 10 } });

  expect(await two.client.listSimulatedTexts()).toEqual({ texts: [], nextCursor: null });
  const status = await two.client.raw("setSimulatedStatus", { path: { id: textId }, body: { status: "read" } });
  expect(refusalOf(status)).toBe("404 simulated_text_not_found");
});

test.each([
  [{ to: "+1202" }, "422 validation_error"],
  [{ since: "yesterday" }, "422 invalid_since"],
  [{ wait: 11 }, "422 validation_error"],
  [{ wait: -1 }, "422 validation_error"],
])("a list with %o is refused with %s", async (query, refusal) => {
  const { client } = await app.signIn();
  expect(refusalOf(await client.raw("listSimulatedTexts", { query }))).toBe(refusal);
});

const operations = [
  "listSimulatedTexts",
  "receiveSimulatedReply",
  "setSimulatedStatus",
  "advanceSimulatedClock",
] as const;
const inputOf = (id: (typeof operations)[number]) =>
  ({
    listSimulatedTexts: {},
    receiveSimulatedReply: { body: { from: "+12025550123", to: "+12025550100", text: "hello" } },
    setSimulatedStatus: { path: { id: "019aa4a1-7c3e-7d52-9a0e-000000000000" }, body: { status: "read" } },
    advanceSimulatedClock: { body: { advanceSeconds: 1 } },
  })[id] as object;

test.each(operations)("%s: a key needs the scope simulator:use, whatever else it may read", async (id) => {
  const { team } = await app.signIn();
  const client = createClient(app.url, await buildKey(app.em(), team, { scopes: ["messages:read", "otp:verify"] }));

  const answer = await client.raw(id, inputOf(id));

  expect(refusalOf(answer)).toBe("403 insufficient_scope");
  expect(answer.headers.get("www-authenticate")).toContain('scope="simulator:use"');
});

test.each(operations)(
  "%s: while the phone is off, there is no such thing, and the answer says how to turn it on",
  async (id) => {
    const { key } = await app.signIn();
    for (const client of [createClient(off.url, key), createClient(off.url, `${key}_test`)]) {
      const answer = await client.raw(id, inputOf(id));
      expect(refusalOf(answer)).toBe("404 not_found");
      expect(answer.body.message).toContain("PHONE=on");
    }
  },
);

test("while the phone is off, nothing is written for it", async () => {
  const { key, client } = await app.signIn();
  await createClient(off.url, key).sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  const { textId } = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });

  const { texts } = await client.listSimulatedTexts({ query: { wait: 10 } });

  expect(texts.map(({ id }) => id)).toEqual([textId]);
});

test.each(operations)("%s: beside a real carrier, the phone shows test mode only", async (id) => {
  const { key, client, number } = await app.signIn();
  const answer = await createClient(besideCarrier.url, key).raw(id, inputOf(id));
  expect(refusalOf(answer)).toBe("404 not_found");
  expect(answer.body.message).toContain("_test");

  const tests = createClient(besideCarrier.url, `${key}_test`);
  const { textId } = await tests.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  const { texts } = await tests.listSimulatedTexts({ query: { wait: 10 } });
  expect(texts).toMatchObject([{ id: textId, testMode: true, from: number }]);
  expect((await client.inTestMode().listSimulatedTexts()).texts).toEqual(texts);
});
