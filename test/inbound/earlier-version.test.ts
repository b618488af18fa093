import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { listCallbacks } from "../../server/inbound/list-callbacks.ts";
import { migrate } from "../../server/process/migrate.ts";
import { enqueue } from "../../server/queue/enqueue.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, newSid, postCallback, statusForm } from "../support/callbacks.ts";
import { uniquePhone } from "../support/factories.ts";

const app = useApp();

/** Records a callback with its job, as a process of the earlier version does. */
async function record(kind: "inbound" | "status", fields: object): Promise<string> {
  const id = newId();
  await app.em().transactional(async (tx) => {
    await tx.execute(
      "insert into callback (id, kind, fields, test_mode, received_at) values (?, ?, ?::jsonb, false, clock_timestamp())",
      [id, kind, JSON.stringify(fields)],
    );
    await enqueue(tx, `callbacks.${kind}`, [{ id, data: { callbackId: [id], attempt: 0 } }]);
  });
  return id;
}

const readId = async (id: string) => {
  const [row] = await app
    .em()
    .execute<{ provider_id: string | null }[]>("select provider_id from callback where id = ?", [id]);
  return row!.provider_id;
};

test("a text that the earlier version recorded is stored, with its pictures, and its repetition is a duplicate", async () => {
  const { client, number } = await app.signIn();
  const media = { NumMedia: "1", MediaUrl0: "https://example.com/1", MediaContentType0: "image/png" };
  const form = { ...inboundForm(uniquePhone(), number, "hello"), ...media };

  const id = await record("inbound", form);
  await app.jobs.drain();
  await postCallback(app, "inbound", form);
  await app.jobs.drain();

  const { threads } = await client.listThreads();
  const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
  expect(messages).toMatchObject([{ body: "hello", media: [{ url: "https://example.com/1" }] }]);
  const records = (await listCallbacks(app.em(), { limit: 2 })).toReversed();
  expect(records).toMatchObject([
    { id, outcome: "stored", content: { from: form.From, to: number }, providerId: form.MessageSid },
    { outcome: "duplicate", content: { from: form.From, to: number }, providerId: form.MessageSid },
  ]);
});

test("a keyword and a status that the earlier version recorded take effect", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();
  const { textId } = await client.sendText({ body: { phone_number: phone, message: "hello" } });

  await record("status", statusForm(number, `SM${textId.replaceAll("-", "")}`, "delivered"));
  await record("inbound", inboundForm(phone, number, "STOP"));
  await app.jobs.drain();

  const { threads } = await client.listThreads();
  const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
  expect(messages.find(({ id }) => id === textId)).toMatchObject({ status: "delivered" });
  const answer = await client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
  expect(answer.body.error).toBe("recipient_opted_out");
});

test("the migration reads the ids of recorded callbacks from their fields, and can run again", async () => {
  const sid = newSid();
  const long = "x".repeat(65);
  const cases: [fields: object, id: string | null][] = [
    [{ MessageSid: sid }, sid],
    [{ MessageSid: "", SmsSid: sid }, sid],
    [{ MessageSid: { a: 1 }, SmsSid: sid }, sid],
    [{ MessageSid: long }, hash("sha256", long)],
    [{ From: "+12025550123" }, null],
    [{ MessageSid: "" }, null],
  ];
  const ids = await Promise.all(cases.map(([fields]) => record("inbound", fields)));
  expect(await Promise.all(ids.map(readId))).toEqual(cases.map(() => ""));

  for (const _ of [1, 2]) {
    await app.em().execute("delete from mikro_orm_migrations where name like '%-ids-of-callbacks-concurrently'");
    await migrate(app.database);
    expect(await Promise.all(ids.map(readId))).toEqual(cases.map(([, id]) => id));
  }
});
