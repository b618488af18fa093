import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";

const app = useApp();

test("a lookup by a phone that no contact has answers no contact", async () => {
  const { client } = await app.signIn();
  await buildContact(client);

  expect(await client.getContactByPhone({ path: { phone: uniquePhone() } })).toEqual({ found: false, contact: null });
});

test("a lookup by any phone of a contact answers the full contact", async () => {
  const { client } = await app.signIn();
  const contact = await buildContact(client, { phones: [uniquePhone(), uniquePhone()], notes: ["a note"] });

  for (const { phoneNumber: phone } of contact.phones) {
    expect(await client.getContactByPhone({ path: { phone } })).toEqual({ found: true, contact });
  }
});

test("a lookup by a phone of several contacts is multiple_contacts_found", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  const first = await buildContact(client, { phones: [phone] });
  const second = await buildContact(client, { phones: [uniquePhone(), phone] });

  await expect(client.getContactByPhone({ path: { phone } })).rejects.toMatchObject({
    status: 409,
    error: "multiple_contacts_found",
  });

  // After one contact loses the phone, the other contact is found.
  await client.deleteContactPhone({ path: { id: second.id, phoneId: second.phones[1]!.id } });
  expect(await client.getContactByPhone({ path: { phone } })).toEqual({ found: true, contact: first });
});

test("a deleted phone finds no contact, and an added phone finds the contact", async () => {
  const { client } = await app.signIn();
  const { id, phones } = await buildContact(client, { phones: [uniquePhone(), uniquePhone()] });
  const phoneNumber = uniquePhone();

  await client.deleteContactPhone({ path: { id, phoneId: phones[0]!.id } });
  const { contact } = await client.addContactPhone({ path: { id }, body: { phoneNumber } });

  expect((await client.getContactByPhone({ path: { phone: phones[0]!.phoneNumber } })).found).toBe(false);
  expect(await client.getContactByPhone({ path: { phone: phoneNumber } })).toEqual({ found: true, contact });
});

test("the plus sign may be percent-encoded or not", async () => {
  const { client } = await app.signIn();
  const { id, primaryPhone } = await buildContact(client);

  for (const plus of ["+", "%2B", "%2b"]) {
    const { status, body } = await client.request("GET", `/api/contacts/by-phone/${plus}${primaryPhone.slice(1)}`);
    expect({ status, id: body.contact?.id }, plus).toEqual({ status: 200, id });
  }
});

test.each([
  "12025550123",
  "+1",
  "+0123456789",
  "+1202555012x",
  "%20",
  "+1%202025550123",
  "duplicates",
  "%00",
  "%2B%2B1",
])("%s is not a phone number", async (phone) => {
  const { client } = await app.signIn();

  const { status, body } = await client.request("GET", `/api/contacts/by-phone/${phone}`);

  expect({ status, error: body.error }).toEqual({ status: 422, error: "invalid_phone" });
  expect(body.details).toMatchObject([{ field: "phone", code: "invalid_phone" }]);
});
