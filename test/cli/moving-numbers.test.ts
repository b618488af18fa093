import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { runInProcess } from "../support/cli.ts";
import type { Client } from "../support/client.ts";
import { buildBusinessNumber, uniquePhone } from "../support/factories.ts";
import { noSettings, settingsFor } from "../support/process.ts";

const app = useApp();

const numbers = (...argv: string[]) =>
  runInProcess(["numbers", ...argv], { env: { ...noSettings, ...settingsFor(app.database) } });

/** Runs a command that succeeds, and parses its JSON. */
async function numbersJson(...argv: string[]) {
  const { code, stdout, stderr } = await numbers(...argv);
  expect({ argv, code, stderr }).toEqual({ argv, code: 0, stderr: "" });
  return JSON.parse(stdout);
}

/** Signs in a team with a second number besides its primary number. */
async function signInWithSpare(fields: object = {}) {
  const session = await app.signIn();
  return { ...session, spare: await buildBusinessNumber(app.em(), { team: session.team, ...fields }) };
}

async function receive(from: string, to: string): Promise<void> {
  expect((await postCallback(app, "inbound", inboundForm(from, to, "hello"))).status).toBe(200);
  await app.jobs.drain();
}

const create = (client: Client, phoneNumber: string, fields: object = {}) =>
  client.raw("createBusinessNumber", {
    body: { name: uniquePhone(), phoneNumber, phoneNumberSid: "PN1", ...fields },
  });

const bodiesOf = async (client: Client) => (await client.listThreads()).threads.map(({ lastBody }) => lastBody);

test("after a move, texts to the number reach the new team, and the old team keeps its threads", async () => {
  const [from, to] = [
    await signInWithSpare({
      type: "mobile",
      capabilities: { sms: true },
      inboundWebhookUrl: "https://example.com/inbound",
      autoReplies: { optIn: "Welcome" },
    }),
    await app.signIn(),
  ];
  const phone = uniquePhone();
  const { phoneNumber, name, id, phoneNumberSid } = from.spare;
  const before = await from.client.sendText({ body: { phone_number: phone, message: "before", sender: phoneNumber } });

  const moved = await numbersJson("move", phoneNumber, "--to", to.team.name);
  await receive(phone, phoneNumber);

  expect(moved).toMatchObject({ team: to.team.name, movedFrom: from.team.name, name, phoneNumber, isPrimary: false });
  expect(await to.client.getBusinessNumber({ path: { id: moved.id } })).toMatchObject({
    status: "active",
    phoneNumberSid,
    type: "mobile",
    capabilities: { sms: true },
    settings: {},
    inboundWebhookUrl: null,
    autoReplies: { help: null, optOut: null, optIn: null },
  });
  expect(await bodiesOf(to.client)).toEqual(["hello"]);
  expect(await bodiesOf(from.client)).toEqual(["before"]);
  const old = await from.client.getThread({ path: { id: before.threadId } });
  expect(old).toMatchObject({ senderPhone: phoneNumber, senderName: name });
  expect(await from.client.getBusinessNumber({ path: { id } })).toMatchObject({ status: "archived", phoneNumber });

  const answer = await to.client.sendText({ body: { phone_number: phone, message: "after" } });
  expect(answer.from).toBe(phoneNumber);
  const reply = from.client.raw("sendText", { body: { threadId: before.threadId, message: "again" } });
  expect((await reply).body.error).toBe("sending_number_not_resolved");
});

test("only one team can create a released number", async () => {
  const { client, spare } = await signInWithSpare();
  const [other, third] = [await app.signIn(), await app.signIn()];
  const { phoneNumber, id } = spare;
  await client.archiveBusinessNumber({ path: { id } });
  expect((await create(other.client, phoneNumber)).body.error).toBe("duplicate_business_number_phone");

  const released = await numbersJson("release", phoneNumber);

  expect(released).toMatchObject({ id, phoneNumber, status: "archived", releasedAt: expect.stringContaining("Z") });
  const created = await Promise.all([other, third].map((team) => create(team.client, phoneNumber)));
  expect(created.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const winner = created[0]!.status === 201 ? other : third;
  const phone = uniquePhone();
  await receive(phone, phoneNumber);
  expect((await winner.client.listThreads()).threads).toMatchObject([{ contactPhone: phone }]);
  expect((await create(client, phoneNumber)).body.error).toBe("duplicate_business_number_phone");
});

test("a released number receives nothing, and its team can restore it with its threads", async () => {
  const { client, spare } = await signInWithSpare();
  const { phoneNumber, id } = spare;
  const phone = uniquePhone();
  const { threadId } = await client.sendText({ body: { phone_number: phone, message: "sent", sender: phoneNumber } });
  await client.archiveBusinessNumber({ path: { id } });
  await numbersJson("release", phoneNumber);

  await receive(phone, phoneNumber);
  expect(await bodiesOf(client)).toEqual(["sent"]);
  expect((await create(client, phoneNumber)).body.businessNumber).toMatchObject({ id, status: "active" });
  await receive(phone, phoneNumber);

  expect(await client.getThread({ path: { id: threadId } })).toMatchObject({ lastBody: "hello" });
});

test("a number that moves away and back keeps its record", async () => {
  const [home, away] = [await signInWithSpare(), await app.signIn({ withNumber: false })];
  const { phoneNumber, id } = home.spare;

  const moved = await numbersJson("move", phoneNumber, "--to", away.team.name);
  expect(moved.isPrimary).toBe(true);
  await away.client.createBusinessNumber({
    body: { name: "Main", phoneNumber: uniquePhone(), phoneNumberSid: "PN1", isPrimary: true },
  });
  const back = await numbersJson("move", phoneNumber, "--to", home.team.name, "--name", "Back");

  expect(back).toMatchObject({ id, name: "Back", status: "active", isPrimary: false, releasedAt: null });
  const moving = ["--to", away.team.name, "--name", "Away"];
  expect(await numbersJson("move", phoneNumber, ...moving)).toMatchObject({ id: moved.id, name: "Away" });
});

test("a move to a team with a number of the same name is refused, unless --name gives another name", async () => {
  const [from, to] = [await signInWithSpare({ name: "Support" }), await signInWithSpare({ name: "SUPPORT" })];
  const { phoneNumber, id } = from.spare;

  const refused = await numbers("move", phoneNumber, "--to", to.team.name);
  expect(refused).toMatchObject({ code: 6, stdout: "", stderr: expect.stringMatching(/has a number Support.*--name/) });
  expect(await from.client.getBusinessNumber({ path: { id } })).toMatchObject({ status: "active" });
  await receive(uniquePhone(), phoneNumber);
  expect(await bodiesOf(from.client)).toEqual(["hello"]);

  const moved = await numbersJson("move", phoneNumber, "--to", to.team.name, "--name", "Sales");
  expect(moved).toMatchObject({ name: "Sales", team: to.team.name });
});

test("a primary number can be neither moved nor released, and an active number cannot be released", async () => {
  const { number, spare, team } = await signInWithSpare();
  const other = await app.signIn();
  const refusals = [
    [["move", number, "--to", other.team.name], 6, /is the primary number of team/],
    [["release", number], 6, /is the primary number of team/],
    [["release", spare.phoneNumber], 6, /is active in team .* Archive it first/],
    [["move", spare.phoneNumber, "--to", team.name], 6, /already has \+\d+/],
    [["move", spare.phoneNumber, "--to", other.team.name, "--name", " "], 3, /1 to 255 characters/],
    [["move", spare.phoneNumber, "--to", "no such team"], 5, /There is no team/],
    [["release", uniquePhone()], 5, /No team has the number/],
    [["release", "2025550123"], 3, /E\.164/],
    [["release", number, "--test"], 2, /--test is for commands that call the API/],
  ] as const;

  for (const [argv, code, why] of refusals) {
    expect(await numbers(...argv), argv.join(" ")).toEqual({ code, stdout: "", stderr: expect.stringMatching(why) });
  }
});

test("two concurrent moves of a number leave it with one team", async () => {
  const teams = [await app.signIn(), await app.signIn()];
  const { phoneNumber } = await buildBusinessNumber(app.em(), { team: teams[0]!.team });

  for (let round = 0; round < 3; round += 1) {
    const results = await Promise.all(teams.map(({ team }) => numbers("move", phoneNumber, "--to", team.name)));
    for (const { code, stderr } of results) expect([0, 6], stderr).toContain(code);
    const phone = uniquePhone();
    await receive(phone, phoneNumber);
    const threads = await Promise.all(teams.map(async ({ client }) => (await client.listThreads()).threads));
    expect(threads.flat().filter(({ contactPhone }) => contactPhone === phone)).toHaveLength(1);
  }
});
