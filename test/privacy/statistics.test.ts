import { expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { useApp } from "../support/app.ts";
import { finish, passHours, workOn } from "../support/erasures.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";
import { statisticsWith } from "../support/statistics-with.ts";

const app = useApp();

test("the only person of an installation is in none of PostgreSQL's statistics after the erasure", async () => {
  const { client, team } = await app.signIn();
  const phones = [uniquePhone(), uniquePhone()];
  const found = async () => (await Promise.all(phones.map((phone) => statisticsWith(app.em(), phone.slice(1))))).flat();
  const addPerson = async () => {
    for (const phone of phones) await client.sendText({ body: { phone_number: phone, message: "hello" } });
    // Parts of texts in both directions.
    for (const [sender, recipient] of [phones, phones.toReversed()]) {
      await app.em().execute(
        `insert into inbound_part (provider_account_id, sender, recipient, reference, parts, part, text, received_at)
         values (?, ?, ?, 1, 2, 1, '"hello"', now())`,
        [newId(), sender, recipient],
      );
    }
    return buildContact(client, { phones });
  };
  const { id: contactId } = await addPerson();
  await app.em().execute("analyze");
  expect(await found()).toEqual(
    expect.arrayContaining(["contact_phone.phone_number", "inbound_part.sender", "thread.contact_phone"]),
  );
  // The texts are callbacks by now.
  await app.em().execute("delete from inbound_part");

  await client.createErasure({ body: { contactId } });
  await workOn(app);
  await finish(app, team);

  expect(await found()).toEqual([]);
  await addPerson();
});

test("an erasure whose statistics cannot be refreshed yet is not through, and a later run does that", async () => {
  const { client, team } = await app.signIn();
  const { erasure } = await client.createErasure({ body: { phone: uniquePhone() } });
  await workOn(app);
  await app.em().execute(
    `insert into inbound_part (provider_account_id, sender, recipient, reference, parts, part, text, received_at)
     select ?, 'canary-sender', 'canary', n, 2, 1, '"hello"', now() from generate_series(1, 9) as n`,
    [newId()],
  );
  await app.em().execute("analyze inbound_part");
  await app.em().execute("delete from inbound_part");
  const statusOf = async () => (await client.getErasure({ path: { id: erasure.id } })).status;

  const reader = app.em();
  await reader.begin();
  await reader.execute("select from inbound_part");
  await passHours(app, team, 1);
  await expect(workOn(app)).rejects.toThrow("lock");
  expect(await statusOf()).toBe("running");
  expect(await statisticsWith(app.em(), "canary-sender")).toEqual(["inbound_part.sender"]);
  await reader.rollback();
  await passHours(app, team, 1);
  await workOn(app);

  expect(await statusOf()).toBe("watching");
  expect(await statisticsWith(app.em(), "canary-sender")).toEqual([]);
});
