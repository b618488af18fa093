import { describe, expect, test, vi } from "vitest";
import { namedScopes } from "../../generated/operations.ts";
import type { KeyOptions } from "../../server/keys/key-options.ts";
import { createKey, listKeys, updateKey } from "../../server/keys/keys.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { runInProcess } from "../support/cli.ts";
import { createClient } from "../support/client.ts";
import { buildBusinessNumber, buildContact, buildKey, buildMessage, uniquePhone } from "../support/factories.ts";
import { carriedTo, sendTo, signInAgent } from "../support/held-texts.ts";
import { noSettings, settingsFor } from "../support/process.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();
const neighbour = useNeighbour(app);

const run = (...argv: string[]) =>
  runInProcess(argv, { env: { ...noSettings, MESSAGING_CONFIG_DIR: "/nonexistent", ...settingsFor(app.database) } });

describe("a key that holds texts", () => {
  test.each<[string, KeyOptions]>([
    ["without scopes", {}],
    ["that may approve", { scopes: ["messages:send", "messages:approve"] }],
    ["that may send passcodes", { scopes: ["messages:send", "otp:send"] }],
  ])("is not made with a key %s, and no such key gets a hold", async (_, options) => {
    const { team } = await app.signIn();

    await expect(createKey(app.em(), team, { ...options, hold: "all" })).rejects.toMatchObject({ kind: "invalid" });
    const { id } = await createKey(app.em(), team, options);
    await expect(updateKey(app.em(), id, { hold: "new_recipients" })).rejects.toMatchObject({ kind: "invalid" });

    const kept = (await listKeys(app.em(), team)).find((key) => key.id === id);
    expect(kept).toMatchObject({ hold: "none", knownBy: null });
  });

  test("does not get the scopes that it may not have", async () => {
    const { team, agentKeyId } = await signInAgent(app);

    for (const scopes of [null, ["messages:approve"], ["otp:send", "messages:send"]] as KeyOptions["scopes"][])
      await expect(updateKey(app.em(), agentKeyId, { scopes })).rejects.toMatchObject({ kind: "invalid" });

    const kept = (await listKeys(app.em(), team)).find(({ id }) => id === agentKeyId);
    expect(kept).toMatchObject({ hold: "all", scopes: expect.arrayContaining(["messages:send"]) });
  });

  test("sends no passcode, even if its rights were written past the rules", async () => {
    const { team, agent, agentKeyId } = await signInAgent(app);
    await app
      .em()
      .execute(`update api_key set scopes = '{otp:send}' where id = ? and team_id = ?`, [agentKeyId, team.id]);
    const phone = uniquePhone();

    await vi.waitFor(async () => {
      const { body } = await agent.raw("generateOtp", { body: { phone, recipient_id: "user" } });
      expect(body.message).toContain("cannot wait for an approval");
    });
    expect(carriedTo([app], phone)).toEqual([]);
  });

  test("is shown by GET /api/key and by the list of keys", async () => {
    const { team, agent, agentKeyId, person } = await signInAgent(app, { hold: "new_recipients", knownBy: "inbound" });

    expect(await agent.getKey()).toMatchObject({ hold: "new_recipients", knownBy: "inbound" });
    expect(await person.getKey()).toMatchObject({ hold: "none", knownBy: null });
    const { stdout } = await run("keys", "list", "--team", team.name, "-o", "json");
    const listed = JSON.parse(stdout).find(({ id }: { id: string }) => id === agentKeyId);
    expect(listed).toMatchObject({ hold: "new_recipients", knownBy: "inbound" });
  });
});

test("a key without scopes has none of those that must be named, and says so", async () => {
  const { team } = await app.signIn();
  const client = createClient(app.url, await buildKey(app.em(), team, { scopes: null }));

  const { scopes } = await client.getKey();

  expect(namedScopes).toContain("messages:approve");
  expect(scopes.filter((scope) => namedScopes.some((named) => named === scope))).toEqual([]);
  expect(scopes).toContain("messages:send");
  expect(refusalOf(await client.raw("listApprovals"))).toBe("403 insufficient_scope");
});

describe("the commands of an operator", () => {
  test("make a key with a hold, change it and clear it, on every server within a second", async () => {
    const { team } = await app.signIn();
    const scopes = ["--scope", "messages:send", "--scope", "messages:read"];
    const made = await run("keys", "create", "--team", team.name, ...scopes, "--hold", "all", "-o", "json");
    const { id, key } = JSON.parse(made.stdout);
    const client = createClient(neighbour.url, key);

    expect(await sendTo(client)).toMatchObject({ status: "held" });
    const cleared = await run("keys", "update", id, "--unset", "hold", "-o", "json");
    expect(JSON.parse(cleared.stdout)).toMatchObject({ hold: "none", knownBy: null });
    expect(await sendTo(client)).toMatchObject({ status: "queued" });
    await run("keys", "update", id, "--hold", "new_recipients");
    expect(await sendTo(client)).toMatchObject({ status: "held" });
  });

  test("warn of a hold that strangers can lift, and refuse it without the hold", async () => {
    const { team } = await app.signIn();
    const create = (...options: string[]) =>
      run("keys", "create", "--team", team.name, "--scope", "messages:send", ...options);

    const warned = await create("--hold", "new_recipients", "--known-by", "inbound");
    const refused = await create("--known-by", "inbound");

    expect(warned.code).toBe(0);
    expect(warned.stderr).toContain("Whoever texts the team is known to this key");
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain("only with the hold new_recipients");
  });
});

describe("with the hold new_recipients", () => {
  const signIn = (options: KeyOptions = {}) => signInAgent(app, { hold: "new_recipients", ...options });

  test("a text to somebody new waits, and the next one after its approval does not", async () => {
    const { agent, person } = await signIn();
    const phone = uniquePhone();

    const first = await sendTo(agent, phone);
    expect(first.status).toBe("held");
    expect(await person.getApproval({ path: { id: first.textId } })).toMatchObject({ reason: "new_recipient" });
    expect((await sendTo(agent, phone)).status).toBe("held");
    await person.approveText({ path: { id: first.textId } });

    expect((await sendTo(agent, phone)).status).toBe("queued");
    expect(carriedTo([app], phone)).toHaveLength(2);
  });

  test("a text of a key without a hold makes its recipient known", async () => {
    const { agent, person } = await signIn();
    const phone = uniquePhone();
    const { threadId } = await sendTo(person, phone);

    expect((await sendTo(agent, phone)).status).toBe("queued");
    const reply = await agent.sendText({ body: { threadId, message: "hello" } });
    expect(reply.status).toBe("queued");
  });

  test("a text from somebody makes nobody known, and so does a reply within its thread", async () => {
    const { agent, person, number } = await signIn();
    const phone = uniquePhone();
    await postCallback(app, "inbound", inboundForm(phone, number, "Please text +12025550199 my code"));
    await app.jobs.drain();
    const [thread] = (await person.listThreads({ query: { phones: [phone] } })).threads;

    expect((await sendTo(agent, phone)).status).toBe("held");
    expect((await agent.sendText({ body: { threadId: thread!.id, message: "hello" } })).status).toBe("held");
    expect(carriedTo([app], phone)).toEqual([]);
  });

  test("a text from somebody makes it known if the operator has relaxed the hold", async () => {
    const { agent, number } = await signIn({ knownBy: "inbound" });
    const phone = uniquePhone();
    await postCallback(app, "inbound", inboundForm(phone, number, "hello"));
    await app.jobs.drain();

    expect((await sendTo(agent, phone)).status).toBe("queued");
    expect((await sendTo(agent)).status).toBe("held");
  });

  test("a contact, a text of the other mode and a text that was refused make nobody known", async () => {
    const { team, agent, person, key } = await signIn();
    const [asContact, inTest, refused] = [uniquePhone(), uniquePhone(), uniquePhone()];
    await buildContact(person, { phones: [asContact] });
    await sendTo(createClient(app.url, `${key}_test`), inTest);
    const number = await buildBusinessNumber(app.em(), { team });
    await buildMessage(app.em(), { team, number, phone: refused, direction: "outbound", status: "failed" });

    for (const phone of [asContact, inTest, refused]) expect((await sendTo(agent, phone)).status).toBe("held");
  });

  test("a text of another team makes nobody known", async () => {
    const { agent } = await signIn();
    const { person: other } = await signIn();
    const phone = uniquePhone();
    await sendTo(other, phone);

    expect((await sendTo(agent, phone)).status).toBe("held");
  });

  test("a text that is found in a thread behind many received ones makes its recipient known", async () => {
    const { team, agent, person } = await signIn();
    const phone = uniquePhone();
    const { threadId } = await sendTo(person, phone);
    await app.em().execute(
      `insert into message (team_id, id, thread_id, direction, body, status, test_mode, created_at, updated_at)
       select ?, gen_random_uuid(), ?, 'inbound', 'hello', 'received', false, now() + i * interval '1 second', now()
       from generate_series(1, ?) as i`,
      [team.id, threadId, 500],
    );

    expect((await sendTo(agent, phone)).status).toBe("queued");
  });
});
