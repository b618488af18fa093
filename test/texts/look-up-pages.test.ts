import { expect, test } from "vitest";
import { firstIdAt } from "../../server/db/schema/ids.ts";
import { plusMicroseconds, type Timestamp } from "../../server/db/timestamp.ts";
import { useApp } from "../support/app.ts";
import type { CallInput, Client } from "../support/client.ts";
import { buildBusinessNumber, buildMessage, type TestTeam, uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";
import { fromNow } from "../support/times.ts";
import { schedule } from "../support/waiting-texts.ts";

const app = useApp();

type Query = NonNullable<CallInput<"listMessages">["query"]>;

/** The ids of all pages of a list. */
async function idsOf(client: Client, query: Query = {}): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await client.listMessages({ query: { ...query, ...(cursor !== undefined && { cursor }) } });
    expect(page.hasMore).toBe(page.nextCursor !== null);
    expect(page.searchedBack).toBe(page.hasMore ? page.messages.at(-1)!.createdAt : null);
    ids.push(...page.messages.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return ids;
}

/** Moves a message to another time, and perhaps to the id of a time. */
async function move(team: TestTeam, id: string, at: Timestamp, idTime?: Timestamp): Promise<string> {
  const newId = idTime === undefined ? id : firstIdAt(idTime);
  await app
    .em()
    .execute("update message set created_at = ?::timestamptz, id = ?::uuid where team_id = ? and id = ?", [
      at,
      newId,
      team.id,
      id,
    ]);
  return newId;
}

/** A team with texts of two phones: to and from Ada, failed and received, and one of a stranger. */
async function buildTexts() {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const ada = uniquePhone();
  const asked = await buildMessage(app.em(), { team, number, phone: ada, direction: "outbound", status: "delivered" });
  const answered = await buildMessage(app.em(), { team, number, phone: ada });
  const failed = await buildMessage(app.em(), { team, number, phone: ada, direction: "outbound", status: "failed" });
  const strange = await buildMessage(app.em(), { team, number });
  return { client, team, ada, asked, answered, failed, strange };
}

test("texts are listed newest first, by phone, direction and status", async () => {
  const { client, ada, asked, answered, failed, strange } = await buildTexts();

  expect(await idsOf(client)).toEqual([strange.id, failed.id, answered.id, asked.id]);
  expect(await idsOf(client, { phone: ada })).toEqual([failed.id, answered.id, asked.id]);
  expect(await idsOf(client, { direction: "inbound" })).toEqual([strange.id, answered.id]);
  expect(await idsOf(client, { direction: "outbound", phone: ada })).toEqual([failed.id, asked.id]);
  expect(await idsOf(client, { status: "failed" })).toEqual([failed.id]);
  expect(await idsOf(client, { status: "delivered", phone: ada })).toEqual([asked.id]);
  expect(await idsOf(client, { status: "failed", direction: "inbound" })).toEqual([]);
  expect(await idsOf(client, { phone: uniquePhone() })).toEqual([]);
});

test("a phone's plus sign need not be percent-encoded", async () => {
  const { client, ada, asked, answered, failed } = await buildTexts();

  const { body } = await client.request("GET", `/api/messages?phone=${ada}`);

  expect(body.messages.map(({ id }: { id: string }) => id)).toEqual([failed.id, answered.id, asked.id]);
});

test("since includes its time and until does not, also for a phone", async () => {
  const { client, ada, asked, answered, failed } = await buildTexts();
  const span = { since: asked.createdAt, until: failed.createdAt };

  for (const phone of [undefined, ada]) {
    const filter = { ...span, ...(phone && { phone }) };
    expect(await idsOf(client, filter)).toEqual([answered.id, asked.id]);
    expect(await idsOf(client, { ...filter, since: plusMicroseconds(asked.createdAt, 1) })).toEqual([answered.id]);
    const until = plusMicroseconds(failed.createdAt, 1);
    expect(await idsOf(client, { ...filter, until })).toEqual([failed.id, answered.id, asked.id]);
  }
});

test.each([
  ["0001-01-01", "0001-01-02", 0],
  ["1969-12-31T23:59:59Z", "9999-12-31T23:59:59.999999Z", 4],
  ["9999-12-31T23:59:59.999999Z", "0001-01-01", 0],
])("the texts from %s until %s are found", async (since, until, count) => {
  const { client } = await buildTexts();

  expect(await idsOf(client, { since, until })).toHaveLength(count);
});

test("a received text whose id is three days older than itself is found by its time", async () => {
  const { client, team, ada, asked, answered } = await buildTexts();
  const now = await fromNow(app.em(), 0);
  const late = await move(team, answered.id, now, await fromNow(app.em(), 3_600 - 3 * 86_400));
  const since = plusMicroseconds(now, -1);
  const until = plusMicroseconds(now, 1);

  expect(await idsOf(client, { since, until })).toEqual([late]);
  expect(await idsOf(client, { since, until, phone: ada })).toEqual([late]);
  // By id it is the oldest, by time the newest.
  expect((await idsOf(client)).slice(-2)).toEqual([asked.id, late]);
  expect((await idsOf(client, { phone: ada }))[0]).toBe(late);
});

test.each([1, 2, 3])("pages of %i text have each text of equal timestamps once", async (per_page) => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const at = await fromNow(app.em(), -60);
  const sent: string[] = [];
  for (let made = 0; made < 5; made += 1) {
    const { id } = await buildMessage(app.em(), { team, phone });
    await move(team, id, at);
    sent.push(id);
  }
  const newestFirst = sent.toReversed();

  expect(await idsOf(client, { per_page })).toEqual(newestFirst);
  expect(await idsOf(client, { per_page, phone })).toEqual(newestFirst);
  expect(await idsOf(client, { per_page, phone, since: at })).toEqual(newestFirst);
  expect(await idsOf(client, { per_page, until: at })).toEqual([]);
});

test("a page continues after its cursor while new texts arrive", async () => {
  const { client, team, ada, asked, answered, failed } = await buildTexts();
  const first = await client.listMessages({ query: { phone: ada, per_page: 1 } });
  await buildMessage(app.em(), { team, phone: ada });

  const query = { phone: ada, per_page: 2, cursor: first.nextCursor! };
  const second = await client.listMessages({ query });

  expect([...first.messages, ...second.messages].map(({ id }) => id)).toEqual([failed.id, answered.id, asked.id]);
  expect(second).toMatchObject({ hasMore: false, nextCursor: null, searchedBack: null });
});

test("a cursor of another filter, mode, team or list is refused", async () => {
  const { client, ada } = await buildTexts();
  const stranger = (await buildTexts()).client;
  const filter = { phone: ada, direction: "outbound", since: "2026-01-01" } as const;
  const { nextCursor } = await client.listMessages({ query: { ...filter, per_page: 1 } });
  const cursor = nextCursor!;
  const threads = (await client.listThreads({ query: { per_page: 1 } })).nextCursor!;
  const ask = (reader: Client, query: Query) => reader.raw("listMessages", { query });

  expect((await ask(client, { ...filter, cursor })).status).toBe(200);
  expect((await ask(client, { ...filter, since: "2026-01-01T00:00:00Z", cursor })).status).toBe(200);
  for (const [reader, query] of [
    [client, { cursor }],
    [client, { ...filter, phone: uniquePhone(), cursor }],
    [client, { ...filter, direction: "inbound", cursor }],
    [client, { ...filter, status: "failed", cursor }],
    [client, { ...filter, since: "2026-01-02", cursor }],
    [client, { ...filter, until: "2036-01-01", cursor }],
    [client, { ...filter, cursor: threads }],
    [client, { ...filter, status: "held", cursor: "x" }],
    [client.inTestMode(), { ...filter, cursor }],
    [stranger, { ...filter, cursor }],
  ] as const) {
    const answer = await ask(reader, query);
    expect(refusalOf(answer), JSON.stringify(query)).toBe("422 validation_error");
    expect(answer.body.details).toMatchObject([{ field: "cursor" }]);
  }
});

test("texts that wait are searched like others, and one that is canceled between two pages is left out", async () => {
  const { client } = await app.signIn();
  const texts = [];
  for (const hours of [1, 2, 3, 4]) {
    const sendAt = await fromNow(app.em(), hours * 3_600);
    texts.push(await schedule(app, client, { sendAt }));
  }
  const ids = texts.map(({ id }) => id);
  const status = "scheduled" as const;

  const first = await client.listMessages({ query: { status, per_page: 1 } });
  await client.cancelMessage({ path: { id: ids[2]! } });
  const rest = await client.listMessages({ query: { status, per_page: 3, cursor: first.nextCursor! } });

  expect([...first.messages, ...rest.messages].map(({ id }) => id)).toEqual([ids[3], ids[1], ids[0]]);
  expect(rest.hasMore).toBe(false);
  expect(await idsOf(client, { status, phone: texts[1]!.to! })).toEqual([ids[1]]);
  expect(await idsOf(client, { status, direction: "inbound" })).toEqual([]);
  expect(await idsOf(client, { status, direction: "outbound" })).toHaveLength(3);
  const { createdAt } = texts[1]!;
  expect(await idsOf(client, { status, since: createdAt })).toEqual([ids[3], ids[1]]);
  expect(await idsOf(client, { status, until: createdAt })).toEqual([ids[0]]);
  expect(await idsOf(client, { status: "canceled" })).toEqual([ids[2]]);
});

test.each(["scheduled", "held", "canceled"] as const)("no text that was handed over is %s", async (status) => {
  const { client } = await buildTexts();

  expect(await idsOf(client, { status })).toEqual([]);
});

test.each([
  ["since", "yesterday"],
  ["until", "2026-02-30"],
  ["status", "gone"],
  ["direction", "up"],
  ["phone", "+".repeat(65)],
  ["per_page", "101"],
])("%s=%s is refused", async (field, value) => {
  const { client } = await app.signIn();

  const answer = await client.raw("listMessages", { query: { [field]: value } });

  expect(refusalOf(answer)).toBe("422 validation_error");
  expect(answer.body.details).toMatchObject([{ field, code: "validation_error" }]);
});
