import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { buildBusinessNumber, buildMessage, uniquePhone } from "../support/factories.ts";

const app = useApp();

/** A team with a primary number, and another number of it. */
async function signInWithNumber(fields: object = {}) {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team, ...fields });
  const [primary] = (await client.listBusinessNumbers({ query: { is_primary: true } })).businessNumbers;
  return { client, team, path: { id: number.id }, number, primary: { id: primary!.id } };
}

test("an update changes the given fields and keeps the others", async () => {
  const { client, path } = await signInWithNumber({ friendlyName: "Desk", settings: { a: 1 } });
  const before = await client.getBusinessNumber({ path });

  const changes = { name: "Renamed", agentProfile: "night", status: "paused" as const };
  const { success, businessNumber } = await client.updateBusinessNumber({ path, body: changes });

  expect(success).toBe(true);
  expect(businessNumber).toEqual({ ...before, ...changes, updatedAt: businessNumber.updatedAt });
  expect(businessNumber.updatedAt > before.updatedAt).toBe(true);
  expect(await client.getBusinessNumber({ path })).toEqual(businessNumber);
});

test.each([{ body: {} }, {}])("an empty update (%j) changes no field", async (input) => {
  const { client, path } = await signInWithNumber({ friendlyName: "Desk", agentProfile: "a", settings: { a: 1 } });
  const before = await client.getBusinessNumber({ path });

  const { businessNumber } = await client.updateBusinessNumber({ path, ...input });

  expect(businessNumber).toEqual({ ...before, updatedAt: businessNumber.updatedAt });
});

test("null in an update clears an optional field", async () => {
  const { client, path } = await signInWithNumber({ friendlyName: "Desk", agentProfile: "a", settings: { a: 1 } });

  const body = { friendlyName: null, agentProfile: null, settings: null };
  const { businessNumber } = await client.updateBusinessNumber({ path, body });

  expect(businessNumber).toMatchObject({ friendlyName: null, agentProfile: null });
  expect(businessNumber.settings).toEqual({});
});

test("an update replaces the whole settings", async () => {
  const { client, path } = await signInWithNumber({ settings: { keep: 1, nested: { a: 1, b: 2 } } });

  const { businessNumber } = await client.updateBusinessNumber({ path, body: { settings: { nested: { b: 3 } } } });

  expect(businessNumber.settings).toEqual({ nested: { b: 3 } });
  expect((await client.getBusinessNumber({ path })).settings).toEqual({ nested: { b: 3 } });
});

test("an update to another number's name is refused regardless of case, and the number's own name is accepted", async () => {
  const { client, team, path } = await signInWithNumber({ name: "Mine" });
  await buildBusinessNumber(app.em(), { team, name: "Taken" });
  const before = await client.getBusinessNumber({ path });

  const renamed = client.updateBusinessNumber({ path, body: { name: "TAKEN", status: "paused" } });

  await expect(renamed).rejects.toMatchObject({ status: 409, error: "duplicate_business_number_name" });
  expect(await client.getBusinessNumber({ path })).toEqual(before);
  expect((await client.updateBusinessNumber({ path, body: { name: "MINE" } })).businessNumber.name).toBe("MINE");
});

test("a paused number can be made active again, and a paused primary number stays primary", async () => {
  const { client, primary: path } = await signInWithNumber();

  const paused = await client.updateBusinessNumber({ path, body: { status: "paused" } });
  expect(paused.businessNumber).toMatchObject({ status: "paused", isPrimary: true });
  const again = await client.updateBusinessNumber({ path, body: { status: "paused" } });
  expect(again.businessNumber).toMatchObject({ status: "paused", isPrimary: true });
  const active = await client.updateBusinessNumber({ path, body: { status: "active" } });
  expect(active.businessNumber).toMatchObject({ status: "active", isPrimary: true });
});

test("making a number primary demotes the previous primary number", async () => {
  const { client, path, primary } = await signInWithNumber();
  const before = await client.getBusinessNumber({ path });

  const { success, businessNumber } = await client.makePrimaryBusinessNumber({ path });

  expect(success).toBe(true);
  expect(businessNumber).toEqual({ ...before, isPrimary: true, updatedAt: businessNumber.updatedAt });
  expect(await client.getBusinessNumber({ path })).toEqual(businessNumber);
  expect(await client.getBusinessNumber({ path: primary })).toMatchObject({ isPrimary: false, status: "active" });
});

test("making the primary number primary again changes nothing", async () => {
  const { client, primary: path } = await signInWithNumber();
  const before = await client.listBusinessNumbers();

  expect((await client.makePrimaryBusinessNumber({ path })).businessNumber).toMatchObject({ isPrimary: true });
  expect(await client.listBusinessNumbers()).toEqual(before);
});

test.each(["paused", "archived"] as const)("a number that is %s cannot be made primary", async (status) => {
  const { client, path } = await signInWithNumber({ status });
  const before = await client.listBusinessNumbers();

  const made = client.makePrimaryBusinessNumber({ path });

  await expect(made).rejects.toMatchObject({ status: 422, error: "invalid_business_number_status" });
  expect(await client.listBusinessNumbers()).toEqual(before);
});

test("a paused primary number cannot be made primary again", async () => {
  const { client, primary: path } = await signInWithNumber();
  await client.updateBusinessNumber({ path, body: { status: "paused" } });

  const made = client.makePrimaryBusinessNumber({ path });

  await expect(made).rejects.toMatchObject({ error: "invalid_business_number_status" });
  expect(await client.getBusinessNumber({ path })).toMatchObject({ isPrimary: true });
});

test("a primary number, active or paused, cannot be archived until another number is primary", async () => {
  const { client, path, primary } = await signInWithNumber();
  const refused = { status: 409, error: "cannot_delete_primary_business_number" };

  await expect(client.archiveBusinessNumber({ path: primary })).rejects.toMatchObject(refused);
  await client.updateBusinessNumber({ path: primary, body: { status: "paused" } });
  await expect(client.archiveBusinessNumber({ path: primary })).rejects.toMatchObject(refused);
  await client.makePrimaryBusinessNumber({ path });
  const { businessNumber } = await client.archiveBusinessNumber({ path: primary });

  expect(businessNumber).toMatchObject({ status: "archived", isPrimary: false });
});

test.each(["active", "paused"] as const)("archiving a number that is %s answers its full record", async (status) => {
  const { client, path } = await signInWithNumber({ status, settings: { a: 1 }, friendlyName: "Desk" });
  const before = await client.getBusinessNumber({ path });

  const { success, businessNumber } = await client.archiveBusinessNumber({ path });

  expect(success).toBe(true);
  expect(businessNumber).toEqual({ ...before, status: "archived", updatedAt: businessNumber.updatedAt });
  expect(businessNumber.updatedAt > before.updatedAt).toBe(true);
});

test("an archived number is absent from the list, readable by its id, and keeps its threads", async () => {
  const { client, team, path, number } = await signInWithNumber();
  const { threadId } = await buildMessage(app.em(), { team, number });

  const { businessNumber } = await client.archiveBusinessNumber({ path });

  const ids = ({ businessNumbers }: { businessNumbers: { id: string }[] }) => businessNumbers.map(({ id }) => id);
  expect(ids(await client.listBusinessNumbers())).not.toContain(path.id);
  expect(ids(await client.listBusinessNumbers({ query: { type: "local" } }))).not.toContain(path.id);
  expect(ids(await client.listBusinessNumbers({ query: { status: "archived" } }))).toEqual([path.id]);
  expect(await client.getBusinessNumber({ path })).toEqual(businessNumber);
  const thread = await client.getThread({ path: { id: threadId } });
  expect(thread).toMatchObject({ senderName: number.name, senderPhone: number.phoneNumber });
});

test("an archived number cannot send", async () => {
  const { client, team, path, number } = await signInWithNumber();
  const { threadId } = await buildMessage(app.em(), { team, number });
  await client.archiveBusinessNumber({ path });

  const reply = client.sendText({ body: { threadId, message: "hello" } });
  await expect(reply).rejects.toMatchObject({ error: "sending_number_not_resolved" });
  for (const sender of [number.id, number.name, number.phoneNumber]) {
    const text = client.sendText({ body: { phone_number: uniquePhone(), sender, message: "hello" } });
    await expect(text).rejects.toMatchObject({ error: "invalid_sender" });
  }
});

test("archiving an archived number again is business_number_not_found", async () => {
  const { client, path } = await signInWithNumber();
  await client.archiveBusinessNumber({ path });

  const again = client.archiveBusinessNumber({ path });

  await expect(again).rejects.toMatchObject({ status: 404, error: "business_number_not_found" });
});

test.each([{ name: "x" }, { status: "active" as const }, { settings: {} }, {}])(
  "an archived number refuses the update %j",
  async (body) => {
    const { client, path } = await signInWithNumber({ status: "archived" });
    const before = await client.getBusinessNumber({ path });

    const updated = client.updateBusinessNumber({ path, body });

    await expect(updated).rejects.toMatchObject({ status: 422, error: "invalid_business_number_status" });
    expect(await client.getBusinessNumber({ path })).toEqual(before);
  },
);
