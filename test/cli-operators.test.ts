import { expect, test } from "vitest";
import { useApp, webhookClientSecret } from "./support/app.ts";
import { newSid } from "./support/callbacks.ts";
import { runInProcess } from "./support/cli.ts";
import { uniquePhone } from "./support/factories.ts";
import { noSettings, settingsFor } from "./support/process.ts";

const app = useApp();

/** Runs a command line on the app's database. */
const run = (argv: string[], secret = webhookClientSecret) =>
  runInProcess(argv, { env: { ...noSettings, ...settingsFor(app.database), WEBHOOK_CLIENT_SECRET: secret } });

/** What a command gives that succeeds without a word beside it. */
async function runJson(...argv: string[]) {
  const { code, stdout, stderr } = await run(argv);
  expect({ argv, code, stderr }).toEqual({ argv, code: 0, stderr: "" });
  return JSON.parse(stdout);
}

const simulate = (...argv: string[]) => runJson("simulate", ...argv, "--server", app.url);

test("an inbound text is simulated, and its record shown", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();

  const { messageSid, status } = await simulate("inbound", "hello & goodbye", "--from", phone, "--to", number);
  expect(status).toBe(200);
  const [open] = await runJson("callbacks", "list", "--outcome", "open");
  expect(open).toMatchObject({ kind: "inbound", outcome: "open", from: phone, to: number, messageSid });
  await app.jobs.drain();

  expect((await client.listThreads()).threads).toMatchObject([{ contactPhone: phone, lastBody: "hello & goodbye" }]);
  expect(await runJson("callbacks", "show", open.id)).toMatchObject({ outcome: "stored", Body: "hello & goodbye" });
  expect(await runJson("callbacks", "replay", open.id)).toMatchObject({ id: open.id, outcome: "open" });
  await app.jobs.drain();
  expect(await runJson("callbacks", "show", open.id)).toMatchObject({ outcome: "duplicate" });
});

test("a status is simulated for a text by its id, or by the provider's", async () => {
  const { client, number } = await app.signIn();
  const sid = newSid();
  app.provider.answer = () => ({ kind: "accepted", providerId: sid, status: "queued" });
  const { textId, threadId } = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });

  await simulate("status", "sent", "--text-id", textId, "--from", number);
  await app.jobs.drain();
  await simulate("otp-status", "undelivered", "--sid", sid, "--from", number, "--error-code", "30003");
  await app.jobs.drain();

  const { messages } = await client.listThreadMessages({ path: { id: threadId } });
  expect(messages).toMatchObject([{ status: "undelivered", errorCode: "30003" }]);
});

test("with another secret than the server's a simulated callback is refused, and it is said why", async () => {
  const refused = await run(["simulate", "inbound", "hello", "--server", app.url], "another");
  const why = expect.stringMatching(/refuses the signature.*WEBHOOK_CLIENT/);
  expect(refused).toEqual({ code: 8, stdout: "", stderr: why });
});

test("operators opt phones out and in, and see who is out and what was said", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const tryToSend = () => client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
  const optOuts = (...argv: string[]) => runJson("opt-outs", ...argv, "--team", team.name);

  expect(await optOuts("add", phone)).toEqual({ team: team.name, phoneNumber: phone, consent: "opted_out" });
  expect((await tryToSend()).status).toBe(409);
  expect(await optOuts("list")).toMatchObject([{ phoneNumber: phone, source: "operator", messageId: null }]);

  await optOuts("remove", phone);
  expect((await tryToSend()).status).toBe(200);
  expect(await optOuts("list")).toEqual([]);
  expect(await optOuts("history", phone)).toMatchObject([{ consent: "opted_out" }, { consent: "opted_in" }]);
});

test("failed jobs are listed with what they failed of, and given back", async () => {
  const { number } = await app.signIn();
  await app.em().execute("alter table consent_event rename to elsewhere");
  await simulate("inbound", "STOP", "--to", number, "--from", uniquePhone());
  for (let tries = 0; tries < 13; tries += 1) await app.jobs.drain({ early: true });
  await app.em().execute("alter table elsewhere rename to consent_event");

  const [failed] = await runJson("jobs", "failed");
  expect(failed).toMatchObject({ queue: "callbacks.inbound", error: expect.stringContaining("consent_event") });
  expect(await runJson("jobs", "retry", failed.id)).toEqual({ retried: 1 });
  await app.jobs.drain();
  expect(await runJson("jobs", "failed")).toEqual([]);
  expect(await runJson("jobs", "retry", "--all")).toEqual({ retried: 0 });
});
