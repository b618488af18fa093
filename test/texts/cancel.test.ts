import { describe, expect, test } from "vitest";
import { useApp, useNeighbour } from "../support/app.ts";
import { type Client, createClient } from "../support/client.ts";
import { buildMessage } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";
import { fromNow } from "../support/times.ts";
import { makeDue, schedule } from "../support/waiting-texts.ts";

const app = useApp();
const neighbour = useNeighbour(app);

const carried = (phone: string) =>
  [app, neighbour].flatMap(({ provider }) => provider.texts).filter(({ to }) => to === phone);

const cancel = (client: Client, id: string, idempotencyKey?: string) =>
  client.raw("cancelMessage", { path: { id }, ...(idempotencyKey && { idempotencyKey }) });

test("a canceled text is not sent, and stays readable", async () => {
  const { client, team } = await app.signIn();
  const waiting = await schedule(app, client);

  const { status, body } = await cancel(client, waiting.id);
  await makeDue(app, team);
  await app.dispatch();

  expect({ status, body }).toEqual({
    status: 200,
    body: { success: true, message: { ...waiting, status: "canceled", waitsFor: null } },
  });
  expect(carried(waiting.to)).toEqual([]);
  expect(await client.getMessage({ path: { id: waiting.id } })).toMatchObject({ status: "canceled", errorCode: null });
  expect((await client.listPendingMessages()).messages).toEqual([]);
  expect((await client.listPendingMessages({ query: { status: "canceled" } })).messages).toHaveLength(1);
  const { auditEvents } = await client.listAuditEvents();
  expect(auditEvents[0]).toMatchObject({ operation: "cancelMessage", target: waiting.id, outcome: 200 });
});

describe("message_not_cancelable", () => {
  test("answers for a text that is canceled already, except to a repetition with the same key", async () => {
    const { client } = await app.signIn();
    const { id } = await schedule(app, client);
    const first = await cancel(client, id, "once");

    expect(refusalOf(await cancel(client, id))).toBe("409 message_not_cancelable");
    const repeated = await cancel(client, id, "once");
    expect(repeated.body).toEqual(first.body);
    expect(repeated.headers.get("x-idempotency-replayed")).toBe("true");
  });

  test("answers for a text that was handed over, and for a received one", async () => {
    const { client, team } = await app.signIn();
    const waiting = await schedule(app, client);
    await makeDue(app, team);
    await app.dispatch();
    const { id: received } = await buildMessage(app.em(), { team });

    expect(refusalOf(await cancel(client, waiting.id))).toBe("409 message_not_cancelable");
    expect(refusalOf(await cancel(client, received))).toBe("409 message_not_cancelable");
    expect(carried(waiting.to)).toHaveLength(1);
  });
});

test("an unknown id, another team's text and a text of the other mode are message_not_found, and nothing changes", async () => {
  const { client, key } = await app.signIn();
  const stranger = await app.signIn();
  const { id } = await schedule(app, client);

  for (const [caller, path] of [
    [stranger.client, id],
    [createClient(app.url, `${key}_test`), id],
    [client, "019aa4a1-7c3e-7d52-9a0e-3b8f6f1d8a10"],
    [client, "no-uuid"],
  ] as const) {
    expect(refusalOf(await cancel(caller, path))).toBe("404 message_not_found");
  }
  expect(refusalOf(await stranger.client.raw("getMessage", { path: { id } }))).toBe("404 message_not_found");
  expect((await stranger.client.listPendingMessages()).messages).toEqual([]);
  expect(await client.getMessage({ path: { id } })).toMatchObject({ status: "scheduled" });
});

test("texts that are due and canceled at the same time are either sent or canceled", async () => {
  const { client, team } = await app.signIn();
  const sendAt = await fromNow(app.em(), 3_600);
  const waiting = await Promise.all(Array.from({ length: 200 }, () => schedule(app, client, { sendAt })));

  await makeDue(app, team);
  const answers = new Map<string, string>();
  const queue = waiting.toReversed().values();
  const cancelRest = async () => {
    for (const { id } of queue) {
      const { status, body } = await cancel(client, id);
      answers.set(id, status === 200 ? "200" : `${status} ${body.error}`);
    }
  };
  await Promise.all([...Array.from({ length: 10 }, cancelRest), app.dispatch(), neighbour.dispatch()]);
  await app.dispatch();

  const outcomes = waiting.map(({ id }) => answers.get(id)!);
  expect([...new Set(outcomes)].filter((each) => !["200", "409 message_not_cancelable"].includes(each))).toEqual([]);
  const found = await Promise.all(
    waiting.map(async ({ id, to }) => {
      const { status } = await client.getMessage({ path: { id } });
      return [status, carried(to).length];
    }),
  );
  expect(found).toEqual(outcomes.map((outcome) => (outcome === "200" ? ["canceled", 0] : ["queued", 1])));
});
