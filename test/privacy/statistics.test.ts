import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { finish, workOn } from "../support/erasures.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";
import { statisticsWith } from "../support/statistics-with.ts";

const app = useApp();

test("the only person of an installation is in none of PostgreSQL's statistics after the erasure", async () => {
  const { client, team } = await app.signIn();
  const phones = [uniquePhone(), uniquePhone()];
  const found = async () => (await Promise.all(phones.map((phone) => statisticsWith(app.em(), phone.slice(1))))).flat();
  const addPerson = async () => {
    for (const phone of phones) await client.sendText({ body: { phone_number: phone, message: "hello" } });
    return buildContact(client, { phones });
  };
  const { id: contactId } = await addPerson();
  await app.em().execute("analyze");
  expect(await found()).toEqual(expect.arrayContaining(["contact_phone.phone_number", "thread.contact_phone"]));

  await client.createErasure({ body: { contactId } });
  await workOn(app);
  await finish(app, team);

  expect(await found()).toEqual([]);
  await addPerson();
});
