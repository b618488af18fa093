import { expect, test } from "vitest";
import type { KeyOptions } from "../../server/keys/key-options.ts";
import { setTeamStatus } from "../../server/keys/teams.ts";
import { useApp } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { buildBusinessNumber, buildKey, buildOptOut, uniquePhone } from "../support/factories.ts";
import { setQuietNow } from "../support/quiet-hours.ts";
import { refusalOf } from "../support/refusals.ts";
import { fromNow } from "../support/times.ts";

const app = useApp();

const unknownId = "019aa4a1-7c3e-7d52-9a0e-000000000000";

/** Makes a team with its key, and the body of a text, as a case needs them. */
const cases: Record<string, () => Promise<{ key: string; body: Record<string, unknown> }>> = {
  "an allowed text": () => prepare(),
  "a text of a test key": async () => {
    const { key, body } = await prepare();
    return { key: `${key}_test`, body };
  },
  "a text for later": async () => prepare({ sendAt: await fromNow(app.em(), 7_200) }),
  "a time in the past": () => prepare({ sendAt: "2026-01-01T00:00:00Z" }),
  "too many segments": () => prepare({ message: "a".repeat(400), maxSegments: 1 }),
  "an unknown thread": () => prepare({ phone_number: undefined, threadId: unknownId }),
  "an unknown sender": () => prepare({ sender: "nobody" }),
  "an unknown sender, later": async () => prepare({ sender: "nobody", sendAt: await fromNow(app.em(), 7_200) }),
  "a team without a number": () => prepare({}, { withNumber: false }),
  "a team without a number, later": async () =>
    prepare({ sendAt: await fromNow(app.em(), 7_200) }, { withNumber: false }),
  "two numbers and no default": () => withTwoNumbers(),
  "two numbers and no default, later": async () => withTwoNumbers({ sendAt: await fromNow(app.em(), 7_200) }),
  "an opted-out recipient": () => optedOut(),
  "an opted-out recipient, later": async () => optedOut({ sendAt: await fromNow(app.em(), 7_200) }),
  "a recipient that the key may not text": () => limited({ recipients: ["+1303"] }),
  "a budget that is too small": () => limited({ segmentsPerDay: 1 }, { message: "a".repeat(200) }),
  "a budget that is just enough": () => limited({ segmentsPerDay: 2 }, { message: "a".repeat(200) }),
  "a budget that is too small today": async () =>
    limited({ segmentsPerDay: 1 }, { message: "a".repeat(200), sendAt: await fromNow(app.em(), 7_200) }),
  "a text to approve": () => limited(held),
  "a text to approve, of a budget that is too small": () =>
    limited({ ...held, segmentsPerDay: 1 }, { message: "a".repeat(200) }),
  "a text to approve, later": async () => limited(held, { sendAt: await fromNow(app.em(), 7_200) }),
  "a text to approve, of two numbers and no default, later": async () =>
    limitedBy(held, await withTwoNumbers({ sendAt: await fromNow(app.em(), 7_200) })),
  "a text to approve, in quiet hours that wait": async () => limitedBy(held, await quiet("wait")),
  "a text to approve, in quiet hours that refuse": async () => limitedBy(held, await quiet("refuse")),
  "a text to approve, to an opted-out recipient": async () => limitedBy(held, await optedOut()),
  "a text to approve, to a recipient that the key may not text": () => limited({ ...held, recipients: ["+1303"] }),
  "quiet hours that wait": () => quiet("wait"),
  "quiet hours that refuse": () => quiet("refuse"),
  "ignored quiet hours": () => quiet("refuse", { quietHours: "ignore" }),
};

async function prepare(body: object = {}, options: { withNumber?: boolean } = {}) {
  const { key, team } = await app.signIn(options);
  return { key, team, body: { phone_number: uniquePhone(), message: "hello", ...body } };
}

async function withTwoNumbers(body: object = {}) {
  const prepared = await prepare(body, { withNumber: false });
  for (const _ of [1, 2]) await buildBusinessNumber(app.em(), { team: prepared.team });
  await app.em().execute("update business_number set is_primary = false where team_id = ?", [prepared.team.id]);
  return prepared;
}

async function optedOut(body: object = {}) {
  const prepared = await prepare(body);
  await buildOptOut(app.em(), prepared.team, prepared.body.phone_number);
  return prepared;
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** The options of a key whose texts wait for an approval. */
const held: KeyOptions = { scopes: ["messages:send"], hold: "all" };

const limited = async (options: KeyOptions, body: object = {}) => limitedBy(options, await prepare(body));

async function limitedBy(options: KeyOptions, prepared: Prepared) {
  return { ...prepared, key: await buildKey(app.em(), prepared.team, options) };
}

async function quiet(action: "wait" | "refuse", body: object = {}) {
  const prepared = await prepare(body);
  await setQuietNow(app, prepared.team, action);
  return prepared;
}

test.each(Object.keys(cases))("a check foretells what becomes of %s, and changes nothing", async (name) => {
  const { key, body } = await cases[name]!();
  const client = createClient(app.url, key);
  const before = app.provider.texts.length;

  const check = (await client.raw("checkMessage", { body: body as never })).body;
  expect(app.provider.texts).toHaveLength(before);
  const sent = await client.raw("sendMessage", { body: body as never });

  if (sent.status === 200) {
    const { from, to, segments, encoding, sendAt } = sent.body.message;
    expect(check).toMatchObject({ wouldSend: true, blockedBy: [], from, to, segments, encoding, sendAt });
  } else {
    expect(check).toMatchObject({ wouldSend: false });
    expect(check.blockedBy[0]).toEqual({ code: sent.body.error, message: sent.body.message });
    expect(check.quietHours?.nextAllowedAt).toBe(sent.body.nextAllowedAt);
  }
});

test("a check counts characters, and names those outside of GSM-7 with what can take their place", async () => {
  const { client } = await app.signIn();

  const check = await client.checkMessage({
    body: { phone_number: uniquePhone(), message: "It’s “on” its way… ’🎉 e\u0301" },
  });

  expect(check).toMatchObject({
    characters: 24,
    segments: 1,
    encoding: "UCS-2",
    consent: { state: "unknown", since: null },
  });
  expect(check.unicode).toEqual([
    { character: "’", count: 2, instead: "'" },
    { character: "“", count: 1, instead: '"' },
    { character: "”", count: 1, instead: '"' },
    { character: "…", count: 1, instead: "..." },
    { character: "🎉", count: 1, instead: null },
    { character: "e\u0301", count: 1, instead: "é" },
  ]);
});

test("all rules that refuse a text are named, with the consent and what the budget has left", async () => {
  const { key, body } = await limited(
    { recipients: ["+1303"], segmentsPerDay: 1 },
    { message: "a".repeat(400), maxSegments: 1 },
  );

  const check = await createClient(app.url, key).checkMessage({ body: body as never });

  expect(check.blockedBy.map(({ code }) => code)).toEqual([
    "too_many_segments",
    "recipient_not_allowed",
    "budget_exceeded",
  ]);
  expect(check.segmentsLeft).toBe(1);
});

test("a body that is not valid is a validation_error, and a suspended team is refused as by a send", async () => {
  const { client, team } = await app.signIn();
  const ask = (body: object) => client.raw("checkMessage", { body: body as never });

  for (const body of [
    { phone_number: "12", message: "a" },
    { message: "a" },
    { phone_number: uniquePhone(), message: " " },
  ])
    expect(refusalOf(await ask(body))).toBe("422 validation_error");
  await setTeamStatus(app.em(), team.name, "suspended");
  expect(refusalOf(await ask({ phone_number: uniquePhone(), message: "a" }))).toBe("403 license_inactive");
});
