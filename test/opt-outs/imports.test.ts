import { describe, expect, test, vi } from "vitest";
import type { ImportConsents } from "../../generated/api.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { readAllEvents } from "../support/events.ts";
import { buildOptOut, uniquePhone } from "../support/factories.ts";

const app = useApp();

type Item = ImportConsents["consents"][number];

const vendor = "Acme Texting";
const evidence = { note: "Subscriber list" };

const out = (phone: string, occurredAt?: string): Item => ({
  phone,
  consent: "opted_out",
  ...(occurredAt && { occurredAt }),
});
const join = (phone: string, occurredAt?: string): Item => ({
  phone,
  consent: "opted_in",
  evidence,
  ...(occurredAt && { occurredAt }),
});

const importAll = (client: Client, consents: Item[], from = vendor) =>
  client.importConsents({ body: { vendor: from, consents } });

const stateOf = async (client: Client, phone: string) => (await client.getConsent({ path: { phone } })).state;

const say = (phone: string, number: string, word: string) =>
  postCallback(app, "inbound", inboundForm(phone, number, word));

const counts = { success: true, vendor, applied: 0, unchanged: 0, notEffective: 0, failed: [] };

test("an import opts phones out and in, with the service as what shows it", async () => {
  const { client } = await app.signIn();
  const [stopped, joined] = [uniquePhone(), uniquePhone()];

  const answer = await importAll(client, [out(stopped, "2026-01-02"), join(joined)]);

  expect(answer).toEqual({ ...counts, applied: 2 });
  const sent = await client.raw("sendText", { body: { phone_number: stopped, message: "hello" } });
  expect(sent.body).toMatchObject({ error: "recipient_opted_out", consent: { source: "import" } });
  const { consents } = await client.listConsents();
  expect(consents).toMatchObject([
    { phone: joined, consent: "opted_in", source: "import", occurredAt: null, evidence: { ...evidence, vendor } },
    { phone: stopped, consent: "opted_out", reason: "other_vendor", occurredAt: "2026-01-02T00:00:00.000000Z" },
  ]);
});

test("a repeated import changes nothing, and another service's list is recorded again", async () => {
  const { client, number } = await app.signIn();
  const phones = Array.from({ length: 6 }, uniquePhone);
  await say(phones[2]!, number, "STOP");
  const list = [
    out(phones[0]!),
    out(phones[1]!, "2026-01-02"),
    join(phones[2]!, "2025-01-01"),
    join(phones[3]!, "2025-01-01"),
    join(phones[4]!),
    out(phones[5]!, "2026-01-02"),
    out(phones[5]!, "2026-01-02"),
  ];

  const first = await importAll(client, list);
  const log = await client.listConsents({ query: { per_page: 100 } });
  const second = await importAll(client, list);

  expect(first).toEqual({ ...counts, applied: 5, unchanged: 1, notEffective: 1 });
  expect(second).toEqual({ ...counts, unchanged: 6, notEffective: 1 });
  expect(await client.listConsents({ query: { per_page: 100 } })).toEqual(log);
  expect(await importAll(client, [list[0]!], "Another")).toMatchObject({ applied: 1 });
});

test("an opt-out that was imported before does not undo a later START, unless its list has no times", async () => {
  const { client, number } = await app.signIn();
  const [dated, undated] = [uniquePhone(), uniquePhone()];
  const list = [out(dated, "2026-01-02"), out(undated)];
  await importAll(client, list);
  for (const phone of [dated, undated]) await say(phone, number, "START");

  expect(await importAll(client, list)).toEqual({ ...counts, applied: 1, unchanged: 1 });
  expect([await stateOf(client, dated), await stateOf(client, undated)]).toEqual(["opted_in", "opted_out"]);
});

describe("an imported opt-in never undoes a newer opt-out:", () => {
  test.each<[string, string | undefined, string]>([
    ["one from before it is in the log and does not count", "2025-01-01", "opted_out"],
    ["one without a time does not count", undefined, "opted_out"],
    ["one from after it counts", "2026-03-01", "opted_in"],
  ])("%s", async (_, occurredAt, state) => {
    const { client } = await app.signIn();
    const phone = uniquePhone();
    await importAll(client, [out(phone, "2026-02-01")]);

    const answer = await importAll(client, [join(phone, occurredAt)]);

    expect(answer).toEqual({ ...counts, ...(state === "opted_in" ? { applied: 1 } : { notEffective: 1 }) });
    expect(await stateOf(client, phone)).toBe(state);
    const { consents } = await client.listConsents({ query: { phone } });
    expect(consents).toMatchObject([
      { consent: "opted_in", effective: state === "opted_in" },
      { consent: "opted_out", effective: true },
    ]);
  });

  test("neither that of a keyword, nor one from before there was a log", async () => {
    const { client, number, team } = await app.signIn();
    const [stopped, early] = [uniquePhone(), uniquePhone()];
    await say(stopped, number, "STOP");
    await buildOptOut(app.em(), team, early);

    const answer = await importAll(client, [join(stopped, "2026-01-01"), join(early, "2020-01-01")]);

    expect(answer).toEqual({ ...counts, notEffective: 2 });
    expect([await stateOf(client, stopped), await stateOf(client, early)]).toEqual(["opted_out", "opted_out"]);
  });
});

test("the consents of a phone count in the order of the list", async () => {
  const { client } = await app.signIn();
  const [first, second, third] = [uniquePhone(), uniquePhone(), uniquePhone()];

  const answer = await importAll(client, [
    ...[out(first, "2025-01-01"), join(first, "2025-02-01")],
    ...[join(second, "2025-02-01"), out(second, "2025-01-01")],
    ...[out(third, "2025-02-01"), join(third, "2025-01-01"), join(third, "2025-03-01")],
  ]);

  expect(answer).toEqual({ ...counts, applied: 6, notEffective: 1 });
  expect([await stateOf(client, first), await stateOf(client, second), await stateOf(client, third)]).toEqual([
    "opted_in",
    "opted_out",
    "opted_in",
  ]);
});

test("an item that breaks a rule fails alone, and says why", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();

  const answer = await importAll(client, [
    out("2025550123"),
    { phone: uniquePhone(), consent: "opted_in" },
    out(uniquePhone(), "2999-01-01"),
    out(phone),
  ]);

  expect(answer).toMatchObject({ applied: 1, unchanged: 0 });
  expect(answer.failed).toEqual([
    { index: 0, code: "invalid_phone", message: expect.stringContaining("country code") },
    { index: 1, code: "validation_error", message: expect.stringContaining("evidence") },
    { index: 2, code: "validation_error", message: expect.stringContaining("future") },
  ]);
  expect((await client.listConsents()).consents.map((each) => each.phone)).toEqual([phone]);
});

test.each<[string, object, string, string]>([
  ["no consents", { consents: [] }, "validation_error", "consents"],
  ["too many consents", { consents: Array.from({ length: 251 }, () => out("72345")) }, "validation_error", "consents"],
  ["a blank vendor", { vendor: " " }, "validation_error", "vendor"],
  ["a blank phone", { consents: [out("72345"), out(" ")] }, "invalid_phone", "consents.1.phone"],
  ["a time that is none", { consents: [out("72345", "yesterday")] }, "validation_error", "consents.0.occurredAt"],
])("an import with %s is refused as a whole", async (_, given, error, field) => {
  const { client } = await app.signIn();
  const body = { vendor, consents: [out("72345")], ...given };

  const answer = await client.raw("importConsents", { body });

  expect(answer).toMatchObject({ status: 422, body: { error, details: [{ field }] } });
  expect((await client.listConsents()).consents).toEqual([]);
});

test("an import of as many phones as are allowed records an event for each change", async () => {
  const { client } = await app.signIn();
  await client.listEvents();
  const phones = Array.from({ length: 250 }, uniquePhone);

  expect(
    await importAll(
      client,
      phones.map((phone) => out(phone)),
    ),
  ).toEqual({ ...counts, applied: 250 });

  const events = await readAllEvents(client);
  expect(events).toHaveLength(250);
  expect(events[0]!.data).toMatchObject({ consent: "opted_out", source: "import" });
});

test("imports of the same phones in other orders do not deadlock", async () => {
  const { client } = await app.signIn();
  const phones = Array.from({ length: 100 }, uniquePhone);
  const orders = [phones, phones.toReversed(), phones.toSorted(() => 1)];

  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      importAll(
        client,
        orders[at % 3]!.map((phone) => out(phone)),
        `service ${at}`,
      ),
    ),
  );

  expect(answers.map(({ applied }) => applied)).toEqual(Array(6).fill(100));
});

test("no text reaches a phone that an import has opted out, while others are sent without a pause", async () => {
  const { client } = await app.signIn();
  const phones = Array.from({ length: 100 }, uniquePhone);
  const half = phones.slice(0, 50);
  /** The phones whose import as opted out was answered, and the number of imports that were begun or answered. */
  let optedOut: readonly string[] = [];
  let changes = 0;
  /** The texts of opted-out phones that no import overlaps. */
  const late: { status: number; message: string }[] = [];
  const others: number[] = [];
  let sent = 0;
  let stopped = false;
  const senders = Array.from({ length: 4 }, async () => {
    while (!stopped) {
      const phone = phones[sent % phones.length]!;
      sent += 1;
      const [message, before] = [`text ${sent}`, changes];
      const isOut = optedOut.includes(phone);
      const { status } = await client.raw("sendText", { body: { phone_number: phone, message } });
      if (isOut && before === changes) late.push({ status, message });
      if (!half.includes(phone)) others.push(status);
    }
  });
  const change = async (consents: Item[], now: readonly string[]) => {
    changes += 1;
    optedOut = [];
    await importAll(client, consents);
    changes += 1;
    optedOut = now;
  };

  for (const month of ["01", "02", "03"]) {
    await change(
      half.map((phone) => out(phone, `2026-${month}-01`)),
      half,
    );
    const seen = late.length;
    await vi.waitFor(() => expect(late.length).toBeGreaterThan(seen + 50));
    await change(
      half.map((phone) => join(phone, `2026-${month}-02`)),
      [],
    );
  }
  stopped = true;
  await Promise.all(senders);

  expect(late.filter(({ status }) => status !== 409)).toEqual([]);
  const messages = new Set(late.map(({ message }) => message));
  expect(app.provider.texts.filter(({ body }) => messages.has(body))).toEqual([]);
  expect(new Set(others)).toEqual(new Set([200]));
});
