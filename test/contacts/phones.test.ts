import fc from "fast-check";
import { expect, test } from "vitest";
import type { Contact } from "../../generated/api.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { useApp } from "../support/app.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";

const app = useApp();

/** A contact with so many phones, the first of them primary. */
async function buildPhones(count: number) {
  const { client } = await app.signIn();
  const contact = await buildContact(client, { phones: Array.from({ length: count }, uniquePhone) });
  return { client, contact, phones: contact.phones, path: { id: contact.id } };
}

const numbersOf = ({ phones }: Contact) => phones.map(({ phoneNumber }) => phoneNumber);
const primaryOf = ({ phones }: Contact) => phones.flatMap((phone) => (phone.isPrimary ? phone.phoneNumber : []));

test("an added phone is the last of the list, and not primary by default", async () => {
  const { client, contact, path } = await buildPhones(1);
  const phoneNumber = uniquePhone();

  const { status, body } = await client.raw("addContactPhone", { path, body: { phoneNumber, label: "office" } });

  expect(status).toBe(201);
  expect(body.success).toBe(true);
  expect(body.phone).toMatchObject({ phoneNumber, label: "office", isPrimary: false });
  expect(body.phone.createdAt).toBe(body.phone.updatedAt);
  expect(body.contact).toEqual({
    ...contact,
    phones: [...contact.phones, body.phone],
    updatedAt: body.phone.updatedAt,
  });
  expect(body.contact.updatedAt > contact.updatedAt).toBe(true);
  expect(await client.getContact({ path })).toEqual(body.contact);
});

test("an empty label of an added phone is null", async () => {
  const { client, path } = await buildPhones(1);

  const { phone } = await client.addContactPhone({ path, body: { phoneNumber: uniquePhone(), label: "" } });

  expect(phone.label).toBeNull();
});

test("a phone that is added as primary replaces the previous primary phone", async () => {
  const { client, path } = await buildPhones(2);
  const phoneNumber = uniquePhone();

  const { phone, contact } = await client.addContactPhone({ path, body: { phoneNumber, isPrimary: true } });

  expect(phone.isPrimary).toBe(true);
  expect(contact.primaryPhone).toBe(phoneNumber);
  expect(primaryOf(contact)).toEqual([phoneNumber]);
  expect((await client.listContacts()).contacts).toMatchObject([{ primaryPhone: phoneNumber }]);
});

test("a number that the contact already has is refused, and a number of another contact is accepted", async () => {
  const { client, contact, path } = await buildPhones(2);
  const another = await buildContact(client);
  const adding = client.addContactPhone({ path, body: { phoneNumber: contact.phones[1]!.phoneNumber } });

  await expect(adding).rejects.toMatchObject({ status: 409, error: "duplicate_contact_phone" });
  expect(await client.getContact({ path })).toEqual(contact);

  const { contact: shared } = await client.addContactPhone({ path, body: { phoneNumber: another.primaryPhone } });
  expect(numbersOf(shared)).toEqual([...numbersOf(contact), another.primaryPhone]);
});

test("a phone's label is changed and cleared, and the other fields stay", async () => {
  const { client, contact, phones, path } = await buildPhones(2);
  const phoneId = phones[1]!.id;

  for (const label of ["home", "", "work", null]) {
    const answer = await client.updateContactPhone({ path: { ...path, phoneId }, body: { label } });
    expect(answer.phone).toEqual({ ...phones[1], label: label || null, updatedAt: answer.contact.updatedAt });
    expect(answer.contact.phones).toEqual([phones[0], answer.phone]);
    expect(answer.contact.updatedAt > contact.updatedAt).toBe(true);
  }
});

test("a phone that becomes primary demotes the previous primary phone", async () => {
  const { client, phones, path } = await buildPhones(3);

  const { phone, contact } = await client.updateContactPhone({
    path: { ...path, phoneId: phones[2]!.id },
    body: { isPrimary: true },
  });

  expect(phone).toMatchObject({ id: phones[2]!.id, isPrimary: true });
  expect(primaryOf(contact)).toEqual([phones[2]!.phoneNumber]);
  expect(contact.primaryPhone).toBe(phones[2]!.phoneNumber);
  // The order is that in which they were added.
  expect(numbersOf(contact)).toEqual(phones.map(({ phoneNumber }) => phoneNumber));
});

test("the primary phone can be relabelled but not demoted", async () => {
  const { client, contact, phones, path } = await buildPhones(2);
  const [primary, other] = phones.map(({ id }) => ({ ...path, phoneId: id }));

  const demoting = client.updateContactPhone({ path: primary!, body: { isPrimary: false, label: "x" } });
  await expect(demoting).rejects.toMatchObject({
    status: 422,
    error: "validation_error",
    details: [{ field: "isPrimary", code: "validation_error" }],
  });
  expect(await client.getContact({ path })).toEqual(contact);

  await client.updateContactPhone({ path: primary!, body: { isPrimary: true } });
  await client.updateContactPhone({ path: other!, body: { isPrimary: false } });
  expect(primaryOf(await client.getContact({ path }))).toEqual([phones[0]!.phoneNumber]);
});

test("deleting the primary phone makes the oldest remaining phone primary", async () => {
  const { client, phones, path } = await buildPhones(3);
  const remove = async (index: number) =>
    (await client.deleteContactPhone({ path: { ...path, phoneId: phones[index]!.id } })).contact;
  await client.updateContactPhone({ path: { ...path, phoneId: phones[2]!.id }, body: { isPrimary: true } });

  const contact = await remove(2);
  expect(primaryOf(contact)).toEqual([phones[0]!.phoneNumber]);
  expect(contact.primaryPhone).toBe(phones[0]!.phoneNumber);
  expect(await client.getContact({ path })).toEqual(contact);

  expect(primaryOf(await remove(0))).toEqual([phones[1]!.phoneNumber]);
});

test("deleting another phone keeps the primary phone", async () => {
  const { client, contact, phones, path } = await buildPhones(2);

  const answer = await client.deleteContactPhone({ path: { ...path, phoneId: phones[1]!.id } });

  expect(answer.contact).toEqual({ ...contact, phones: [phones[0]], updatedAt: answer.contact.updatedAt });
  expect(answer.contact.updatedAt > contact.updatedAt).toBe(true);
});

test("the last phone cannot be deleted", async () => {
  const { client, contact, phones, path } = await buildPhones(1);
  const deleting = client.deleteContactPhone({ path: { ...path, phoneId: phones[0]!.id } });

  await expect(deleting).rejects.toMatchObject({ status: 409, error: "cannot_delete_last_contact_phone" });
  expect(await client.getContact({ path })).toEqual(contact);
});

test("another contact's phone, an unknown id and an invalid id are contact_phone_not_found", async () => {
  const { client, path, contact } = await buildPhones(2);
  const another = await buildContact(client, { phones: [uniquePhone(), uniquePhone()] });
  const refusal = { status: 404, error: "contact_phone_not_found" };

  for (const phoneId of [another.phones[1]!.id, newId(), "x", contact.id]) {
    const place = { path: { ...path, phoneId } };
    await expect(client.updateContactPhone({ ...place, body: { label: "x" } })).rejects.toMatchObject(refusal);
    await expect(client.deleteContactPhone(place)).rejects.toMatchObject(refusal);
  }
  expect(await client.getContact({ path: { id: another.id } })).toEqual(another);
});

test("phones of an unknown contact are contact_not_found", async () => {
  const { client, phones } = await buildPhones(2);
  const refusal = { status: 404, error: "contact_not_found" };

  for (const id of [newId(), "x"]) {
    const place = { path: { id, phoneId: phones[1]!.id } };
    await expect(client.addContactPhone({ path: { id }, body: { phoneNumber: uniquePhone() } })).rejects.toMatchObject(
      refusal,
    );
    await expect(client.updateContactPhone({ ...place, body: { label: "x" } })).rejects.toMatchObject(refusal);
    await expect(client.deleteContactPhone(place)).rejects.toMatchObject(refusal);
  }
});

test("after any sequence of changes, a contact has the phones of the model, and exactly one is primary", async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("add" as const), isPrimary: fc.boolean() }),
    fc.record({ kind: fc.constantFrom("promote" as const, "delete" as const), at: fc.nat({ max: 9 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const { client, contact, path } = await buildPhones(1);
      let model = { numbers: numbersOf(contact), primary: contact.primaryPhone };
      let ids = new Map(contact.phones.map(({ phoneNumber, id }) => [phoneNumber, id]));

      for (const each of steps) {
        if (each.kind === "add") {
          const phoneNumber = uniquePhone();
          await client.addContactPhone({ path, body: { phoneNumber, isPrimary: each.isPrimary } });
          model = {
            numbers: [...model.numbers, phoneNumber],
            primary: each.isPrimary ? phoneNumber : model.primary,
          };
        } else {
          const number = model.numbers[each.at % model.numbers.length]!;
          const place = { path: { ...path, phoneId: ids.get(number)! } };
          if (each.kind === "promote") {
            await client.updateContactPhone({ ...place, body: { isPrimary: true } });
            model.primary = number;
          } else if (model.numbers.length > 1) {
            await client.deleteContactPhone(place);
            const numbers = model.numbers.filter((other) => other !== number);
            model = { numbers, primary: model.primary === number ? numbers[0]! : model.primary };
          }
        }
        const now = await client.getContact({ path });
        expect(numbersOf(now)).toEqual(model.numbers);
        expect(primaryOf(now)).toEqual([model.primary]);
        expect(now.primaryPhone).toBe(model.primary);
        ids = new Map(now.phones.map(({ phoneNumber, id }) => [phoneNumber, id]));
      }
    }),
    { numRuns: 8 },
  );
});
