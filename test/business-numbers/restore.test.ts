import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { buildBusinessNumber, buildMessage, uniquePhone } from "../support/factories.ts";

const app = useApp();

/** A team with a primary number and an archived one. */
async function signInWithArchived(fields: object = {}) {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team, status: "archived", ...fields });
  return { client, team, path: { id: number.id }, number };
}

test("creating a number with the phone of an archived number of the team restores that number under its id", async () => {
  const { client, team, path, number } = await signInWithArchived({
    friendlyName: "old",
    agentProfile: "old",
    inboundWebhookUrl: "https://example.com/old",
    autoReplies: { optIn: "old" },
    settings: { old: 1 },
    capabilities: { old: true },
    type: "mobile",
  });
  const { threadId } = await buildMessage(app.em(), { team, number });
  const before = await client.getBusinessNumber({ path });

  const given = { name: "New", phoneNumber: number.phoneNumber, phoneNumberSid: "PNnew", settings: { fresh: 1 } };
  const answer = await client.raw("createBusinessNumber", { body: given });

  expect(answer.status).toBe(201);
  const { businessNumber } = answer.body;
  // What the create leaves out has its default, not the old value.
  const autoReplies = { help: null, optOut: null, optIn: null };
  const none = { friendlyName: null, agentProfile: null, perSecond: null, inboundWebhookUrl: null, autoReplies };
  const defaults = { ...none, type: "local", isPrimary: false, capabilities: {} };
  expect(businessNumber).toEqual({
    ...given,
    ...defaults,
    id: path.id,
    status: "active",
    createdAt: before.createdAt,
    updatedAt: businessNumber.updatedAt,
  });
  expect(businessNumber.updatedAt > before.updatedAt).toBe(true);
  expect(await client.getBusinessNumber({ path })).toEqual(businessNumber);
  expect(await client.getThread({ path: { id: threadId } })).toMatchObject({ senderName: "New" });
});

test("a restored number can be primary at once, and can send again", async () => {
  const { client, path, number } = await signInWithArchived();

  await client.createBusinessNumber({
    body: { name: "New", phoneNumber: number.phoneNumber, phoneNumberSid: "PN1", isPrimary: true },
  });

  const { businessNumbers } = await client.listBusinessNumbers({ query: { is_primary: true } });
  expect(businessNumbers).toMatchObject([{ id: path.id }]);
  const sent = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  expect(sent.from).toBe(number.phoneNumber);
});

test("a number can be archived and restored repeatedly", async () => {
  const { client, path, number } = await signInWithArchived();
  for (const name of ["one", "two"]) {
    const body = { name, phoneNumber: number.phoneNumber, phoneNumberSid: "PN1" };
    expect((await client.createBusinessNumber({ body })).businessNumber).toMatchObject({ id: path.id, name });
    await expect(client.createBusinessNumber({ body: { ...body, name: "other" } })).rejects.toMatchObject({
      error: "duplicate_business_number_phone",
    });
    await client.archiveBusinessNumber({ path });
  }
});

test("the phone of another team's archived number remains unavailable", async () => {
  const { client: owner, path, number } = await signInWithArchived();
  const { client } = await app.signIn();
  const before = await owner.getBusinessNumber({ path });

  const created = client.createBusinessNumber({
    body: { name: "New", phoneNumber: number.phoneNumber, phoneNumberSid: "PN1" },
  });

  await expect(created).rejects.toMatchObject({ status: 409, error: "duplicate_business_number_phone" });
  expect(await owner.getBusinessNumber({ path })).toEqual(before);
});

test("an archived number's name is free for another number, which keeps the name afterwards", async () => {
  const { client, path, number } = await signInWithArchived({ name: "Support" });
  const body = { name: "SUPPORT", phoneNumber: uniquePhone(), phoneNumberSid: "PN1" };
  const { businessNumber: heir } = await client.createBusinessNumber({ body });

  const restored = client.createBusinessNumber({
    body: { ...body, name: "support", phoneNumber: number.phoneNumber, isPrimary: true },
  });

  await expect(restored).rejects.toMatchObject({ status: 409, error: "duplicate_business_number_name" });
  expect(await client.getBusinessNumber({ path })).toMatchObject({ name: "Support", status: "archived" });
  expect(await client.getBusinessNumber({ path: { id: heir.id } })).toEqual(heir);
});

test("an archived number's name is free for a rename, and several archived numbers may share a name", async () => {
  const { client, team, path } = await signInWithArchived({ name: "Support" });
  const other = await buildBusinessNumber(app.em(), { team });

  await client.updateBusinessNumber({ path: { id: other.id }, body: { name: "Support" } });
  await client.archiveBusinessNumber({ path: { id: other.id } });

  const { businessNumbers } = await client.listBusinessNumbers({ query: { status: "archived" } });
  expect(businessNumbers.map(({ id, name }) => [id, name])).toEqual([
    [path.id, "Support"],
    [other.id, "Support"],
  ]);
});
