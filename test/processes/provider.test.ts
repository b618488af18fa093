import { afterAll, expect, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { createClient } from "../support/client.ts";
import { createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildKey, buildTeam, uniquePhone } from "../support/factories.ts";
import { settingsFor, useProcesses } from "../support/process.ts";
import { accept, useStandIn } from "../support/stand-in.ts";

const { startServer } = useProcesses();
const standIn = useStandIn();

let database: Database;
afterAll(() => database.close());

test("a server with PROVIDER=twilio says so, sends through it, and stops after the text that is on its way", async () => {
  database = await createDatabase();
  const em = database.orm.em.fork();
  const team = await buildTeam(em);
  await buildBusinessNumber(em, { team, isPrimary: true });
  const server = await startServer({
    ...settingsFor(database),
    BASE_URL: "https://sms.example.com/",
    PROVIDER: "twilio",
    PROVIDER_ACCOUNT_SID: "AC1",
    PROVIDER_BASE_URL: `${standIn.url}/`,
    WEBHOOK_CLIENT_SECRET: "the provider's token",
  });
  const client = createClient(server.url, await buildKey(em, team));
  const send = (phone_number: string) => client.sendText({ body: { phone_number, message: "the body of the text" } });
  await send(uniquePhone());
  let finish: () => void = () => {};
  standIn.behaviour = (request, response) => {
    finish = () => accept(request, response);
  };

  const phone = uniquePhone();
  const sending = send(phone);
  await standIn.received(phone);
  const stopping = server.stop();
  await server.hasWritten('"stopping"');
  finish();

  const { textId, status } = await sending;
  expect(status).toBe("queued");
  expect(await stopping).toEqual({ code: 0, signal: null });
  expect(standIn.requestsTo(phone)).toMatchObject([
    {
      path: "/2010-04-01/Accounts/AC1/Messages.json",
      headers: { authorization: `Basic ${Buffer.from("AC1:the provider's token").toString("base64")}` },
      form: { StatusCallback: `https://sms.example.com/api/external/sms/status?textId=${textId}&team=${team.id}` },
    },
  ]);
  expect(server.stdout).toContain("Carrier   twilio, account AC1\n");
  for (const secret of ["the provider's token", "the body of the text"]) expect(server.stdout).not.toContain(secret);
});
