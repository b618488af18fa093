import { afterEach, describe, expect, test, vi } from "vitest";
import { commands } from "../../server/provider/smpp/pdu.ts";
import { createSession, type Session, type SessionOptions } from "../../server/provider/smpp/session.ts";
import { setAccountStatus } from "../../server/provider-accounts/accounts.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { buildAccount } from "../support/provider-accounts.ts";
import { buildSmppAccount } from "../support/smpp-accounts.ts";
import { accept, createSmsc, nextMessageId, type Smsc, useSmsc } from "../support/smsc.ts";
import { failed, toldBy } from "../support/told.ts";

const app = useApp();
const smsc = useSmsc();

const send = (client: Client, phone = uniquePhone()) =>
  client.raw("sendText", { body: { phone_number: phone, message: "hello" } });

describe("an account", () => {
  test("binds once in both directions, or once in each", async () => {
    const one = await buildSmppAccount(app, smsc);
    const two = await buildSmppAccount(app, smsc, { bind: "pair" });

    expect(smsc.bindsOf(one.systemId)).toEqual([commands.bindTransceiver]);
    expect(smsc.bindsOf(two.systemId).toSorted()).toEqual([commands.bindReceiver, commands.bindTransmitter]);
  });

  test("with a bind for each direction sends and receives", async () => {
    smsc.behaviour = accept;
    const { client, number } = await app.signIn();
    const account = await buildSmppAccount(app, smsc, { bind: "pair" });
    await account.sendFor(number);

    expect((await send(client)).body).toMatchObject({ status: "queued" });
    expect(await smsc.deliver(account.systemId, { shortMessage: Buffer.from("hi") })).toBe(0);
  });

  test("is unbound while it is paused, and bound again when it is resumed", async () => {
    const account = await buildSmppAccount(app, smsc);
    await setAccountStatus(app.em(), account.name, "paused");
    await app.accounts.refresh();
    await vi.waitFor(() => expect(smsc.countBound(account.systemId)).toBe(0));

    await setAccountStatus(app.em(), account.name, "active");
    await app.accounts.refresh();
    await smsc.bound(account.systemId);
    expect(smsc.bindsOf(account.systemId)).toHaveLength(2);
  });

  test("binds with new settings, and ends the earlier connection after the texts on it", async () => {
    const { client, number } = await app.signIn();
    const account = await buildSmppAccount(app, smsc);
    await account.sendFor(number);
    let answerLate = () => {};
    smsc.behaviour = (_, { answer }) => {
      answerLate = () => answer(0, nextMessageId());
    };
    const phone = uniquePhone();
    const sent = send(client, phone);
    await vi.waitFor(() => expect(smsc.textsTo(phone).length).toBe(1));

    await account.update({ systemId: `${account.systemId}b` });
    await smsc.bound(`${account.systemId}b`);
    expect(smsc.countBound(account.systemId)).toBe(1);
    answerLate();

    expect((await sent).body).toMatchObject({ status: "queued" });
    await vi.waitFor(() => expect(smsc.countBound(account.systemId)).toBe(0));
  });

  test("sends again after each end of its connection, and no text twice", async () => {
    smsc.behaviour = accept;
    const { client, number } = await app.signIn();
    const account = await buildSmppAccount(app, smsc);
    await account.sendFor(number);
    for (let kill = 0; kill < 3; kill += 1) {
      smsc.behaviour = (_, { socket }) => socket.resetAndDestroy();
      expect((await send(client)).body).toMatchObject({ status: "sending" });
      smsc.behaviour = accept;
      await smsc.bound(account.systemId);
      expect((await send(client)).body).toMatchObject({ status: "queued" });
    }
    expect(smsc.bindsOf(account.systemId)).toHaveLength(4);
  });

  test.each([
    ["a host over HTTP", { url: "http://127.0.0.1:2775" }, "url"],
    ["a path", { url: "smpp://127.0.0.1:2775/a" }, "url"],
    ["a user", { url: "smpp://me@127.0.0.1" }, "url"],
    ["a long name", { systemId: "x".repeat(16) }, "systemId"],
    ["a name with a space", { systemId: "a b" }, "systemId"],
    ["a long password", { password: "x".repeat(33) }, "password"],
    ["a long type", { systemType: "x".repeat(13) }, "systemType"],
    ["another bind", { bind: "receiver" }, "bind"],
    ["another way of long texts", { longTexts: "sar" }, "longTexts"],
    ["another base of ids", { receiptIds: "octal" }, "receiptIds"],
  ])("is refused with %s, and the field is named", async (_, wrong, field) => {
    const settings = { url: smsc.url, systemId: "us", password: "p", ...wrong };

    await expect(buildAccount(app, "smpp", settings)).rejects.toThrow(new RegExp(`^${field}: must`));
  });

  test("at an SMSC that is away refuses texts at once after five of them", async () => {
    const away = await createSmsc();
    const { client, number } = await app.signIn();
    await (await buildSmppAccount(app, away)).sendFor(number);
    await away.close();
    const refused = await Promise.all(Array.from({ length: 5 }, () => send(client)));
    const started = performance.now();
    const sixth = await send(client);

    for (const { body } of [...refused, sixth]) {
      expect(toldBy(body)).toEqual(failed("provider_unreachable", "unreachable"));
    }
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("a session", () => {
  const log = { info() {}, warn() {}, error() {} };
  const sessions: Session[] = [];
  afterEach(async () => {
    smsc.isSilent = false;
    smsc.behaviour = accept;
    await Promise.all(sessions.splice(0).map((session) => session.close()));
  });

  async function open(systemId: string, options: Partial<SessionOptions> = {}, at: Smsc = smsc) {
    const { hostname: host, port } = new URL(at.url);
    const session = createSession({
      address: { host, port: Number(port), isTls: false },
      bind: { command: commands.bindTransceiver, systemId, password: "", systemType: "" },
      log,
      pauseMilliseconds: 20,
      ...options,
    });
    sessions.push(session);
    await at.bound(systemId);
    return session;
  }

  const submit = (session: Session, milliseconds = 5_000) =>
    session.submit(Buffer.from("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), {
      placeMilliseconds: milliseconds / 4,
      deadline: performance.now() + milliseconds,
    });

  test("asks whether the other side is there, and ends a connection that says nothing", async () => {
    const session = await open("asks", { times: { enquireMilliseconds: 30, silentMilliseconds: 60 } });
    const before = smsc.enquiries;
    await vi.waitFor(() => expect(smsc.enquiries).toBeGreaterThan(before));

    smsc.isSilent = true;
    expect(await submit(session)).toEqual({ kind: "lost", cause: "silent" });
    smsc.isSilent = false;

    await vi.waitFor(() => expect(smsc.bindsOf("asks").length).toBeGreaterThan(1));
    expect(await submit(session)).toMatchObject({ kind: "answered", status: 0 });
  });

  test("has at most ten texts without an answer, and the others wait for a place", async () => {
    const session = await open("window");
    const answers: (() => void)[] = [];
    smsc.behaviour = (_, { answer }) => void answers.push(() => answer(0, nextMessageId()));
    const first = Array.from({ length: 10 }, () => submit(session, 30_000));
    await vi.waitFor(() => expect(answers.length).toBe(10));

    expect(await submit(session, 100)).toEqual({ kind: "unsent", cause: "no free place" });
    const waiting = submit(session, 30_000);
    answers.shift()!();
    await vi.waitFor(() => expect(answers.length).toBe(10));
    for (const answer of answers) answer();

    for (const exchange of [...(await Promise.all(first)), await waiting]) {
      expect(exchange).toMatchObject({ kind: "answered", status: 0 });
    }
  });

  test("asks at once when a text gets no answer in time", async () => {
    const session = await open("late", { times: { silentMilliseconds: 50 } });
    smsc.isSilent = true;

    expect(await submit(session, 50)).toEqual({ kind: "lost", cause: "timeout" });
    await vi.waitFor(() => expect(smsc.countBound("late")).toBe(0));
  });

  test("binds again with longer pauses until the SMSC is back", async () => {
    const own = await createSmsc();
    const session = await open("back", {}, own);
    const port = Number(new URL(own.url).port);
    await own.close();
    // The last text before the end may have been written.
    await vi.waitFor(async () => expect(await submit(session, 200)).toMatchObject({ kind: "unsent" }));

    const again = await createSmsc({ port });
    try {
      await again.bound("back");
      expect(await submit(session)).toMatchObject({ kind: "answered", status: 0 });
    } finally {
      await again.close();
    }
  });

  test("that is closed sends nothing more, and settles what is open when its connection ends", async () => {
    const session = await open("closed");
    const before = smsc.texts.length;
    smsc.behaviour = () => {};
    const lost = submit(session, 300);
    await vi.waitFor(() => expect(smsc.texts.length).toBeGreaterThan(before));

    const closing = session.close();

    expect(await submit(session)).toMatchObject({ kind: "unsent" });
    expect(await lost).toMatchObject({ kind: "lost" });
    await closing;
    await vi.waitFor(() => expect(smsc.countBound("closed")).toBe(0));
  });

  test("that is closed while it binds ends at once", async () => {
    const silent = await createSmsc();
    silent.isSilent = true;
    try {
      const { port } = new URL(silent.url);
      const session = createSession({
        address: { host: "127.0.0.1", port: Number(port), isTls: false },
        bind: { command: commands.bindTransceiver, systemId: "binds", password: "", systemType: "" },
        log,
      });
      const started = performance.now();
      await session.close();
      expect(performance.now() - started).toBeLessThan(5_000);
    } finally {
      await silent.close();
    }
  });

  test("answers questions, refuses what it does not know, and follows an unbind", async () => {
    await open("answers");

    expect(await smsc.ask("answers", commands.enquireLink)).toMatchObject({ command: 0x80000015, status: 0 });
    expect(await smsc.ask("answers", 0x0103)).toMatchObject({ command: commands.genericNack, status: 0x03 });
    expect(await smsc.ask("answers", commands.deliverSm)).toMatchObject({ status: 0x64 });
    expect(await smsc.ask("answers", commands.unbind)).toMatchObject({ command: 0x80000006, status: 0 });
    await vi.waitFor(() => expect(smsc.bindsOf("answers").length).toBe(2));
  });
});
