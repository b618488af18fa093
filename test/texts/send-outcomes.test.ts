import { beforeEach, expect, test } from "vitest";
import type { OutboundText, Outcome } from "../../server/provider/provider.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildOptOut, uniquePhone } from "../support/factories.ts";

const app = useApp();

let accept: (text: OutboundText) => Outcome | Promise<Outcome>;
beforeEach(() => {
  accept ??= app.provider.answer;
  app.provider.answer = accept;
});

const send = (client: Client, phone_number: string) => client.sendText({ body: { phone_number, message: "hello" } });

/** The messages of the only thread that the team has. */
async function historyOf(client: Client) {
  const { threads } = await client.listThreads();
  expect(threads).toHaveLength(1);
  return (await client.listThreadMessages({ path: { id: threads[0]!.id } })).messages;
}

test.each(["queued", "sent"] as const)("a text that the provider accepted as %s has that status", async (status) => {
  const { client } = await app.signIn();
  app.provider.answer = ({ id }) => ({ kind: "accepted", providerId: `SM${id}`, status });

  const sent = await send(client, uniquePhone());

  expect(sent.status).toBe(status);
  expect(await historyOf(client)).toMatchObject([{ id: sent.textId, status, errorCode: null }]);
});

test("a text that the provider refused is message_failed, and its message is failed with the provider's code", async () => {
  const { client } = await app.signIn();
  app.provider.answer = () => ({ kind: "refused", errorCode: "21211", optedOut: false });

  await expect(send(client, uniquePhone())).rejects.toMatchObject({ status: 502, error: "message_failed" });

  expect(await historyOf(client)).toMatchObject([
    { direction: "outbound", body: "hello", status: "failed", errorCode: "21211" },
  ]);
});

test("a text that the provider refused for an opt-out is recipient_opted_out, and its message is failed", async () => {
  const { client } = await app.signIn();
  app.provider.answer = () => ({ kind: "refused", errorCode: "21610", optedOut: true });

  await expect(send(client, uniquePhone())).rejects.toMatchObject({ status: 409, error: "recipient_opted_out" });

  expect(await historyOf(client)).toMatchObject([{ status: "failed", errorCode: "21610" }]);
});

test("a text with an unknown outcome is a success with status sending, and is not sent again", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  app.provider.answer = () => ({ kind: "unknown" });

  const sent = await send(client, phone);

  expect(sent.status).toBe("sending");
  expect(await historyOf(client)).toMatchObject([{ id: sent.textId, status: "sending", errorCode: null }]);
  expect(app.provider.texts.filter(({ to }) => to === phone)).toHaveLength(1);
});

test("a refusal does not block the next text to the same phone", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  app.provider.answer = () => ({ kind: "refused", errorCode: "30007", optedOut: false });
  await expect(send(client, phone)).rejects.toMatchObject({ error: "message_failed" });
  app.provider.answer = accept;

  await send(client, phone);

  expect((await historyOf(client)).map(({ status }) => status)).toEqual(["queued", "failed"]);
});

test("the provider is called after the message is committed and while no transaction is open", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  const seen: unknown[] = [];
  app.provider.answer = async (text) => {
    // On connections of their own, so they see only what is committed.
    const messages = await historyOf(client);
    const open = await app.em().execute(
      `select pid from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
         and xact_start is not null`,
    );
    seen.push({ id: text.id, messages, open });
    return accept(text);
  };

  const sent = await send(client, phone);

  expect(seen).toMatchObject([
    { id: sent.textId, messages: [{ id: sent.textId, status: "queued", createdAt: sent.createdAt }], open: [] },
  ]);
});

test("other texts are sent while the provider is slow with one text", async () => {
  const { client } = await app.signIn();
  const slowPhone = uniquePhone();
  const { promise: slow, resolve: finish } = Promise.withResolvers<Outcome>();
  const { promise: called, resolve: call } = Promise.withResolvers<void>();
  app.provider.answer = (text) => {
    if (text.to !== slowPhone) return accept(text);
    call();
    return slow;
  };

  const waiting = send(client, slowPhone);
  await called;
  const others = await Promise.all(Array.from({ length: 5 }, () => send(client, uniquePhone())));
  finish({ kind: "accepted", providerId: "SM1", status: "sent" });

  expect(others.map(({ status }) => status)).toEqual(Array(5).fill("queued"));
  expect((await waiting).status).toBe("sent");
});

test("a text to a phone that opted out is refused without a call, a message or a thread", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  await buildOptOut(app.em(), team, phone);

  for (const by of [client, client.inTestMode()]) {
    await expect(send(by, phone)).rejects.toMatchObject({ status: 409, error: "recipient_opted_out" });
  }

  expect(app.provider.texts.filter(({ to }) => to === phone)).toEqual([]);
  expect((await client.listThreads()).threads).toEqual([]);
});

test("an opt-out applies to an existing thread, whose history stays unchanged", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const { threadId } = await send(client, phone);
  await buildOptOut(app.em(), team, phone);

  await expect(client.sendText({ body: { threadId, message: "again" } })).rejects.toMatchObject({
    error: "recipient_opted_out",
  });

  expect(await historyOf(client)).toMatchObject([{ body: "hello" }]);
});

test("an opt-out from one team does not affect another team or another phone", async () => {
  const { client, team } = await app.signIn();
  const other = await app.signIn();
  const phone = uniquePhone();
  await buildOptOut(app.em(), team, phone);

  await send(other.client, phone);
  await send(client, uniquePhone());
});

test("in test mode nothing reaches the provider, and answer and message are flagged", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  await send(client, phone);
  const carried = app.provider.texts.length;

  const sent = await send(client.inTestMode(), phone);

  expect(sent).toMatchObject({ testMode: true, status: "queued", to: phone });
  expect(app.provider.texts).toHaveLength(carried);
  expect(await historyOf(client)).toMatchObject([{ id: sent.textId, testMode: true }, { testMode: false }]);
});
