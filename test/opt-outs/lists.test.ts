import { expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { setConsent } from "../../server/opt-outs/change-opt-outs.ts";
import { logRefusals } from "../../server/opt-outs/record-consents.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { buildOptOut, uniquePhone } from "../support/factories.ts";
import { hold, recordKeyword } from "../support/held-transaction.ts";
import { fromNow } from "../support/times.ts";

const app = useApp();

const optOut = { consent: "opted_out", reason: "verbal" } as const;

/** A team with entries of each source, the phone of each. */
async function buildLog() {
  const { client, number, team } = await app.signIn();
  const phones = { keyword: uniquePhone(), operator: uniquePhone(), api: uniquePhone(), provider: uniquePhone() };
  await postCallback(app, "inbound", inboundForm(phones.keyword, number, "STOP"));
  await setConsent(app.em(), team.id, phones.operator, "opted_out");
  await client.recordConsent({ body: { phone: phones.api, ...optOut } });
  const refusal = { teamId: team.id, phone: phones.provider, id: newId(), messageId: null };
  await app.inTeam(team.id, async (tx) => logRefusals(tx, [{ ...refusal, now: await fromNow(app.em(), 0) }]));
  return { client, team, phones };
}

/** Reads all pages of a list, one item at a time. */
async function readAll<Item>(
  read: (query: object) => Promise<{ items: Item[]; hasMore: boolean; nextCursor: string | null }>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await read({ per_page: 1, ...(cursor !== null && { cursor }) });
    expect(page.hasMore).toBe(page.nextCursor !== null);
    all.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === null) return all;
  }
}

const readLog = (client: Client, filter: object = {}) =>
  readAll(async (query) => {
    const { consents, ...page } = await client.listConsents({ query: { ...filter, ...query } });
    return { items: consents, ...page };
  });

test("the consent log has all entries, the newest first, also those that do not count", async () => {
  const { client, phones } = await buildLog();

  const entries = await readLog(client);

  expect(entries.map(({ source, phone, effective }) => [source, phone, effective])).toEqual([
    ["provider", phones.provider, false],
    ["api", phones.api, true],
    ["operator", phones.operator, true],
    ["keyword", phones.keyword, true],
  ]);
});

test.each(["keyword", "operator", "api", "provider"] as const)(
  "the consent log can be cut to a phone and to the source %s",
  async (source) => {
    const { client, phones } = await buildLog();

    expect((await readLog(client, { source })).map(({ phone }) => phone)).toEqual([phones[source]]);
    expect((await readLog(client, { phone: phones[source] })).map((entry) => entry.source)).toEqual([source]);
    expect(await readLog(client, { phone: phones[source], source: "import" })).toEqual([]);
  },
);

test("the consent log since a time has the entries from then on, whatever their order", async () => {
  const { client, team, phones } = await buildLog();
  const age = (phone: string, interval: string) =>
    app.em().execute(
      `update consent_event set created_at = (created_at at time zone 'UTC' - interval '${interval}') at time zone 'UTC'
        where team_id = ? and phone_number = ?`,
      [team.id, phone],
    );
  // A refusal has the time of its request, and its position from the end of the call. A page of one item reads two.
  const again = { teamId: team.id, phone: phones.provider, id: newId(), messageId: null };
  await app.inTeam(team.id, async (tx) => logRefusals(tx, [{ ...again, now: await fromNow(app.em(), 0) }]));
  await age(phones.provider, "10 minutes");
  await age(phones.keyword, "1 day");
  const sources = async (secondsAgo: number) =>
    (await readLog(client, { since: await fromNow(app.em(), -secondsAgo) })).map(({ source }) => source);

  expect(await sources(60)).toEqual(["api", "operator"]);
  expect(await sources(3_600)).toEqual(["provider", "provider", "api", "operator"]);
  expect(await sources(2 * 86_400)).toEqual(["provider", "provider", "api", "operator", "keyword"]);
});

test("an entry whose transaction commits after a page was read is found by the next read since the same time", async () => {
  const { client, team } = await app.signIn();
  const since = await fromNow(app.em(), 0);
  const [slow, quick] = [uniquePhone(), uniquePhone()];
  const commit = await hold(app, team.id, (tx) => recordKeyword(tx, { teamId: team.id, phone: slow, keyword: "STOP" }));
  await client.recordConsent({ body: { phone: quick, ...optOut } });
  const phonesSince = async () => (await readLog(client, { since })).map(({ phone }) => phone);
  expect(await phonesSince()).toEqual([quick]);

  await commit();

  expect(await phonesSince()).toEqual([quick, slow]);
});

test("a page since a time does not read the log from before it", async () => {
  const { client, team } = await app.signIn();
  await app.em().execute(
    `insert into consent_event (team_id, id, phone_number, consent, source, sequence, created_at)
      select ?, gen_random_uuid(), '+1202' || n, 'opted_out', 'keyword', n, now() - interval '1 day'
      from generate_series(5550000, 5550299) as n`,
    [team.id],
  );

  const page = await client.listConsents({ query: { since: await fromNow(app.em(), -3_600), per_page: 100 } });

  expect(page).toEqual({ consents: [], hasMore: false, nextCursor: null });
});

test("the opt-outs are listed, the newest first, with what they come from", async () => {
  const { client, team, phones } = await buildLog();
  const early = [uniquePhone(), uniquePhone()].toSorted().toReversed();
  for (const phone of early) await buildOptOut(app.em(), team, phone);
  await app
    .em()
    .execute("update opt_out set created_at = '2020-01-01Z' where phone_number = any (?)", [`{${early.join(",")}}`]);
  await client.recordConsent({
    body: { phone: phones.operator, consent: "opted_in", reason: "verbal", evidence: { note: "Asked" } },
  });

  const optOuts = await readAll(async (query) => {
    const { optOuts: items, ...page } = await client.listOptOuts({ query });
    return { items, ...page };
  });

  const since = expect.stringMatching(/^\d{4}-.*\.\d{6}Z$/);
  expect(optOuts).toEqual([
    { phone: phones.api, since, source: "api", keyword: null, messageId: null },
    { phone: phones.keyword, since, source: "keyword", keyword: "STOP", messageId: expect.any(String) },
    ...early.map((phone) => ({
      ...{ phone, since: "2020-01-01T00:00:00.000000Z", source: null, keyword: null, messageId: null },
    })),
  ]);
});

test.each([
  ["source", "nobody"],
  ["since", "yesterday"],
  ["phone", "x".repeat(65)],
  ["cursor", "x"],
])("a wrong %s is refused", async (name, value) => {
  const { client } = await app.signIn();

  const { status, body } = await client.raw("listConsents", { query: { [name]: value } as object });

  expect({ status, ...body }).toMatchObject({ status: 422, error: "validation_error", details: [{ field: name }] });
});

test("a cursor belongs to its filter", async () => {
  const { client, phones } = await buildLog();
  const { nextCursor } = await client.listConsents({ query: { per_page: 1 } });
  const query = { phone: phones.api, cursor: nextCursor! };

  expect((await client.raw("listConsents", { query })).body.error).toBe("validation_error");
});
