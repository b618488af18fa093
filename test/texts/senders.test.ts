import { expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { useApp } from "../support/app.ts";
import { buildBusinessNumber, buildMessage, uniquePhone } from "../support/factories.ts";

const app = useApp();

const message = "hello";

test("a sender is a business number's name in any case, its phone or its id", async () => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team, name: "Büro Süd" });

  for (const sender of ["Büro Süd", "BÜRO SÜD", "büro süd", number.phoneNumber, number.id, number.id.toUpperCase()]) {
    const sent = await client.sendText({ body: { phone_number: uniquePhone(), message, sender } });
    expect(sent.from).toBe(number.phoneNumber);
  }
});

test("the sender takes precedence over the newest thread's number", async () => {
  const { client, team } = await app.signIn();
  const habit = await buildBusinessNumber(app.em(), { team });
  const wanted = await buildBusinessNumber(app.em(), { team });
  const phone = uniquePhone();
  const { threadId } = await buildMessage(app.em(), { team, number: habit, phone });

  const sent = await client.sendText({ body: { phone_number: phone, message, sender: wanted.name } });

  expect(sent.from).toBe(wanted.phoneNumber);
  expect(sent.threadId).not.toBe(threadId);
});

test("a number that another number is named after does not replace that number", async () => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  await buildBusinessNumber(app.em(), { team, name: number.phoneNumber });
  await buildBusinessNumber(app.em(), { team, name: number.id });

  for (const sender of [number.phoneNumber, number.id]) {
    const sent = await client.sendText({ body: { phone_number: uniquePhone(), message, sender } });
    expect(sent.from).toBe(number.phoneNumber);
  }
});

test("a sender that names no active number of the team is refused", async () => {
  const { client, team } = await app.signIn();
  const paused = await buildBusinessNumber(app.em(), { team, status: "paused" });
  const archived = await buildBusinessNumber(app.em(), { team, status: "archived" });
  const foreign = await buildBusinessNumber(app.em());

  const senders = ["nobody", "%", uniquePhone(), newId(), paused.name, paused.phoneNumber, paused.id, archived.name];
  for (const sender of [...senders, archived.id, foreign.name, foreign.phoneNumber, foreign.id]) {
    await expect(client.sendText({ body: { phone_number: uniquePhone(), message, sender } })).rejects.toMatchObject({
      status: 422,
      error: "invalid_sender",
    });
  }
  expect((await client.listThreads()).threads).toEqual([]);
});

test("an archived number's name means the active number that has taken over the name", async () => {
  const { client, team } = await app.signIn();
  await buildBusinessNumber(app.em(), { team, name: "Sales", status: "archived" });
  const active = await buildBusinessNumber(app.em(), { team, name: "sales" });

  const sent = await client.sendText({ body: { phone_number: uniquePhone(), message, sender: "SALES" } });

  expect(sent.from).toBe(active.phoneNumber);
});

test("a sender beside threadId is refused, even the thread's own number", async () => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const phone = uniquePhone();
  const { threadId } = await buildMessage(app.em(), { team, number, phone });

  for (const destination of [{ threadId }, { threadId, phone_number: phone }]) {
    await expect(
      client.sendText({ body: { ...destination, message, sender: number.phoneNumber } }),
    ).rejects.toMatchObject({ status: 422, error: "invalid_sender" });
  }
});
