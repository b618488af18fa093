import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { keepProfile } from "../../cli/operator/keep-profile.ts";
import { loadConfig } from "../../server/config.ts";
import { signForm } from "../../server/provider/twilio/signature.ts";
import { useApp, webhookClientSecret } from "../support/app.ts";
import { newSid } from "../support/callbacks.ts";
import { newConfigDir, runInProcess } from "../support/cli.ts";
import { uniquePhone } from "../support/factories.ts";
import { noSettings, settingsFor } from "../support/process.ts";

const app = useApp();

const noProfiles = { MESSAGING_CONFIG_DIR: "/nonexistent" };

/** Runs a command line on the app's database. */
const run = (argv: string[], secret = webhookClientSecret) =>
  runInProcess(argv, {
    env: { ...noSettings, ...noProfiles, ...settingsFor(app.database), WEBHOOK_CLIENT_SECRET: secret },
  });

/** Runs a command that succeeds with nothing on stderr, and parses its JSON. */
async function runJson(...argv: string[]) {
  const { code, stdout, stderr } = await run(argv);
  expect({ argv, code, stderr }).toEqual({ argv, code: 0, stderr: "" });
  return JSON.parse(stdout);
}

const simulate = (...argv: string[]) => runJson("simulate", ...argv, "--url", app.url);

test("an inbound text is simulated, and its callback can be shown and replayed", async () => {
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

test("a status is simulated for a text by its id or by the provider's id", async () => {
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

test("a simulated callback with a wrong secret is refused with the reason", async () => {
  const refused = await run(["simulate", "inbound", "hello", "--url", app.url], "another");
  const why = expect.stringMatching(/refused the signature.*WEBHOOK_CLIENT/);
  expect(refused).toEqual({ code: 8, stdout: "", stderr: why });
});

test("a simulated callback goes to the configured server, or to the last address of this installation", async () => {
  const MESSAGING_CONFIG_DIR = newConfigDir();
  const env = { ...noSettings, MESSAGING_CONFIG_DIR, DATA_DIR: "/srv/own", SECRET_KEY: "s".repeat(32) };
  const away = "http://127.0.0.1:1";
  const postedTo = async (argv: string[], more: Record<string, string> = {}) => {
    const secret = { WEBHOOK_CLIENT_SECRET: webhookClientSecret };
    const { code, stdout } = await runInProcess(["simulate", "inbound", "hi", ...argv], {
      env: { ...env, ...secret, ...more },
    });
    return code === 0 ? JSON.parse(stdout).posted : code;
  };
  const inbound = `${app.url}/api/external/sms/inbound`;

  expect(await postedTo(["--url", app.url])).toBe(inbound);
  expect(await postedTo([], { MESSAGING_URL: app.url })).toBe(inbound);
  const { port } = new URL(app.url);
  const besideProxy = { PORT: port, BASE_URL: app.url };
  expect(await postedTo([], besideProxy)).toBe(`http://localhost:${port}/api/external/sms/inbound`);

  await keepProfile(env, { url: away, port: 1, dataDir: "/srv/other", firstKey: "key" });
  expect(await postedTo([])).toBe(8);
  const { dataDir } = loadConfig(env);
  await keepProfile(env, { url: app.url, port: 2, dataDir, firstKey: "key" });
  expect(await postedTo([])).toBe(inbound);
  expect(await postedTo(["--profile", "local"])).toBe(8);
  expect(await postedTo([], { MESSAGING_PROFILE: "local" })).toBe(8);
  expect(await postedTo(["--profile", "local-2"])).toBe(inbound);
  expect(await postedTo([], { DATABASE_URL: "postgresql://localhost/other" })).toBe(8);
});

test("--test marks the URL of a simulated callback, and the signature covers the mark", async () => {
  const requests: { url: string; body: string; signature: unknown }[] = [];
  const provider = createServer(async (request, response) => {
    const { url = "", headers } = request;
    requests.push({ url, body: await text(request), signature: headers["x-provider-signature"] });
    response.end();
  }).listen(0, "127.0.0.1");
  await once(provider, "listening");
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  try {
    for (const mode of [[], ["--test"]]) {
      expect(await run(["simulate", "inbound", "hi", "--url", url, ...mode])).toMatchObject({ code: 0 });
    }
  } finally {
    provider.close();
  }

  const path = "/api/external/sms/inbound";
  expect(requests.map((request) => request.url)).toEqual([path, `${path}?testMode=true`]);
  for (const { url: target, body, signature } of requests) {
    expect(signature).toBe(signForm(webhookClientSecret, url + target, [...new URLSearchParams(body)]));
  }
});

test("operators opt phones out and in, and list opt-outs and their history", async () => {
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

test("failed jobs are listed with their errors, and retried", async () => {
  const { number } = await app.signIn();
  await app.em().execute("alter table message rename column status to stage");
  await simulate("inbound", "hello", "--to", number, "--from", uniquePhone());
  for (let tries = 0; tries < 13; tries += 1) await app.jobs.drain({ early: true });
  await app.em().execute("alter table message rename column stage to status");

  const [failed] = await runJson("jobs", "failed");
  expect(failed).toMatchObject({ queue: "callbacks.inbound", error: expect.stringContaining("status") });
  expect(await runJson("jobs", "retry", failed.id)).toEqual({ retried: 1 });
  await app.jobs.drain();
  expect(await runJson("jobs", "failed")).toEqual([]);
  expect(await runJson("jobs", "retry", "--all")).toEqual({ retried: 0 });
});
