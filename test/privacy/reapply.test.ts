import { beforeAll, expect, test } from "vitest";
import { ConfigError } from "../../server/config-error.ts";
import { type ErasureList, listAllErasures, parseErasureList } from "../../server/privacy/reapply/erasure-list.ts";
import { reapplyErasures } from "../../server/privacy/reapply/reapply-erasures.ts";
import { createPhoneHashes } from "../../server/secrets/phone-hashes.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { finish, forgetErasures } from "../support/erasures.ts";
import { buildContact, type TestTeam, uniquePhone } from "../support/factories.ts";
import { secretKey } from "../support/passcodes.ts";
import { refusalOf } from "../support/refusals.ts";
import { tablesWith } from "../support/tables-with.ts";

const app = useApp();

type SignedIn = Awaited<ReturnType<typeof app.signIn>>;

// The first read of events begins their record.
let one: SignedIn;
beforeAll(async () => {
  one = await app.signIn();
  await one.client.listEvents();
});

const say = async ({ number }: SignedIn, phone: string, text: string) => {
  await postCallback(app, "inbound", inboundForm(phone, number, text));
  await app.jobs.drain();
};

/** The list of one team's erasures. */
async function listOf({ id }: TestTeam): Promise<ErasureList> {
  const list = await listAllErasures(app.database.orm);
  return parseErasureList(JSON.stringify({ ...list, teams: list.teams.filter((each) => each.id === id) }), "the list");
}

function reapply(list: ErasureList, key = secretKey, sealer = createSealer(key)) {
  const { orm } = app.database;
  return reapplyErasures({ orm, sealer, phoneHashes: createPhoneHashes(sealer), hasObjects: false }, list);
}

const send = async ({ client }: SignedIn, phone: string) =>
  refusalOf(await client.raw("sendText", { body: { phone_number: phone, message: "hello" } }));

test("after the restore of an older backup, a reapplied list erases a person again, whose STOP still holds", async () => {
  const { client, team } = one;
  const phone = uniquePhone();
  const fill = async () => {
    const contact = await buildContact(client, { phones: [phone] });
    await say(one, phone, "hello");
    await say(one, phone, "STOP");
    return contact.id;
  };
  await fill();
  const { erasure } = await client.createErasure({ body: { phone } });
  await finish(app, team);
  const list = await listOf(team);
  expect(JSON.stringify(list)).not.toContain(phone.slice(1));
  await forgetErasures(app.em(), team);
  const contactId = await fill();
  expect(await tablesWith(app.em(), phone.slice(1))).toContain("thread");

  expect(await reapply(list)).toEqual({ reapplied: 1, known: 0, ofOtherTeams: 0 });

  expect(refusalOf(await client.raw("getContact", { path: { id: contactId } }))).toBe("404 contact_not_found");
  expect(await send(one, phone)).toBe("409 recipient_opted_out");
  expect((await client.listMessages()).messages).toEqual([]);
  expect((await client.listErasures()).erasures).toMatchObject([{ id: erasure.id, status: "running" }]);
  expect(await reapply(list)).toEqual({ reapplied: 0, known: 1, ofOtherTeams: 0 });
  await finish(app, team);
  expect(await tablesWith(app.em(), phone.slice(1))).toEqual([]);
  expect(await send(one, phone)).toBe("409 recipient_opted_out");
  expect((await client.getConsent({ path: { phone } })).state).toBe("opted_out");
  expect((await client.getErasure({ path: { id: erasure.id } })).status).toBe("done");
  expect((await listOf(team)).teams[0]!.erasures).toMatchObject([
    { phoneHashes: list.teams[0]!.erasures[0]!.phoneHashes },
  ]);
});

test("a STOP from after the backup holds, wherever the erased phone is found, and even if it is nowhere", async () => {
  const signedIn = await app.signIn();
  const { client, team } = signedIn;
  const [agreed, absent] = [uniquePhone(), uniquePhone()];
  for (const phone of [agreed, absent]) {
    await say(signedIn, phone, "STOP");
    await client.createErasure({ body: { phone } });
  }
  await finish(app, team);
  const list = await listOf(team);
  await forgetErasures(app.em(), team);
  // The backup is from before the STOP: it has an opt-in.
  await say(signedIn, agreed, "START");
  await client.sendText({ body: { phone_number: agreed, message: "hello" } });

  expect(await reapply(list)).toMatchObject({ reapplied: 2 });

  for (const phone of [agreed, absent]) expect(await send(signedIn, phone)).toBe("409 recipient_opted_out");
  const { erasures } = await client.listErasures();
  expect(erasures.map(({ status }) => status).toSorted()).toEqual(["done", "running"]);
});

test("a run that ends in the middle has done some erasures whole, and the next run does the rest", async () => {
  const signedIn = await app.signIn();
  const { client, team } = signedIn;
  const phones = [uniquePhone(), uniquePhone(), uniquePhone()];
  const fill = async () => {
    for (const phone of phones) {
      await buildContact(client, { phones: [phone] });
      await say(signedIn, phone, "STOP");
    }
  };
  await fill();
  for (const phone of phones) await client.createErasure({ body: { phone } });
  await finish(app, team);
  const list = await listOf(team);
  await forgetErasures(app.em(), team);
  await fill();
  const whole = createSealer(secretKey);
  let sealed = 0;
  const ending: typeof whole = {
    ...whole,
    seal(owner, text) {
      sealed += 1;
      if (sealed === 2) throw new Error("The process ends here.");
      return whole.seal(owner, text);
    },
  };

  await expect(reapply(list, secretKey, ending)).rejects.toThrow("The process ends here.");

  expect((await client.listErasures()).erasures).toHaveLength(1);
  expect((await client.listContacts()).contacts).toHaveLength(2);
  for (const phone of phones) expect(await send(signedIn, phone)).toBe("409 recipient_opted_out");
  expect(await reapply(list)).toEqual({ reapplied: 2, known: 1, ofOtherTeams: 0 });
  await finish(app, team);
  for (const phone of phones) {
    expect(await tablesWith(app.em(), phone.slice(1))).toEqual([]);
    expect(await send(signedIn, phone)).toBe("409 recipient_opted_out");
  }
});

test("a phone is found in an event and in a callback, when nothing else of the person is left", async () => {
  const signedIn = await app.signIn();
  const { client, team, number } = signedIn;
  await client.listEvents();
  const [inEvent, inCallback] = [uniquePhone(), uniquePhone()];
  for (const phone of [inEvent, inCallback]) await client.createErasure({ body: { phone } });
  await finish(app, team);
  const list = await listOf(team);
  await forgetErasures(app.em(), team);
  const { textId } = await client.sendText({ body: { phone_number: inEvent, message: "hello" } });
  await app.em().execute(
    `insert into event (team_id, sequence, id, type, test_mode, data, created_at)
     select team_id, 1000000, gen_random_uuid(), 'message.status', false, ?, now() from message where id = ?`,
    [JSON.stringify({ to: inEvent }), textId],
  );
  await app.em().execute("delete from message where id = ?", [textId]);
  await app.em().execute("delete from thread where team_id = ?", [team.id]);
  await postCallback(app, "inbound", inboundForm(inCallback, number, "hello"));
  await app.jobs.drain();
  await app.em().execute("delete from message where team_id = ?", [team.id]);
  await app.em().execute("delete from thread where team_id = ?", [team.id]);

  await reapply(list);
  await finish(app, team);

  for (const phone of [inEvent, inCallback]) expect(await tablesWith(app.em(), phone.slice(1))).toEqual([]);
});

test("a phone is found in a merge, when the contact that stayed has lost it", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  await client.createErasure({ body: { phone } });
  await finish(app, team);
  const list = await listOf(team);
  await forgetErasures(app.em(), team);
  const [source, target] = [await buildContact(client, { phones: [phone] }), await buildContact(client)];
  const body = { sourceContactId: source.id, targetContactId: target.id };
  const { contact } = await client.mergeContacts({ body });
  const { id: phoneId } = contact.phones.find(({ phoneNumber }) => phoneNumber === phone)!;
  await client.deleteContactPhone({ path: { id: target.id, phoneId } });
  // The kept answers name the phone, too, for a day.
  await app.em().execute("delete from idempotency_key where team_id = ?", [team.id]);
  expect(await tablesWith(app.em(), phone.slice(1))).toEqual(["contact_merge"]);

  await reapply(list);
  await finish(app, team);

  expect(await tablesWith(app.em(), phone.slice(1))).toEqual([]);
});

test("a list of another secret key, of a team that is not there, or that is none changes nothing", async () => {
  const signedIn = await app.signIn();
  const { client, team } = signedIn;
  const phone = uniquePhone();
  await client.createErasure({ body: { phone } });
  await finish(app, team);
  const list = await listOf(team);
  await forgetErasures(app.em(), team);
  const contact = await buildContact(client, { phones: [phone] });

  await expect(reapply(list, "o".repeat(32))).rejects.toThrow(ConfigError);
  const elsewhere = {
    ...list,
    teams: list.teams.map((each) => ({ ...each, id: "019aa4a1-7c3e-7d52-9a0e-000000000000" })),
  };
  expect(await reapply(elsewhere)).toEqual({ reapplied: 0, known: 0, ofOtherTeams: 1 });
  const [{ erasures, ...rest }] = list.teams as [ErasureList["teams"][number]];
  const damaged = [
    { ...rest },
    { ...rest, id: "no id", erasures },
    { ...rest, key: 1, erasures },
    { ...rest, erasures: [null] },
    { ...rest, erasures: erasures.map(({ phoneHashes: _, ...each }) => each) },
    { ...rest, erasures, optOuts: [{ hash: "h:one", since: "some day" }] },
  ].map((each) => JSON.stringify({ ...list, teams: [each] }));
  for (const text of ["no JSON", "{}", "[]", "null", ...damaged])
    expect(() => parseErasureList(text, "FILE"), text).toThrow(ConfigError);

  expect(await client.getContact({ path: { id: contact.id } })).toEqual(contact);
  expect((await client.listErasures()).erasures).toEqual([]);
});
