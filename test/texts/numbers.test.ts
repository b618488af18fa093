import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildBusinessNumber, buildMessage, type TestTeam, uniquePhone } from "../support/factories.ts";

const app = useApp();

/** A text without a sender; gives the number it went from. */
async function sendFrom(client: Client, phone: string = uniquePhone()): Promise<string> {
  return (await client.sendText({ body: { phone_number: phone, message: "hello" } })).from;
}

const notResolved = { status: 422, error: "sending_number_not_resolved" };

const build = (team: TestTeam, given: Parameters<typeof buildBusinessNumber>[1] = {}) =>
  buildBusinessNumber(app.em(), { team, ...given });

test("a new phone is texted from the primary number", async () => {
  const { client, team } = await app.signIn({ withNumber: false });
  await build(team);
  const primary = await build(team, { isPrimary: true });
  await build(team);

  expect(await sendFrom(client)).toBe(primary.phoneNumber);
});

test("a phone with threads is texted from the number of the newest thread", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const [one, two] = [await build(team), await build(team)];

  await buildMessage(app.em(), { team, number: one, phone });
  await buildMessage(app.em(), { team, number: two, phone });
  expect(await sendFrom(client, phone)).toBe(two.phoneNumber);

  // Not the youngest thread counts but the one with the newest message.
  await buildMessage(app.em(), { team, number: one, phone });
  expect(await sendFrom(client, phone)).toBe(one.phoneNumber);
});

test("another team's newer thread with the phone is ignored", async () => {
  const { client, team } = await app.signIn();
  const habit = await build(team);
  const phone = uniquePhone();
  await buildMessage(app.em(), { team, number: habit, phone });
  await buildMessage(app.em(), { team: (await app.signIn()).team, phone });

  expect(await sendFrom(client, phone)).toBe(habit.phoneNumber);
});

test.each(["paused", "archived"] as const)(
  "if the newest thread's number is %s, the primary number is used instead of an older thread's",
  async (status) => {
    const { client, team } = await app.signIn({ withNumber: false });
    const primary = await build(team, { isPrimary: true });
    const phone = uniquePhone();
    await buildMessage(app.em(), { team, number: await build(team), phone });
    await buildMessage(app.em(), { team, number: await build(team, { status }), phone });

    expect(await sendFrom(client, phone)).toBe(primary.phoneNumber);
  },
);

test("with the primary number paused, the only active number is used", async () => {
  const { client, team } = await app.signIn({ withNumber: false });
  await build(team, { isPrimary: true, status: "paused" });
  await build(team, { status: "archived" });
  const active = await build(team);

  expect(await sendFrom(client)).toBe(active.phoneNumber);
});

test("with the primary number paused and several others active, no number is chosen", async () => {
  const { client, team } = await app.signIn({ withNumber: false });
  await build(team, { isPrimary: true, status: "paused" });
  await build(team);
  await build(team);

  await expect(sendFrom(client)).rejects.toMatchObject(notResolved);
});

test("with the primary number paused, a phone's newest thread still decides", async () => {
  const { client, team } = await app.signIn({ withNumber: false });
  await build(team, { isPrimary: true, status: "paused" });
  await build(team);
  const habit = await build(team);
  const phone = uniquePhone();
  await buildMessage(app.em(), { team, number: habit, phone });

  expect(await sendFrom(client, phone)).toBe(habit.phoneNumber);
});

test("a team without an active number cannot send, and no thread is created", async () => {
  const { client, team } = await app.signIn({ withNumber: false });
  await expect(sendFrom(client)).rejects.toMatchObject(notResolved);
  await build(team, { status: "archived" });
  await build(team, { isPrimary: true, status: "paused" });
  // Another team's number is no help.
  await buildBusinessNumber(app.em());

  await expect(sendFrom(client)).rejects.toMatchObject(notResolved);
  await expect(sendFrom(client.inTestMode())).rejects.toMatchObject(notResolved);
  expect((await client.listThreads()).threads).toEqual([]);
});

test("pausing and resuming the primary number takes effect with the next text", async () => {
  const { client } = await app.signIn();
  const { businessNumbers } = await client.listBusinessNumbers();
  const path = { id: businessNumbers[0]!.id };
  const phone = uniquePhone();
  await sendFrom(client, phone);

  await client.updateBusinessNumber({ path, body: { status: "paused" } });
  await expect(sendFrom(client, phone)).rejects.toMatchObject(notResolved);

  await client.updateBusinessNumber({ path, body: { status: "active" } });
  expect(await sendFrom(client, phone)).toBe(businessNumbers[0]!.phoneNumber);
});
