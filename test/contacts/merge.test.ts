import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { CallInput, Client } from "../support/client.ts";
import { buildContact, buildMessage, buildOptOut, uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();

type Merge = NonNullable<CallInput<"mergeContacts">["body"]>;

const unknownId = "019aa4a1-7c3e-7d52-9a0e-000000000000";

const merge = (client: Client, source: { id: string }, target: { id: string }, more: Merge = {}) =>
  client.mergeContacts({ body: { sourceContactId: source.id, targetContactId: target.id, ...more } });

const refused = async (client: Client, body: object) =>
  refusalOf(
    await client.request("POST", "/api/contacts/merge", {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );

test("a merge answers the changed target, the id of the source, and the count of zero moved threads", async () => {
  const { client } = await app.signIn();
  const target = await buildContact(client, { name: "Ada" });
  const source = await buildContact(client, { name: "A. Lovelace", company: "Engines" });

  const { contact, ...rest } = await merge(client, source, target);

  expect(rest).toEqual({ success: true, mergedFrom: source.id, movedThreads: 0, mergeId: expect.any(String) });
  expect(contact).toMatchObject({ id: target.id, name: "Ada", company: "Engines", createdAt: target.createdAt });
  expect(contact.updatedAt > source.updatedAt).toBe(true);
  expect(await client.getContact({ path: { id: target.id } })).toEqual(contact);
});

test("the phones of both contacts are united without duplicates, and the target's primary phone stays with every strategy", async () => {
  const { client } = await app.signIn();
  for (const strategy of [undefined, "prefer_target", "prefer_source", "prefer_non_null", "append"] as const) {
    const [mine, shared, yours, more] = Array.from({ length: 4 }, uniquePhone);
    const source = await buildContact(client, {
      phones: [
        { phoneNumber: yours!, label: "yours", isPrimary: true },
        { phoneNumber: shared!, label: "of the source" },
        more!,
      ],
    });
    const target = await buildContact(client, {
      phones: [
        { phoneNumber: shared!, label: "of the target" },
        { phoneNumber: mine!, isPrimary: true },
      ],
    });

    const { contact } = await merge(client, source, target, strategy && { strategy });

    expect(contact.primaryPhone).toBe(mine);
    expect(contact.phones.map(({ phoneNumber, label, isPrimary }) => [phoneNumber, label, isPrimary])).toEqual([
      [yours, "yours", false],
      [more, null, false],
      [shared, "of the target", false],
      [mine, null, true],
    ]);
    expect(await client.getContact({ path: { id: target.id } })).toEqual(contact);
    const { contacts } = await client.listContacts({ query: { query: yours! } });
    expect(contacts).toMatchObject([{ id: target.id, primaryPhone: mine }]);
  }
});

test("a phone from the source is an ordinary phone of the target", async () => {
  const { client } = await app.signIn();
  const [source, target] = [await buildContact(client), await buildContact(client)];
  const { contact } = await merge(client, source, target);
  const moved = contact.phones.find(({ phoneNumber }) => phoneNumber === source.primaryPhone)!;
  const path = { id: target.id, phoneId: moved.id };

  const again = await client.raw("addContactPhone", { path, body: { phoneNumber: source.primaryPhone } });
  expect(refusalOf(again)).toBe("409 duplicate_contact_phone");
  const promoted = await client.updateContactPhone({ path, body: { isPrimary: true, label: "moved" } });
  expect(promoted.contact.primaryPhone).toBe(source.primaryPhone);
  const { contact: left } = await client.deleteContactPhone({ path });
  expect(left).toMatchObject({ primaryPhone: target.primaryPhone, phones: [{ isPrimary: true }] });
});

test("after a merge, no operation finds the source or accepts its id", async () => {
  const { client } = await app.signIn();
  const source = await buildContact(client, { name: "Gone", externalId: "gone", tags: ["gone"] });
  const target = await buildContact(client, { externalId: "stays" });
  const another = await buildContact(client);
  await merge(client, source, target, { strategy: "prefer_target" });

  const path = { id: source.id };
  const phonePath = { ...path, phoneId: source.phones[0]!.id };
  const answers = await Promise.all([
    client.raw("getContact", { path }),
    client.raw("updateContact", { path, body: { name: "Back" } }),
    client.raw("addContactPhone", { path, body: { phoneNumber: uniquePhone() } }),
    client.raw("updateContactPhone", { path: phonePath, body: { label: "back" } }),
    client.raw("deleteContactPhone", { path: phonePath }),
    client.raw("mergeContacts", { body: { sourceContactId: source.id, targetContactId: another.id } }),
    client.raw("mergeContacts", { body: { sourceContactId: another.id, targetContactId: source.id } }),
  ]);
  expect(answers.map(refusalOf)).toEqual(answers.map(() => "404 contact_not_found"));

  for (const query of [{ external_id: "gone" }, { query: "gone" }]) {
    expect((await client.listContacts({ query })).contacts).toEqual([]);
  }
  // Its id finds nothing, so an upsert would need phones for a new contact.
  const upsert = await client.raw("upsertContact", { body: { id: source.id, name: "Back" } });
  expect(refusalOf(upsert)).toBe("422 validation_error");
  const everyone = (await client.listContacts({ query: { updated_after: "2020-01-01" } })).contacts;
  expect(everyone.map(({ id }) => id)).toEqual([another.id, target.id]);
});

test("search, tag, external id, phone and upsert find the target by the source's values", async () => {
  const { client } = await app.signIn();
  const target = await buildContact(client, { name: "Ada", tags: ["old"] });
  const source = await buildContact(client, {
    name: "Grace Hopper",
    company: "Navy",
    externalId: "crm-1",
    tags: ["new", "navy"],
  });

  const { contact } = await merge(client, source, target, { strategy: "prefer_source", fields: { tags: "append" } });

  expect(contact).toMatchObject({ name: "Grace Hopper", company: "Navy", tags: ["old", "new", "navy"] });
  const finding = [
    { query: "hopper" },
    { query: "gr" },
    { query: "navy" },
    { query: source.primaryPhone },
    { tag: "old" },
    { tag: "new" },
    { tag: "navy", query: "hop" },
    { external_id: "crm-1" },
  ];
  for (const query of finding) {
    const { contacts } = await client.listContacts({ query });
    expect(
      contacts.map(({ id }) => id),
      JSON.stringify(query),
    ).toEqual([target.id]);
  }
  expect((await client.listContacts({ query: { query: "ada" } })).contacts).toEqual([]);
  for (const phone of [source.primaryPhone, target.primaryPhone]) {
    expect(await client.getContactByPhone({ path: { phone } })).toEqual({ found: true, contact });
  }
  const { matchedBy } = await client.upsertContact({ body: { externalId: "crm-1", phones: [source.primaryPhone] } });
  expect(matchedBy).toBe("externalId");
});

test("a merge with itself is refused for every case of the id, known or unknown", async () => {
  const { client } = await app.signIn();
  const contact = await buildContact(client);
  for (const id of [contact.id, unknownId]) {
    for (const [sourceContactId, targetContactId] of [
      [id, id],
      [id.toUpperCase(), id],
      [id, id.toUpperCase()],
    ]) {
      expect(await refused(client, { sourceContactId, targetContactId })).toBe("422 cannot_merge_same_contact");
    }
  }
  expect(await client.getContact({ path: { id: contact.id } })).toEqual(contact);
});

test("ids in upper case name the same contacts, and mergedFrom is the source's listed id", async () => {
  const { client } = await app.signIn();
  const [source, target] = [await buildContact(client), await buildContact(client)];
  const merged = await merge(client, { id: source.id.toUpperCase() }, { id: target.id.toUpperCase() });
  expect(merged).toMatchObject({ mergedFrom: source.id, contact: { id: target.id } });
});

test("a contact that the team does not have is contact_not_found on either side", async () => {
  const { client } = await app.signIn();
  const other = await app.signIn();
  const contact = await buildContact(client);
  const foreign = await buildContact(other.client);
  for (const id of [unknownId, foreign.id]) {
    const [source, target] = [{ sourceContactId: id }, { targetContactId: id }];
    expect(await refused(client, { ...source, targetContactId: contact.id })).toBe("404 contact_not_found");
    expect(await refused(client, { ...target, sourceContactId: contact.id })).toBe("404 contact_not_found");
  }
  expect(await client.getContact({ path: { id: contact.id } })).toEqual(contact);
  expect(await other.client.getContact({ path: { id: foreign.id } })).toEqual(foreign);
});

test("a missing id or an invalid UUID is a validation_error", async () => {
  const { client } = await app.signIn();
  const { id } = await buildContact(client);
  for (const body of [
    { sourceContactId: id },
    { targetContactId: id },
    { sourceContactId: "x", targetContactId: id },
  ]) {
    expect(await refused(client, body)).toBe("422 validation_error");
  }
});

test("an unknown strategy, or a strategy for a field without strategies, is an invalid_merge_strategy", async () => {
  const { client } = await app.signIn();
  const ids = {
    sourceContactId: (await buildContact(client)).id,
    targetContactId: (await buildContact(client)).id,
  };
  const wrong = [
    { strategy: "newest" },
    { strategy: "" },
    { strategy: "PREFER_TARGET" },
    { strategy: 1 },
    { strategy: ["append"] },
    { fields: { name: "newest" } },
    { fields: { name: 1 } },
    { fields: { phones: "append" } },
    { fields: { id: "prefer_target" } },
    { fields: { external_id: "prefer_target" } },
    { fields: "append" },
    { fields: ["name"] },
    { strategy: "append", fields: { tags: "append", surprise: "append" } },
  ];
  for (const each of wrong) {
    expect(await refused(client, { ...ids, ...each }), JSON.stringify(each)).toBe("422 invalid_merge_strategy");
  }
  expect(await refused(client, { ...ids, surprise: 1 })).toBe("422 validation_error");
  // Nothing of all this merged them; and null, as everywhere, says nothing.
  const nulls = { ...ids, strategy: null, fields: { name: null } };
  const merged = await client.request("POST", "/api/contacts/merge", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify(nulls),
  });
  expect(merged).toMatchObject({ status: 200, body: { mergedFrom: ids.sourceContactId } });
});

test("opt-outs survive a merge: opted-out phones of both contacts still receive no texts", async () => {
  const { client, team } = await app.signIn();
  const [source, target] = [await buildContact(client), await buildContact(client)];
  for (const { primaryPhone: phone } of [source, target]) {
    await buildMessage(app.em(), { team, phone: phone as ReturnType<typeof uniquePhone> });
    await buildOptOut(app.em(), team, phone as ReturnType<typeof uniquePhone>);
  }

  expect(await merge(client, source, target)).toMatchObject({ movedThreads: 1 });

  for (const { primaryPhone } of [source, target]) {
    const sent = await client.raw("sendText", { body: { phone_number: primaryPhone, message: "hello" } });
    expect(refusalOf(sent)).toBe("409 recipient_opted_out");
  }
});
