import { afterAll, expect, test, vi } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { createClient } from "../support/client.ts";
import { createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildKey, buildTeam, uniquePhone } from "../support/factories.ts";
import { createFakeAccount } from "../support/fake-account.ts";
import { accept, useFakeServer } from "../support/fake-server.ts";
import { runCli, settingsFor, useProcesses } from "../support/process.ts";

const { startServer } = useProcesses();
const fakeServer = useFakeServer();

let database: Database;
afterAll(() => database.close());

test("a server with PROVIDER=twilio announces it, sends through it, and stops after the text in flight", async () => {
  database = await createDatabase();
  const em = database.orm.em.fork();
  const team = await buildTeam(em);
  await buildBusinessNumber(em, { team, isPrimary: true });
  const server = await startServer({
    ...settingsFor(database),
    BASE_URL: "https://sms.example.com/",
    PROVIDER: "twilio",
    PROVIDER_ACCOUNT_SID: "AC1",
    PROVIDER_BASE_URL: `${fakeServer.url}/`,
    WEBHOOK_CLIENT_SECRET: "the provider's token",
  });
  const client = createClient(server.url, await buildKey(em, team));
  const send = (phone_number: string) => client.sendText({ body: { phone_number, message: "the body of the text" } });
  await send(uniquePhone());
  let finish: () => void = () => {};
  fakeServer.behaviour = (request, response) => {
    finish = () => accept(request, response);
  };

  const phone = uniquePhone();
  const sending = send(phone);
  await fakeServer.received(phone);
  const stopping = server.stop();
  await server.hasWritten('"stopping"');
  finish();

  const { textId, status } = await sending;
  expect(status).toBe("queued");
  expect(await stopping).toEqual({ code: 0, signal: null });
  expect(fakeServer.requestsTo(phone)).toMatchObject([
    {
      path: "/2010-04-01/Accounts/AC1/Messages.json",
      headers: { authorization: `Basic ${Buffer.from("AC1:the provider's token").toString("base64")}` },
      form: { StatusCallback: `https://sms.example.com/api/external/sms/status?team=${team.id}&textId=${textId}` },
    },
  ]);
  expect(server.stdout).toContain("Carrier   twilio, account AC1\n");
  for (const secret of ["the provider's token", "the body of the text"]) expect(server.stdout).not.toContain(secret);
});

test("a worker has the carrier delete what was erased", async () => {
  const database = await createDatabase();
  const em = database.orm.em.fork();
  const team = await buildTeam(em);
  const { phoneNumber: sender } = await buildBusinessNumber(em, { team, isPrimary: true });
  const carrier = createFakeAccount(fakeServer);
  const server = await startServer({ ...settingsFor(database), ...carrier.settings });
  const client = createClient(server.url, await buildKey(em, team));
  const phone = uniquePhone();
  await client.sendText({ body: { phone_number: phone, message: "hello", sender } });
  expect(carrier.messages).toHaveLength(1);

  const { erasure } = await client.createErasure({ body: { phone } });

  const copies = { open: 0, deleted: 1, givenUp: 0, kept: 0 };
  await vi.waitFor(async () =>
    expect((await client.getErasure({ path: { id: erasure.id } })).carrierCopies).toEqual(copies),
  );
  expect(carrier.messages).toEqual([]);
  await server.stop();
  await database.close();
});

test("a new server with PROVIDER=twilio has no number, and says so at its start and in the doctor", async () => {
  const empty = await createDatabase();
  const key = "the-first-key-of-this-test";
  const settings = {
    ...settingsFor(empty),
    BOOTSTRAP_API_KEY: key,
    PROVIDER: "twilio",
    PROVIDER_ACCOUNT_SID: "AC1",
    PROVIDER_BASE_URL: fakeServer.url,
  };
  const server = await startServer(settings);
  expect(server.stdout).toContain("Team      default, without a number to send from\n");
  expect(server.stdout).toContain("no team has a number that texts can be sent from");
  const client = createClient(server.url, key);
  expect(await client.listBusinessNumbers()).toEqual({ businessNumbers: [] });

  const doctor = await runCli(
    settings,
    "doctor",
    "--jq",
    '.[] | select(.check == "numbers") | .status + ": " + .found',
  );
  expect(doctor.stdout).toBe("warn: team default has no number to send from\n");
  await server.stop();
  await empty.close();
});
