import { expect, test, vi } from "vitest";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { countWaiting } from "../support/database.ts";
import { finish, workOn } from "../support/erasures.ts";
import { readAllEvents } from "../support/events.ts";
import { uniquePhone } from "../support/factories.ts";
import { hold } from "../support/held-transaction.ts";
import { tablesWith } from "../support/tables-with.ts";
import { makeDue, schedule } from "../support/waiting-texts.ts";

const app = useApp();

test("texts that were received before an erasure, and stored after it, are erased with their events and cases", async () => {
  const { client, team, number } = await app.signIn();
  const phone = uniquePhone();
  await client.listEvents();
  for (const text of ["before", "leave me alone"]) await postCallback(app, "inbound", inboundForm(phone, number, text));
  const { erasure } = await client.createErasure({ body: { phone } });
  await app.jobs.drain();
  await postCallback(app, "inbound", inboundForm(phone, number, "after"));
  await app.jobs.drain();

  await workOn(app);

  expect((await client.listMessages()).messages.map(({ body }) => body)).toEqual(["after"]);
  expect((await client.listThreads()).threads).toMatchObject([{ lastBody: "after" }]);
  const texts = (await readAllEvents(client)).flatMap(({ data }) => ("text" in data ? data.text : []));
  expect(texts).toEqual(["after"]);
  expect((await client.listSuspectedRevocations()).suspectedRevocations).toEqual([]);
  await finish(app, team);
  expect((await client.listMessages()).messages.map(({ body }) => body)).toEqual(["after"]);
  expect((await client.getErasure({ path: { id: erasure.id } })).removed.messages).toBe(2);
});

test("a text that is handed over while its erasure begins is erased", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  await schedule(app, client, { phone_number: phone });
  const release = await hold(app, team.id, (tx) =>
    tx.execute("select from team where id = ? for no key update", [team.id]),
  );
  const erasing = client.createErasure({ body: { phone } });
  await vi.waitFor(async () => expect(await countWaiting(app.database)).toBe(1));
  await makeDue(app, team);
  await app.dispatch();
  expect((await client.listMessages()).messages).toMatchObject([{ to: phone }]);

  await release();
  await erasing;
  await finish(app, team);

  expect((await client.listMessages()).messages).toEqual([]);
  expect(await tablesWith(app.em(), phone.slice(1))).toEqual([]);
});
