import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newId } from "../server/db/columns.ts";
import { queries } from "../server/db/orm.ts";
import type { Outcome } from "../server/provider/provider.ts";
import { messageDeliveries } from "../server/sending/deliveries.ts";
import { giveUpUnknown } from "../server/sending/give-up-unknown.ts";
import { useApp } from "./support/app.ts";
import { newSid, postCallback, statusForm } from "./support/callbacks.ts";
import type { Client } from "./support/client.ts";
import { uniquePhone } from "./support/factories.ts";

const app = useApp();

interface SentText {
  client: Client;
  number: string;
  textId: string;
  threadId: string;
  sid: string;
}

/** A text that the provider accepted. */
async function send(outcome?: Outcome): Promise<SentText> {
  const { client, number } = await app.signIn();
  const sid = newSid();
  app.provider.answer = () => outcome ?? { kind: "accepted", providerId: sid, status: "queued" };
  const { textId, threadId } = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  return { client, number, textId, threadId, sid };
}

async function report({ number, sid }: Pick<SentText, "number" | "sid">, status: string, more = {}, query = "") {
  const answer = await postCallback(app, "status", statusForm(number, sid, status, more), { query });
  expect(answer.status, answer.text).toBe(200);
}

async function readMessage({ client, threadId }: SentText) {
  const { messages } = await client.listThreadMessages({ path: { id: threadId } });
  return messages[0]!;
}

const readRow = ({ textId }: SentText) =>
  queries(app.em())
    .selectFrom("Message")
    .select(["status", "errorCode", "providerId"])
    .where("id", "=", textId)
    .executeTakeFirstOrThrow();

async function outcomesOf(sid: string) {
  const rows = await queries(app.em())
    .selectFrom("Callback")
    .select(["fields", "outcome"])
    .orderBy("sequence")
    .execute();
  return rows
    .filter(({ fields }) => (fields as Record<string, string>).MessageSid === sid)
    .map(({ outcome }) => outcome);
}

test("a status moves the message on, and the reports that it took are told", async () => {
  const text = await send();

  for (const status of ["sent", "delivered"]) {
    await report(text, status);
    await app.jobs.drain();
    expect((await readMessage(text)).status).toBe(status);
  }
  expect(await outcomesOf(text.sid)).toEqual(["applied", "applied"]);
});

test("why a message was not delivered is told with it", async () => {
  const text = await send();

  await report(text, "undelivered", { ErrorCode: "30003", ErrorMessage: "Unreachable destination handset" });
  await app.jobs.drain();

  expect(await readMessage(text)).toMatchObject({ status: "undelivered", errorCode: "30003" });
});

test.each([
  ["accepted", "queued"],
  ["scheduled", "queued"],
  ["canceled", "failed"],
  ["DELIVERED", "delivered"],
  ["partially_delivered", "queued"],
  ["constructor", "queued"],
])("the provider's word %s makes a queued message %s", async (word, status) => {
  const text = await send();

  await report(text, word);
  await app.jobs.drain();

  expect((await readMessage(text)).status).toBe(status);
});

describe("whatever the order and the repetitions of the reports", () => {
  const ranks: Record<string, number> = {
    queued: 0,
    sending: 1,
    sent: 2,
    delivered: 3,
    undelivered: 3,
    failed: 3,
    read: 4,
  };
  const words = Object.keys(ranks);

  /** The rule again, the other way round: from the whole history. */
  function expected(history: string[]): string {
    const ends = history.filter((word) => ranks[word] === 3);
    const first = ends[0];
    const firstRead = history.indexOf("read");
    if (firstRead >= 0 && (first === undefined || history.indexOf(first) > firstRead || first === "delivered"))
      return "read";
    if (first) return first;
    return ["queued", ...history].toSorted((a, b) => ranks[b]! - ranks[a]!)[0]!;
  }

  test("a message's status never goes back, and ends where the rule says", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 7 }), async (history) => {
        const text = await send();
        let highest = 0;
        for (const [index, word] of history.entries()) {
          await report(text, word);
          await app.jobs.drain();
          const { status } = await readMessage(text);
          expect(status).toBe(expected(history.slice(0, index + 1)));
          expect(ranks[status]).toBeGreaterThanOrEqual(highest);
          highest = ranks[status]!;
        }
      }),
      { numRuns: 12 },
    );
  });

  test("reports that are done together come to the same as one after the other", async () => {
    const histories = fc.array(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }), {
      minLength: 3,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(histories, async (all) => {
        const texts = await Promise.all(all.map(() => send()));
        // Texts share `answer`, so each is given its id by name.
        for (let turn = 0; turn < 6; turn += 1) {
          for (const [index, history] of all.entries()) {
            const word = history[turn];
            if (word) await report(texts[index]!, word, {}, `?textId=${texts[index]!.textId}`);
          }
        }
        await app.jobs.drain();
        for (const [index, history] of all.entries()) {
          expect((await readMessage(texts[index]!)).status).toBe(expected(history));
        }
      }),
      { numRuns: 6 },
    );
  });

  test("every order of sent, delivered, read and a repetition ends read", async () => {
    const text = ["sent", "delivered", "read", "delivered"];
    const orders = new Set(permutations(text).map((order) => order.join(" ")));
    const sent = await Promise.all([...orders].map(async (order) => ({ order, text: await send() })));
    for (const { order, text } of sent) {
      for (const word of order.split(" ")) await report(text, word, {}, `?textId=${text.textId}`);
    }
    await app.jobs.drain();
    for (const { order, text } of sent) expect([order, (await readMessage(text)).status]).toEqual([order, "read"]);
  });

  function permutations<T>(items: T[]): T[][] {
    if (items.length <= 1) return [items];
    return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
  }
});

test("a status finds its message by the id in its address when the provider's is not known yet, and leaves it there", async () => {
  const text = await send({ kind: "unknown" });
  expect(await readRow(text)).toMatchObject({ status: "sending", providerId: null });

  await report(text, "sent", {}, `?textId=${text.textId}`);
  await app.jobs.drain();
  await report(text, "delivered");
  await app.jobs.drain();

  expect(await readRow(text)).toMatchObject({ status: "delivered", providerId: text.sid });
});

test("a message that was given up takes whatever the provider says of it", async () => {
  const text = await send({ kind: "unknown" });
  await app
    .em()
    .execute("update message set created_at = created_at - interval '11 minutes' where id = ?", [text.textId]);
  await giveUpUnknown(app.em(), messageDeliveries);
  expect(await readRow(text)).toMatchObject({ status: "failed", errorCode: "outcome_unknown" });

  await report(text, "sent", {}, `?textId=${text.textId}`);
  await app.jobs.drain();

  expect(await readRow(text)).toEqual({ status: "sent", errorCode: null, providerId: text.sid });
});

test("a status that overtakes the provider's answer to the send is done later", async () => {
  const { client, number } = await app.signIn();
  const sid = newSid();
  let answer: (outcome: Outcome) => void = () => {};
  const asked = new Promise<void>((resolve) => {
    app.provider.answer = () => {
      resolve();
      return new Promise((later) => {
        answer = later;
      });
    };
  });
  const sending = client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  await asked;

  await report({ number, sid }, "delivered");
  await app.jobs.drain();
  expect(await outcomesOf(sid)).toEqual([null]);
  answer({ kind: "accepted", providerId: sid, status: "queued" });
  const { textId, threadId } = await sending;
  await app.jobs.drain({ early: true });

  expect((await readMessage({ client, number, textId, threadId, sid })).status).toBe("delivered");
  expect(await outcomesOf(sid)).toEqual(["applied"]);
});

test("a status of what is not known is tried again for ten minutes, and then left", async () => {
  const { number } = await app.signIn();
  const sid = newSid();
  await report({ number, sid }, "delivered");
  for (let attempt = 0; attempt < 4; attempt += 1) {
    expect(await app.jobs.drain({ early: true })).toBe(1);
    expect(await outcomesOf(sid)).toEqual([null]);
  }

  await app
    .em()
    .execute("update callback set received_at = received_at - interval '10 minutes' where fields->>'MessageSid' = ?", [
      sid,
    ]);
  expect(await app.jobs.drain({ early: true })).toBe(1);

  expect(await outcomesOf(sid)).toEqual(["unknown_message"]);
  expect(await app.jobs.drain({ early: true })).toBe(0);
});

test("a job that is done twice is followed by one attempt", async () => {
  const { number } = await app.signIn();
  const sid = newSid();
  await report({ number, sid }, "delivered");
  const [row] = await app
    .em()
    .execute<[{ id: string }]>("select id from callback where fields->>'MessageSid' = ?", [sid]);
  await app.jobs.drain();

  await app.jobs.boss.insert("callbacks.status", [{ id: newId(), data: { callbackId: row.id, attempt: 0 } }]);
  await app.jobs.drain();

  const waiting = "select from pgboss.job where data->>'callbackId' = ? and state = 'created'";
  expect(await app.em().execute(waiting, [row.id])).toHaveLength(1);
  await app.em().execute("update callback set received_at = received_at - interval '1 hour' where id = ?", [row.id]);
  await app.jobs.drain({ early: true });
});

describe("a status finds its message by the ids that it carries,", () => {
  test.each([
    ["without From", {}],
    ["from a number that nobody owns", { From: "+12025559999" }],
    ["from a name", { From: "BANK" }],
  ])("%s", async (_, from) => {
    const text = await send();
    const { From, ...form } = statusForm("", text.sid, "delivered");

    await postCallback(app, "status", { ...form, ...from });
    await app.jobs.drain();

    expect((await readMessage(text)).status).toBe("delivered");
    expect(await outcomesOf(text.sid)).toEqual(["applied"]);
  });

  test("from a number of another team, by either id", async () => {
    const [one, two] = [await send(), await send({ kind: "unknown" })];
    const other = await app.signIn();

    await report({ number: other.number, sid: one.sid }, "delivered");
    await report({ number: other.number, sid: two.sid }, "delivered", {}, `?textId=${two.textId}`);
    await app.jobs.drain();

    expect((await readMessage(one)).status).toBe("delivered");
    expect((await readMessage(two)).status).toBe("delivered");
  });

  test("without an id of the provider, by the one in its address", async () => {
    const text = await send({ kind: "unknown" });

    await postCallback(app, "status", { MessageStatus: "sent" }, { query: `?textId=${text.textId}` });
    await app.jobs.drain();

    expect(await readRow(text)).toMatchObject({ status: "sent", providerId: null });
  });

  test("first in the team of its address, then in that of From, then in all others", async () => {
    const sid = newSid();
    // One after the other, because they share the provider.
    const [first, second, third] = [await send(), await send(), await send()];
    const texts = [first, second, third];
    await app.em().execute("update message set provider_id = ? where id in (?, ?)", [sid, first.textId, second.textId]);
    const [{ team_id }] = await app
      .em()
      .execute<[{ team_id: string }]>("select team_id from message where id = ?", [second.textId]);
    const statuses = async () => (await Promise.all(texts.map(readMessage))).map(({ status }) => status);

    await report({ number: first.number, sid }, "sent", {}, `?team=${team_id}`);
    await app.jobs.drain();
    expect(await statuses()).toEqual(["queued", "sent", "queued"]);

    await report({ number: first.number, sid }, "delivered", {}, `?team=${newId()}`);
    await app.jobs.drain();
    expect(await statuses()).toEqual(["delivered", "sent", "queued"]);

    await report({ number: first.number, sid: third.sid }, "sent", {}, `?team=${team_id}`);
    await app.jobs.drain();
    expect(await statuses()).toEqual(["delivered", "sent", "sent"]);
  });

  test("and does nothing where no team has them", async () => {
    const text = await send();

    await report({ number: text.number, sid: newSid() }, "delivered", {}, `?textId=${newId()}`);
    await app.jobs.drain();

    expect((await readMessage(text)).status).toBe("queued");
    await app.em().execute("update callback set received_at = received_at - interval '1 hour'");
    await app.jobs.drain({ early: true });
  });
});

test("a status on the passcodes' path finds the message that it is of", async () => {
  const text = await send();

  await postCallback(app, "otp-status", statusForm(text.number, text.sid, "delivered"));
  await app.jobs.drain();

  expect((await readMessage(text)).status).toBe("delivered");
});

test.each([
  ["without a status", { MessageStatus: "" }, "unreadable"],
  ["without any id", { MessageSid: "" }, "unreadable"],
])("a status %s is kept in the record and does nothing", async (_, wrong, outcome) => {
  const text = await send();
  const form = { ...statusForm(text.number, text.sid, "delivered"), ...wrong };

  await postCallback(app, "status", form);
  await app.jobs.drain();

  expect((await readMessage(text)).status).toBe("queued");
  expect(await outcomesOf(form.MessageSid)).toContain(outcome);
});

test("a status of an inbound message's id changes nothing of it", async () => {
  const text = await send();
  await postCallback(app, "inbound", { MessageSid: "SMinbound", From: uniquePhone(), To: text.number, Body: "hello" });
  await app.jobs.drain();

  await report({ number: text.number, sid: "SMinbound" }, "delivered");
  await app.jobs.drain();

  const { threads } = await text.client.listThreads();
  const inbound = threads.find(({ lastDirection }) => lastDirection === "inbound")!;
  const { messages } = await text.client.listThreadMessages({ path: { id: inbound.id } });
  expect(messages).toMatchObject([{ status: "received" }]);
  await app.em().execute("update callback set received_at = received_at - interval '1 hour'");
  await app.jobs.drain({ early: true });
});
