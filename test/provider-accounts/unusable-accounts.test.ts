import { expect, test } from "vitest";
import { setAccountStatus, updateAccount } from "../../server/provider-accounts/accounts.ts";
import { resealSettings } from "../../server/provider-accounts/sealed-settings.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { type Client, createClient } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { useFakeServer } from "../support/fake-server.ts";
import { secretKey } from "../support/passcodes.ts";
import { buildAccount, sealer } from "../support/provider-accounts.ts";
import { refusalOf } from "../support/refusals.ts";

const newKey = "the next secret of the tests, of 32";
const authToken = "a token that nobody may see";

const app = useApp();
const rotated = useNeighbour(app, { secrets: { secretKey: newKey, oldSecretKey: secretKey } });
const forgetful = useNeighbour(app, { secrets: { secretKey: newKey } });
/** Another process with the new key alone. */
const late = useNeighbour(app, { secrets: { secretKey: newKey } });
const carrier = useFakeServer();

async function signInWithAccount() {
  const session = await app.signIn();
  const account = await buildAccount(app, "twilio", { accountSid: "AC1", authToken, baseUrl: carrier.url });
  await account.sendFor(session.number);
  return { ...session, account };
}

const clientAt = ({ url }: { url: string }, key: string) => createClient(url, key);

const send = (client: Client, phone = uniquePhone()) =>
  client.raw("sendText", { body: { phone_number: phone, message: "hello" } });

test("a text of a paused account is refused and goes nowhere, until it is resumed", async () => {
  const { client, account } = await signInWithAccount();
  const phone = uniquePhone();
  await setAccountStatus(app.em(), account.name, "paused");
  await app.accounts.refresh();

  const refused = await send(client, phone);

  expect(refusalOf(refused)).toBe("502 message_failed");
  expect(refused.body.provider).toMatchObject({ code: "provider_paused", about: "account" });
  expect(carrier.requestsTo(phone)).toEqual([]);
  expect(app.provider.texts.filter(({ to }) => to === phone)).toEqual([]);

  await setAccountStatus(app.em(), account.name, "active");
  await app.accounts.refresh();
  expect((await send(client, phone)).status).toBe(200);
});

test("a text of an account that no secret key opens is refused, and the log names the account", async () => {
  const { key, account } = await signInWithAccount();
  await forgetful.accounts.refresh();

  const refused = await send(clientAt(forgetful, key));

  expect(refused.body.provider).toMatchObject({ code: "provider_not_usable", about: "account" });
  expect(forgetful.logLines.filter((line) => line.includes(account.name))).toEqual([
    expect.stringMatching(/cannot be read/),
  ]);
});

test("settings outlive a new secret key once a worker has sealed them anew", async () => {
  const { key } = await signInWithAccount();
  await rotated.accounts.refresh();
  expect((await send(clientAt(rotated, key))).status).toBe(200);

  await resealSettings(app.em(), createSealer(newKey, secretKey));

  await late.accounts.refresh();
  expect((await send(clientAt(late, key))).status).toBe(200);
});

test("settings that no secret key opens can be given again", async () => {
  const { account, key } = await signInWithAccount();
  const lost = createSealer(newKey);
  await expect(updateAccount(app.em(), lost, account.name, { authToken })).rejects.toThrow(
    /^accountSid: must be given/,
  );

  await updateAccount(app.em(), lost, account.name, { accountSid: "AC1", authToken, baseUrl: carrier.url });

  await forgetful.accounts.refresh();
  expect((await send(clientAt(forgetful, key))).status).toBe(200);
  await updateAccount(app.em(), sealer, account.name, { accountSid: "AC1", authToken, baseUrl: carrier.url });
});

test("settings are in no row, audit event or line of the log", async () => {
  const { client, account, team } = await signInWithAccount();
  await send(client);
  carrier.behaviour = (_, response) =>
    void response.writeHead(401).end(JSON.stringify({ code: 20003, message: `not ${authToken}` }));
  const refused = await send(client);
  carrier.behaviour = (_, response) => void response.writeHead(500).end(authToken);
  await send(client);

  const rows = await app.em().execute("select t::text from (select * from provider_account) t");
  const events = await app.em().execute("select e::text from audit_event e where team_id = ?", [team.id]);
  const written = [...app.logLines, JSON.stringify(rows), JSON.stringify(events), JSON.stringify(refused.body)].join();
  expect(events).toEqual(expect.arrayContaining([{ e: expect.stringContaining("numbers use") }]));
  for (const secret of [
    authToken,
    Buffer.from(authToken).toString("hex"),
    Buffer.from(`AC1:${authToken}`).toString("base64"),
  ])
    expect(written.includes(secret)).toBe(false);
  expect(written).toContain(account.name);
});
