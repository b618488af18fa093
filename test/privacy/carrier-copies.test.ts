import { beforeEach, describe, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { askCarriers, workOn } from "../support/erasures.ts";
import { buildBusinessNumber, buildMessage, type TestTeam, uniquePhone } from "../support/factories.ts";
import { createFakeAccount, type FakeAccount, fakeMessage } from "../support/fake-account.ts";
import { answer, type FakeServer, useFakeServer } from "../support/fake-server.ts";
import { buildAccount } from "../support/provider-accounts.ts";
import { fromNow } from "../support/times.ts";

const app = useApp();
const carriers = [useFakeServer(), useFakeServer()] as const;
let fakes: [FakeAccount, FakeAccount];

beforeEach(() => {
  fakes = [createFakeAccount(carriers[0]), createFakeAccount(carriers[1])];
});

/** A team with a number for each of two accounts at Twilio. */
async function signInWithTwo() {
  const session = await app.signIn();
  const other = await buildBusinessNumber(app.em(), { team: session.team });
  const numbers = [session.number, other.phoneNumber] as const;
  for (const at of [0, 1] as const) {
    const account = await buildAccount(app, "twilio", fakes[at].added);
    await account.sendFor(numbers[at]);
  }
  return { ...session, numbers };
}

const send = (client: Client, phone: string, sender: string) =>
  client.sendText({ body: { phone_number: phone, message: "hello", sender } });

/** Erases a phone here, and returns how to read what became of the carriers' copies. */
async function erase(client: Client, phone: string) {
  const { erasure } = await client.createErasure({ body: { phone } });
  await workOn(app);
  return async () => (await client.getErasure({ path: { id: erasure.id } })).carrierCopies;
}

const deletionsAt = ({ requests }: FakeServer) => requests.filter(({ method }) => method === "DELETE");

/** The ids of texts that a carrier was asked to delete, sorted. */
const askedOf = (server: FakeServer) =>
  deletionsAt(server)
    .map(({ path }) => /\/Messages\/(\w+)\.json$/.exec(path)![1])
    .toSorted();

/** Lets the time until the next attempt pass. */
async function passDelay({ id }: TestTeam) {
  const now = await fromNow(app.em(), 0);
  await app.em().execute("update carrier_copy set due_at = ? where team_id = ?", [now, id]);
}

const none = { open: 0, deleted: 0, givenUp: 0, kept: 0 };

describe("after an erasure", () => {
  test("each carrier deletes its own texts and passcodes, and keeps those of another team and another phone", async () => {
    const { client, numbers } = await signInWithTwo();
    const other = await signInWithTwo();
    const phone = uniquePhone();
    await client.generateOtp({ body: { phone, recipient_id: "user" } });
    for (const at of [0, 0, 1] as const) await send(client, phone, numbers[at]);
    const erased = fakes.map(({ messages }) => messages.map(({ sid }) => sid).toSorted());
    await send(other.client, phone, other.numbers[0]);
    await send(client, uniquePhone(), numbers[0]);
    const kept = fakes[0].messages.slice(-2);
    const asked = carriers.map((carrier) => askedOf(carrier).length);
    expect(erased.map(({ length }) => length)).toEqual([3, 1]);

    const readCopies = await erase(client, phone);
    expect(await readCopies()).toEqual({ ...none, open: 4 });
    expect(carriers.map((carrier) => askedOf(carrier).length)).toEqual(asked);
    await askCarriers(app);

    expect(await readCopies()).toEqual({ ...none, deleted: 4 });
    expect(fakes.map(({ messages }) => messages)).toEqual([kept, []]);
    expect(carriers.map((carrier) => askedOf(carrier).filter((sid) => erased.flat().includes(sid!)))).toEqual(erased);
    expect((await other.client.listMessages()).messages).toHaveLength(1);
  });

  test("the carrier of the environment deletes live texts only, and a text that it does not have counts", async () => {
    const { client, team, number } = await app.signIn();
    const phone = uniquePhone();
    const known = fakeMessage({ from: phone, to: number, body: "hello", direction: "inbound" });
    fakes[0].messages.push(known);
    await postCallback(app, "inbound", inboundForm(phone, number, "hello", known.sid));
    await postCallback(app, "inbound", inboundForm(phone, number, "unknown there"));
    await app.jobs.drain();
    const simulated = fakeMessage({ from: phone, to: number, body: "a text of test mode" });
    fakes[0].messages.push(simulated);
    const { id } = await buildMessage(app.em(), { team, phone, testMode: true });
    await app
      .em()
      .execute("update message set provider_id = ? where team_id = ? and id = ?", [simulated.sid, team.id, id]);
    const before = deletionsAt(carriers[0]).length;
    const { accountSid, authToken, baseUrl } = fakes[0].added as Record<"accountSid" | "authToken" | "baseUrl", string>;

    const readCopies = await erase(client, phone);
    await askCarriers(app, { kind: "twilio", accountSid, authToken, baseUrl: `${baseUrl}/` });

    expect(await readCopies()).toEqual({ ...none, deleted: 2 });
    expect(fakes[0].messages).toEqual([simulated]);
    expect(deletionsAt(carriers[0])).toHaveLength(before + 2);
  });

  test("a carrier that fails is asked again later, and the erasure does not wait for it", async () => {
    const { client, team, numbers } = await signInWithTwo();
    const phone = uniquePhone();
    await send(client, phone, numbers[0]);
    const { behaviour } = carriers[0];
    carriers[0].behaviour = answer(500, { code: 20500 });
    const before = deletionsAt(carriers[0]).length;

    const readCopies = await erase(client, phone);
    expect((await client.listMessages()).messages).toEqual([]);
    await askCarriers(app);
    await askCarriers(app);
    expect(await readCopies()).toEqual({ ...none, open: 1 });
    expect(deletionsAt(carriers[0])).toHaveLength(before + 1);

    carriers[0].behaviour = behaviour;
    await passDelay(team);
    await askCarriers(app);
    expect(await readCopies()).toEqual({ ...none, deleted: 1 });
    expect(fakes[0].messages).toEqual([]);
  });

  test("a text is given up after fifteen attempts, and counted", async () => {
    const { client, team, numbers } = await signInWithTwo();
    const phone = uniquePhone();
    await send(client, phone, numbers[0]);
    carriers[0].behaviour = answer(401, { code: 20003 });
    const before = deletionsAt(carriers[0]).length;
    const readCopies = await erase(client, phone);

    const waits: number[] = [];
    while ((await readCopies()).open > 0) {
      await passDelay(team);
      await askCarriers(app);
      const [row] = await app
        .em()
        .execute<{ minutes: number }[]>(
          "select round(extract(epoch from due_at - clock_timestamp()) / 60)::int as minutes from carrier_copy where team_id = ?",
          [team.id],
        );
      if (row) waits.push(row.minutes);
    }

    expect(await readCopies()).toEqual({ ...none, givenUp: 1 });
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, ...Array(6).fill(720)]);
    expect(deletionsAt(carriers[0])).toHaveLength(before + 15);
  });

  test("a carrier that cannot delete texts is not asked, and the answer says that it keeps them", async () => {
    const { client, number } = await app.signIn();
    const phone = uniquePhone();
    const secret = `whsec_${Buffer.alloc(24, 1).toString("base64")}`;
    const account = await buildAccount(app, "http", { url: `${carriers[0].url}/send`, secret });
    await account.sendFor(number);
    carriers[0].behaviour = answer(200, { id: "one" });
    await send(client, phone, number);
    const before = carriers[0].requests.length;

    const readCopies = await erase(client, phone);
    await askCarriers(app);

    expect(await readCopies()).toEqual({ ...none, kept: 1 });
    expect(carriers[0].requests).toHaveLength(before);
  });

  test("several workers ask for each text once", async () => {
    const { client, numbers } = await signInWithTwo();
    const phone = uniquePhone();
    for (let i = 0; i < 12; i += 1) await send(client, phone, numbers[0]);
    const sids = fakes[0].messages.map(({ sid }) => sid).toSorted();
    const readCopies = await erase(client, phone);

    await Promise.all([askCarriers(app), askCarriers(app), askCarriers(app)]);

    expect(askedOf(carriers[0]).filter((sid) => sids.includes(sid!))).toEqual(sids);
    expect(await readCopies()).toEqual({ ...none, deleted: 12 });
  });

  test("texts of the simulated carrier are not counted", async () => {
    const { client } = await app.signIn();
    const phone = uniquePhone();
    await client.sendText({ body: { phone_number: phone, message: "hello" } });

    const readCopies = await erase(client, phone);
    await askCarriers(app);

    expect(await readCopies()).toEqual(none);
  });
});
