import { expect, test } from "vitest";
import { operations } from "../../generated/operations.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { createKey, revokeKey } from "../../server/keys/keys.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { createClient, type RawAnswer } from "../support/client.ts";
import { buildKey, uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";
import { fromNow } from "../support/times.ts";

const app = useApp();
const neighbour = useNeighbour(app);

/** The places of a key in a request. Omitted places are not sent. */
interface Places {
  header?: string;
  authorization?: string;
  query?: string | string[];
  body?: unknown;
}

/** Sends a text with keys in these places only. */
async function sendText(places: Places, { idempotencyKey, ...fields }: Record<string, string> = {}) {
  const query = [places.query ?? []].flat().map((key): [string, string] => ["api_key", key]);
  const response = await fetch(`${app.url}/api/text?${new URLSearchParams(query)}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(places.header !== undefined && { "x-api-key": places.header }),
      ...(places.authorization !== undefined && { authorization: places.authorization }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
    body: JSON.stringify({
      phone_number: uniquePhone(),
      message: "hello",
      ...fields,
      ...("body" in places && { api_key: places.body }),
    }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) } satisfies RawAnswer;
}

const inEveryPlace = (key: string): Places[] => [
  { header: key },
  { authorization: `Bearer ${key}` },
  { query: key },
  { body: key },
];

test("a key is accepted in any of its four places", async () => {
  const { key } = await app.signIn();

  for (const places of inEveryPlace(key)) {
    expect(await sendText(places), JSON.stringify(places)).toMatchObject({ status: 200, body: { testMode: false } });
  }
});

test("the suffix _test selects test mode in every place", async () => {
  const { key } = await app.signIn();

  for (const places of inEveryPlace(`${key}_test`)) {
    expect(await sendText(places), JSON.stringify(places)).toMatchObject({ status: 200, body: { testMode: true } });
  }
});

test("the first place with a key decides, valid or invalid, regardless of later places", async () => {
  const order = ["header", "authorization", "query", "body"] as const;
  const teams = await Promise.all(order.map(() => app.signIn()));
  const senders = await Promise.all(
    teams.map(async ({ client }) => (await client.listBusinessNumbers()).businessNumbers[0]?.phoneNumber),
  );
  const states = ["absent", "good", "bad"] as const;
  // Each place is absent, has the key of another team, or has an invalid key: all 81 combinations.
  const ways = order.reduce<(typeof states)[number][][]>(
    (all, _) => all.flatMap((way) => states.map((state) => [...way, state])),
    [[]],
  );

  const answers = ways.map((way) => {
    const given = order.flatMap((place, index) => {
      if (way[index] === "absent") return [];
      const key = way[index] === "good" ? teams[index]!.key : "bad";
      return [[place, place === "authorization" ? `Bearer ${key}` : key]];
    });
    return sendText(Object.fromEntries(given));
  });

  for (const [index, way] of ways.entries()) {
    const answer = await answers[index]!;
    const first = way.findIndex((state) => state !== "absent");
    if (way[first] === "good") expect(answer.body.from, way.join()).toBe(senders[first]);
    else expect(refusalOf(answer), way.join()).toBe("401 missing_team_context");
  }
  expect(ways).toHaveLength(81);
});

test("the bearer scheme is accepted in any case, and another scheme is not a key", async () => {
  const { key } = await app.signIn();

  for (const scheme of ["bearer", "BEARER", "bEaReR", "Bearer  "]) {
    expect((await sendText({ authorization: `${scheme} ${key}` })).status, scheme).toBe(200);
  }
  expect(refusalOf(await sendText({ authorization: `Basic ${key}` }))).toBe("401 missing_team_context");
  expect(refusalOf(await sendText({ authorization: key }))).toBe("401 missing_team_context");
  expect((await sendText({ authorization: "Basic dTpw", query: key })).status).toBe(200);
});

test("the first of several keys in the query decides", async () => {
  const { key } = await app.signIn();

  expect((await sendText({ query: [key, "bad"] })).status).toBe(200);
  expect(refusalOf(await sendText({ query: ["bad", key] }))).toBe("401 missing_team_context");
});

test("a request without a key is refused for every operation", async () => {
  const guarded = Object.values(operations).filter(({ auth }) => auth === "apiKey");

  for (const { method, path } of guarded) {
    const response = await fetch(`${app.url}${path.replace("{id}", newId())}`, { method });
    const { headers, status } = response;
    const answer: RawAnswer = { status, headers, text: "", body: await response.json() };
    expect(refusalOf(answer), `${method} ${path}`).toBe("401 missing_team_context");
    expect(Object.keys(answer.body).toSorted()).toEqual(["error", "message", "nextStep", "requestId", "success"]);
  }
});

test("a key that differs from a valid key in any way is refused", async () => {
  const { key } = await app.signIn();
  const unknown = [
    "",
    " ",
    "x",
    "_test",
    `${key}x`,
    key.slice(1),
    key.toUpperCase(),
    `${key}_test_test`,
    `${key}_TEST`,
  ];

  for (const bad of unknown) {
    expect(refusalOf(await sendText({ header: bad })), bad).toBe("401 missing_team_context");
    expect(refusalOf(await sendText({ body: bad })), bad).toBe("401 missing_team_context");
  }
  for (const bad of [5, true, null, [key], { key }, "\0", "\ud800"]) {
    expect(refusalOf(await sendText({ body: bad })), JSON.stringify(bad)).toBe("401 missing_team_context");
  }
});

test("operations without a key ignore a given key", async () => {
  const stranger = createClient(app.url, "unknown");

  expect((await stranger.raw("getHealth")).status).toBe(200);
  expect((await stranger.raw("getContract")).status).toBe(200);
});

test("a key in the body of a write is not one of its fields, even for DELETE", async () => {
  const { key, client } = await app.signIn();
  const bare = createClient(app.url, key);
  const { businessNumber } = await client.createBusinessNumber({
    body: { name: "second", phoneNumber: uniquePhone(), phoneNumberSid: "PN2" },
  });
  const path = `/api/business-numbers/${businessNumber.id}`;

  for (const [method, target] of [
    ["POST", `${path}/make-primary`],
    ["PATCH", path],
    ["DELETE", path],
  ] as const) {
    const answer = await fetch(`${app.url}${target}`, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ api_key: key }),
    });
    // The number has become primary by then, so that it cannot be archived.
    expect(answer.status, method).toBe(method === "DELETE" ? 409 : 200);
  }
  const withMore = await bare.request("DELETE", path, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ api_key: key, reason: "old" }),
  });
  expect(refusalOf(withMore)).toBe("422 validation_error");
  expect(withMore.body.details.map(({ field }: { field: string }) => field)).toEqual(["reason"]);
});

test("a key that another place overrides is not validated", async () => {
  const { key } = await app.signIn();

  for (const body of ["x".repeat(300), 5, null, { deep: ["\0"] }]) {
    expect((await sendText({ header: key, body })).status, JSON.stringify(body)).toBe(200);
  }
  expect((await sendText({ header: key, query: "\0" })).status).toBe(200);

  const refused = await sendText({ header: key, body: 5 }, { message: "" });
  expect(refused.body.details.map(({ field }: { field: string }) => field)).toEqual(["message"]);
});

test("the place of the key does not affect idempotency", async () => {
  const { key } = await app.signIn();
  const request = { phone_number: uniquePhone(), idempotencyKey: "once" };

  const answers = [];
  for (const places of inEveryPlace(key)) answers.push(await sendText(places, request));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.textId)).size).toBe(1);
  expect(answers.map(({ headers }) => headers.get("x-idempotency-replayed"))).toEqual([null, "true", "true", "true"]);
});

test("a revoked key is refused from the next request on, even in test mode, and other keys still work", async () => {
  const { team, client } = await app.signIn();
  const { id, key } = await createKey(app.em(), team);
  const other = createClient(app.url, key);
  await other.listThreads();

  await revokeKey(app.em(), id);

  expect(refusalOf(await other.raw("listThreads"))).toBe("401 missing_team_context");
  expect(refusalOf(await other.inTestMode().raw("listThreads"))).toBe("401 missing_team_context");
  expect((await client.raw("listThreads")).status).toBe(200);
});

test("a key is refused from its expiry on, in test mode and by other processes, too", async () => {
  const { team, client } = await app.signIn();
  const { id, key } = await createKey(app.em(), team, { expiresAt: "2100-01-01T00:00:00.000000Z" });
  const [other, elsewhere] = [createClient(app.url, key), createClient(neighbour.url, key)];
  for (const each of [other, elsewhere, other.inTestMode()]) expect((await each.raw("listThreads")).status).toBe(200);

  const expire = "update api_key set expires_at = ? where id = ?";
  await app.em().execute(expire, [await fromNow(app.em(), 0), id]);
  await app.em().execute("update key_revision set revision = revision + 1");

  for (const each of [other, elsewhere, other.inTestMode()]) {
    expect(refusalOf(await each.raw("listThreads"))).toBe("401 missing_team_context");
  }
  expect((await client.raw("listThreads")).status).toBe(200);
});

test("all keys of a team, live and test, see the same data", async () => {
  const { team, client } = await app.signIn();
  const second = createClient(app.url, await buildKey(app.em(), team));
  const { threadId } = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });

  for (const reader of [second, client.inTestMode(), second.inTestMode()]) {
    expect((await reader.listThreads()).threads).toMatchObject([{ id: threadId }]);
  }
});
