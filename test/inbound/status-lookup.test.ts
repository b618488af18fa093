import { describe, expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { useApp } from "../support/app.ts";
import { newSid, postCallback, statusForm } from "../support/callbacks.ts";
import { uniquePhone } from "../support/factories.ts";
import { outcomesOf, readMessage, readRow, reportStatus, sendText } from "../support/sent-texts.ts";

const app = useApp();

test("a status finds its message by the id in the URL and stores a provider id that was unknown", async () => {
  const text = await sendText(app, { kind: "unknown" });
  expect(await readRow(app, text)).toMatchObject({ status: "sending", providerId: null });

  await reportStatus(app, text, "sent", {}, `?textId=${text.textId}`);
  await app.jobs.drain();
  await reportStatus(app, text, "delivered");
  await app.jobs.drain();

  expect(await readRow(app, text)).toMatchObject({ status: "delivered", providerId: text.sid });
});

describe("the message of a status is found", () => {
  test.each([
    ["without From", {}],
    ["from a number that nobody owns", { From: "+12025559999" }],
    ["from a name", { From: "BANK" }],
  ])("%s", async (_, from) => {
    const text = await sendText(app);
    const { From, ...form } = statusForm("", text.sid, "delivered");

    await postCallback(app, "status", { ...form, ...from });
    await app.jobs.drain();

    expect((await readMessage(text)).status).toBe("delivered");
    expect(await outcomesOf(app, text.sid)).toEqual(["applied"]);
  });

  test("from a number of another team, by the provider id or the text id", async () => {
    const [one, two] = [await sendText(app), await sendText(app, { kind: "unknown" })];
    const other = await app.signIn();

    await reportStatus(app, { number: other.number, sid: one.sid }, "delivered");
    await reportStatus(app, { number: other.number, sid: two.sid }, "delivered", {}, `?textId=${two.textId}`);
    await app.jobs.drain();

    expect((await readMessage(one)).status).toBe("delivered");
    expect((await readMessage(two)).status).toBe("delivered");
  });

  test("without a provider id, by the id in the URL", async () => {
    const text = await sendText(app, { kind: "unknown" });

    await postCallback(app, "status", { MessageStatus: "sent" }, { query: `?textId=${text.textId}` });
    await app.jobs.drain();

    expect(await readRow(app, text)).toMatchObject({ status: "sent", providerId: null });
  });

  test("first in the team of the URL, then in the team of From, then in all other teams", async () => {
    const sid = newSid();
    // One after the other, because they share the provider.
    const [first, second, third] = [await sendText(app), await sendText(app), await sendText(app)];
    const texts = [first, second, third];
    await app.em().execute("update message set provider_id = ? where id in (?, ?)", [sid, first.textId, second.textId]);
    const [{ team_id }] = await app
      .em()
      .execute<[{ team_id: string }]>("select team_id from message where id = ?", [second.textId]);
    const statuses = async () => (await Promise.all(texts.map(readMessage))).map(({ status }) => status);

    await reportStatus(app, { number: first.number, sid }, "sent", {}, `?team=${team_id}`);
    await app.jobs.drain();
    expect(await statuses()).toEqual(["queued", "sent", "queued"]);

    await reportStatus(app, { number: first.number, sid }, "delivered", {}, `?team=${newId()}`);
    await app.jobs.drain();
    expect(await statuses()).toEqual(["delivered", "sent", "queued"]);

    await reportStatus(app, { number: first.number, sid: third.sid }, "sent", {}, `?team=${team_id}`);
    await app.jobs.drain();
    expect(await statuses()).toEqual(["delivered", "sent", "sent"]);
  });

  test("in no team if both ids are unknown", async () => {
    const text = await sendText(app);

    await reportStatus(app, { number: text.number, sid: newSid() }, "delivered", {}, `?textId=${newId()}`);
    await app.jobs.drain();

    expect((await readMessage(text)).status).toBe("queued");
    await app.em().execute("update callback set received_at = received_at - interval '1 hour'");
    await app.jobs.drain({ early: true });
  });
});

test("a status on the path for passcodes finds its message", async () => {
  const text = await sendText(app);

  await postCallback(app, "otp-status", statusForm(text.number, text.sid, "delivered"));
  await app.jobs.drain();

  expect((await readMessage(text)).status).toBe("delivered");
});

test("a status with the id of an inbound message does not change that message", async () => {
  const text = await sendText(app);
  await postCallback(app, "inbound", { MessageSid: "SMinbound", From: uniquePhone(), To: text.number, Body: "hello" });
  await app.jobs.drain();

  await reportStatus(app, { number: text.number, sid: "SMinbound" }, "delivered");
  await app.jobs.drain();

  const { threads } = await text.client.listThreads();
  const inbound = threads.find(({ lastDirection }) => lastDirection === "inbound")!;
  const { messages } = await text.client.listThreadMessages({ path: { id: inbound.id } });
  expect(messages).toMatchObject([{ status: "received" }]);
  await app.em().execute("update callback set received_at = received_at - interval '1 hour'");
  await app.jobs.drain({ early: true });
});
