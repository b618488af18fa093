import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { judgeOldToken } from "../../cli/doctor/installation.ts";
import { loadConfig } from "../../server/config.ts";
import type { Database } from "../../server/db/database.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { createClient } from "../support/client.ts";
import { createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildKey, buildTeam, uniquePhone } from "../support/factories.ts";
import { useFakeServer } from "../support/fake-server.ts";
import { runCli, type Settings, settingsFor, useProcesses } from "../support/process.ts";

const { startServer } = useProcesses();
const carrier = useFakeServer();

let database: Database;
let settings: Settings;
beforeAll(async () => {
  database = await createDatabase();
  settings = {
    ...settingsFor(database),
    PROVIDER: "twilio",
    PROVIDER_ACCOUNT_SID: "AC1",
    PROVIDER_BASE_URL: carrier.url,
    WEBHOOK_CLIENT_SECRET: "the new auth token",
    WEBHOOK_CLIENT_SECRET_OLD: "the previous auth token",
  };
});
afterAll(() => database.close());

/** What the doctor says of the previous token. */
async function examine() {
  const { stdout } = await runCli(settings, "doctor");
  const findings: { check: string; status: string; todo: string }[] = JSON.parse(stdout);
  return findings.find(({ check }) => check === "old-provider-secret");
}

const age = () =>
  database.orm.em.fork().execute("update installation set old_token_needed_at = now() - interval '8 days'");

test("callbacks may be signed with the previous token, and calls to the carrier have the new one", async () => {
  const em = database.orm.em.fork();
  const team = await buildTeam(em);
  const { phoneNumber: number } = await buildBusinessNumber(em, { team, isPrimary: true });
  const server = await startServer(settings);
  const post = (authToken: string) =>
    postCallback(server, "inbound", inboundForm(uniquePhone(), number, "hello"), { authToken });

  expect((await post("the previous auth token")).status).toBe(200);
  expect((await post("the new auth token")).status).toBe(200);
  expect((await post("another")).status).toBe(401);
  const phone_number = uniquePhone();
  await createClient(server.url, await buildKey(em, team)).sendText({ body: { phone_number, message: "hello" } });
  const authorization = `Basic ${Buffer.from("AC1:the new auth token").toString("base64")}`;
  expect(carrier.requestsTo(phone_number)).toMatchObject([{ headers: { authorization } }]);
  await server.stop();
});

test("the doctor warns once no callback has needed the previous token for seven days", async () => {
  const [number] = await database.orm.em.fork().execute("select phone_number from business_number");
  const server = await startServer(settings);
  expect(await examine()).toMatchObject({ status: "ok" });

  await age();
  const callback = (authToken: string) =>
    postCallback(server, "inbound", inboundForm(uniquePhone(), number!.phone_number, "hello"), { authToken });
  await callback("the new auth token");
  expect(await examine()).toMatchObject({ status: "warn", todo: expect.stringContaining("WEBHOOK_CLIENT_SECRET_OLD") });

  await callback("the previous auth token");
  await vi.waitFor(async () => expect(await examine()).toMatchObject({ status: "ok" }));
  await server.stop();
});

test("another previous token begins anew", async () => {
  await age();
  settings = { ...settings, WEBHOOK_CLIENT_SECRET_OLD: "one more auth token" };

  await (await startServer(settings)).stop();

  expect(await examine()).toMatchObject({ status: "ok" });
});

test("nothing is said without a previous token", () => {
  expect(judgeOldToken({ oldTokenDays: 100 }, loadConfig({}, {}))).toEqual([]);
});
