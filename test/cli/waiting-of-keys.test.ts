import { expect, test } from "vitest";
import { createKey } from "../../server/keys/keys.ts";
import { useApp } from "../support/app.ts";
import { runInProcess } from "../support/cli.ts";
import { createClient } from "../support/client.ts";
import { readAllEvents } from "../support/events.ts";
import { noSettings, settingsFor } from "../support/process.ts";
import { schedule } from "../support/waiting-texts.ts";

const app = useApp();

const run = (...argv: string[]) =>
  runInProcess(argv, { env: { ...noSettings, MESSAGING_CONFIG_DIR: "/nonexistent", ...settingsFor(app.database) } });

/** A team with its first key, and a second key with two waiting texts. */
async function prepare() {
  const { team, client } = await app.signIn();
  const { id: keyId, key } = await createKey(app.em(), team);
  const sender = createClient(app.url, key);
  const waiting = [await schedule(app, sender), await schedule(app, sender)];
  return { client, sender, keyId, ids: waiting.map(({ id }) => id) };
}

test("keys revoke refuses a key whose texts wait, and says how to cancel them", async () => {
  const { sender, keyId } = await prepare();

  const { code, stdout, stderr } = await run("keys", "revoke", keyId);

  expect({ code, stdout }).toEqual({ code: 6, stdout: "" });
  expect(stderr).toContain("2 texts of the key still wait");
  expect(stderr).toContain(`messaging keys revoke ${keyId} --cancel-waiting`);
  expect((await sender.listPendingMessages()).messages).toHaveLength(2);
});

test("keys revoke --cancel-waiting cancels the waiting texts of the key, and no others, and records events", async () => {
  const { client, sender, keyId, ids } = await prepare();
  await client.listEvents();
  const own = await schedule(app, client);
  await sender.cancelMessage({ path: { id: ids[1]! } });

  const { code, stdout } = await run("keys", "revoke", keyId, "--cancel-waiting", "-o", "json");

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ id: keyId, revokedAt: expect.any(String), canceledTexts: 1 });
  const { messages } = await client.listPendingMessages({ query: { status: "canceled" } });
  expect(messages.map(({ id, errorCode }) => [id, errorCode]).toSorted()).toEqual(
    [
      [ids[0], "key_revoked"],
      [ids[1], null],
    ].toSorted(),
  );
  expect(await client.getMessage({ path: { id: own.id } })).toMatchObject({ status: "scheduled" });
  const events = (await readAllEvents(client)).filter(({ type }) => type === "message.status");
  expect(events).toMatchObject([{ data: { messageId: ids[0], status: "canceled", errorCode: "key_revoked" } }]);
});

test("keys revoke asks for nothing without waiting texts", async () => {
  const { team } = await app.signIn();
  const { id } = await createKey(app.em(), team);

  expect((await run("keys", "revoke", id)).code).toBe(0);
});
