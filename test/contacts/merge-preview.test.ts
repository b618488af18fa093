import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { CallInput, Client } from "../support/client.ts";
import { buildContact, buildMessage, buildOptOut, uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();

type Strategies = Omit<NonNullable<CallInput<"previewMerge">["body"]>, "sourceContactId" | "targetContactId">;

const idsOf = (source: { id: string }, target: { id: string }) => ({
  sourceContactId: source.id,
  targetContactId: target.id,
});

const preview = (client: Client, source: { id: string }, target: { id: string }, more: Strategies = {}) =>
  client.previewMerge({ body: { ...idsOf(source, target), ...more } });

test("a preview changes nothing", async () => {
  const { client, team } = await app.signIn();
  await client.listEvents();
  const phone = uniquePhone();
  const [source, target] = [await buildContact(client, { phones: [phone] }), await buildContact(client)];
  await buildMessage(app.em(), { team, phone });
  const state = async () => ({
    source: await client.getContact({ path: { id: source.id } }),
    target: await client.getContact({ path: { id: target.id } }),
    threads: (await client.listThreads()).threads,
    events: (await client.listEvents()).events,
    writes: (await client.listAuditEvents()).auditEvents,
  });
  const before = await state();

  expect(await preview(client, source, target)).toMatchObject({ movedThreads: 1 });

  expect(await state()).toEqual(before);
});

test("a preview says of each field whose value it gets, and why", async () => {
  const { client } = await app.signIn();
  const target = await buildContact(client, {
    name: "Ada",
    company: "Engines",
    tags: ["a"],
    notes: ["one"],
    metadata: { a: 1 },
  });
  const source = await buildContact(client, {
    name: "Grace",
    company: "Engines",
    role: "Admiral",
    externalId: "crm-1",
    tags: ["b"],
    notes: ["two"],
    metadata: { b: 2 },
  });

  const { fields, contact } = await preview(client, source, target, {
    fields: { notes: "append", metadata: "prefer_source", name: "prefer_non_null" },
  });

  const decisions = Object.entries(fields).map(([field, { chosen, because }]) => [field, chosen, because]);
  expect(decisions).toEqual([
    ["name", "target", "strategy"],
    ["company", "target", "equal"],
    ["role", "source", "other_is_blank"],
    ["externalId", "source", "other_is_blank"],
    ["metadata", "source", "strategy"],
    ["tags", "target", "strategy"],
    ["notes", "both", "strategy"],
  ]);
  expect(fields.notes).toMatchObject({ target: ["one"], source: ["two"] });
  expect(contact).toMatchObject({ id: target.id, notes: ["one", "two"], metadata: { b: 2 }, externalId: "crm-1" });
});

test("a preview says whose each phone is, and whether the team may text it", async () => {
  const { client, team } = await app.signIn();
  const [mine, shared, yours] = [uniquePhone(), uniquePhone(), uniquePhone()];
  const target = await buildContact(client, { phones: [mine, shared] });
  const source = await buildContact(client, { phones: [shared, yours] });
  await buildOptOut(app.em(), team, yours);

  const { phones } = await preview(client, source, target);

  expect(phones).toEqual([
    { phoneNumber: mine, of: "target", consent: "unknown" },
    { phoneNumber: shared, of: "both", consent: "unknown" },
    { phoneNumber: yours, of: "source", consent: "opted_out" },
  ]);
});

test("a merge with the fingerprint of its preview is refused once the contacts or the strategies are others", async () => {
  const { client } = await app.signIn();
  const [source, target] = [await buildContact(client), await buildContact(client)];
  const { fingerprint } = await preview(client, source, target);
  const body = { ...idsOf(source, target), fingerprint };
  const merge = async (more: Strategies = {}) =>
    refusalOf(await client.raw("mergeContacts", { body: { ...body, ...more } }));

  expect(await merge({ strategy: "append" })).toBe("409 merge_changed");
  expect(await merge({ fields: { tags: "append" } })).toBe("409 merge_changed");
  for (const { id } of [source, target]) {
    await client.updateContact({ path: { id }, body: { role: "another" } });
    expect(await merge()).toBe("409 merge_changed");
    // The value is as before, and the contact has changed nevertheless.
    await client.updateContact({ path: { id }, body: { role: null } });
    expect(await merge()).toBe("409 merge_changed");
  }
  const phoneId = source.phones[0]!.id;
  await client.updateContactPhone({ path: { id: source.id, phoneId }, body: { label: "work" } });
  expect(await merge()).toBe("409 merge_changed");

  const again = await preview(client, source, target);
  const done = await client.mergeContacts({ body: { ...body, fingerprint: again.fingerprint } });
  expect(done.contact.id).toBe(target.id);
});

test("a preview is refused as the merge would be, and for another team's contacts as for unknown ones", async () => {
  const { client } = await app.signIn();
  const { client: other } = await app.signIn();
  const [source, target] = [await buildContact(client), await buildContact(client)];
  const [first, second] = [
    await buildContact(client, { externalId: "crm-1" }),
    await buildContact(client, { externalId: "crm-2" }),
  ];
  const refused = async (given: Parameters<typeof idsOf>) => {
    const body = idsOf(...given);
    const preview = refusalOf(await client.raw("previewMerge", { body }));
    expect(refusalOf(await client.raw("mergeContacts", { body }))).toBe(preview);
    return preview;
  };

  expect(await refused([source, source])).toBe("422 cannot_merge_same_contact");
  expect(await refused([first, second])).toBe("409 external_id_conflict");
  expect(await refused([source, { id: crypto.randomUUID() }])).toBe("404 contact_not_found");
  expect(await refused([await buildContact(other), target])).toBe("404 contact_not_found");
});
