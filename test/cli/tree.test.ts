import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { writeProfiles } from "../../cli/connection/profiles-file.ts";
import { commandIds, commands } from "../../cli/operations/command-table.ts";
import type { OperationCommand } from "../../cli/operations/operation-command.ts";
import { outputFormats } from "../../cli/output/formats.ts";
import type { Row } from "../../cli/output/results.ts";
import { operations } from "../../generated/operations.ts";
import { WebhookDelivery } from "../../server/db/schema/entities/webhook-delivery.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { listCallbacks } from "../../server/inbound/list-callbacks.ts";
import { writeErasureList } from "../../server/process/erasure-lists.ts";
import { useApp, webhookClientSecret } from "../support/app.ts";
import { inboundForm, newSid, postCallback } from "../support/callbacks.ts";
import { environmentOf, newConfigDir, runInProcess } from "../support/cli.ts";
import { commandNames } from "../support/cli-commands.ts";
import type { Client } from "../support/client.ts";
import {
  buildBusinessNumber,
  buildContact,
  buildMessage,
  buildOtp,
  buildTeam,
  makeMerge,
  type TestTeam,
  uniquePhone,
} from "../support/factories.ts";
import { askForText } from "../support/held-texts.ts";
import { pictures, storeFile } from "../support/media.ts";
import { noSettings, type Settings, settingsFor } from "../support/process.ts";
import { buildCase } from "../support/suspected.ts";
import { schedule } from "../support/waiting-texts.ts";
import { receiveText } from "../support/webhooks.ts";

const app = useApp({ phone: true });
const configDir = newConfigDir();

let env: Settings;
let team: TestTeam;
let client: Client;
beforeAll(async () => {
  const signedIn = await app.signIn();
  ({ team, client } = signedIn);
  env = {
    ...noSettings,
    ...settingsFor(app.database),
    ...environmentOf(app.url, signedIn.key),
    WEBHOOK_CLIENT_SECRET: webhookClientSecret,
    MESSAGING_CONFIG_DIR: configDir,
  };
});

const run = (argv: string[], given: Settings = {}) =>
  runInProcess(argv, { env: { ...env, ...given }, stdin: env.MESSAGING_API_KEY });

const newNumber = () => buildBusinessNumber(app.em(), { team });
const newThread = async () => (await buildMessage(app.em(), { team })).threadId;
const newTeamName = async () => (await buildTeam(app.em())).name;

const newContact = async (given?: Parameters<typeof buildContact>[1]) => (await buildContact(client, given)).id;

const newSimulatedText = () => client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });

/** A contact, and a phone of it that can be deleted. */
async function newContactPhone(): Promise<string[]> {
  const { id, phones } = await buildContact(client, { phones: [uniquePhone(), uniquePhone()] });
  return [id, phones[1]!.id];
}

async function newOptOut(): Promise<string> {
  const phone = uniquePhone();
  await run(["opt-outs", "add", phone, "--team", team.name]);
  return phone;
}

async function newConsentsFile(): Promise<string> {
  await mkdir(configDir, { recursive: true });
  const file = join(configDir, `${newId()}.csv`);
  await writeFile(file, `phone\n${uniquePhone()}\n`);
  return file;
}

/** A pending delivery of a reply. No worker posts it in this test. */
async function newDelivery(): Promise<string> {
  const replyWebhookUrl = "https://example.com/replies";
  const sent = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello", replyWebhookUrl } });
  const messageId = await receiveText(app, team, sent);
  return (await app.em().findOneOrFail(WebhookDelivery, { teamId: team.id, messageId })).id;
}

async function newEndpoint(): Promise<string> {
  await app.em().execute("update webhook_endpoint set deleted_at = created_at where team_id = ?", [team.id]);
  const { webhookEndpoint } = await client.createWebhookEndpoint({ body: { url: "https://example.com/hook" } });
  return webhookEndpoint.id;
}

async function newCallback(): Promise<string> {
  await postCallback(app, "inbound", inboundForm(uniquePhone(), uniquePhone(), "hello"));
  const [callback] = await listCallbacks(app.em(), { limit: 1 });
  return callback!.id;
}

/** The setting of an account whose carrier answers, and takes no text. */
const atCarrier = () => `url=${app.url}/healthz`;

const newProviderName = () => `provider-${uniquePhone().slice(1)}`;

/** Adds an account at a carrier, and returns its name. */
async function newProvider(): Promise<string> {
  const name = newProviderName();
  expect((await run(["providers", "add", name, "--kind", "http", "--set", atCarrier()])).code).toBe(0);
  return name;
}

async function newFailedJob(): Promise<void> {
  const { boss } = app.jobs;
  const id = await boss.send("callbacks.inbound", { callbackId: newId() }, { retryLimit: 0 });
  await boss.fail("callbacks.inbound", id!, { message: "as it should" });
}

async function newContactsFile(): Promise<string> {
  const phone = uniquePhone();
  await mkdir(configDir, { recursive: true });
  const file = join(configDir, `${phone}.csv`);
  await writeFile(file, `name,phone\nAda,${phone}\n`);
  return file;
}

async function newProfile(): Promise<string> {
  await writeProfiles(env, {
    current: undefined,
    profiles: { walk: { url: app.url, apiKey: env.MESSAGING_API_KEY! } },
  });
  return "walk";
}

/** One for all commands, because a team has at most ten at a time. */
let erasure: Promise<string> | undefined;
const newErasure = () => {
  erasure ??= client.createErasure({ body: { phone: uniquePhone() } }).then((made) => made.erasure.id);
  return erasure;
};

async function newErasureList(): Promise<string> {
  await mkdir(configDir, { recursive: true });
  const file = join(configDir, `${newId()}.erasures.json`);
  await writeErasureList(app.database.orm, file);
  return file;
}

/** Arguments with which each command succeeds, created for every run. */
const samples: Record<string, () => Promise<string[]>> = {
  send: async () => [uniquePhone(), "hello"],
  "otp generate": async () => [uniquePhone(), "user-1"],
  "otp verify": async () => {
    const recipientId = newId();
    await buildOtp(app.em(), { team, recipientId, code: "493817" });
    return [recipientId, "493817"];
  },
  "texts list": async () => [await newThread()].slice(1),
  "texts get": async () => [(await buildMessage(app.em(), { team })).id],
  "texts send": async () => [uniquePhone(), "hello", "--at", "2h"],
  "texts check": async () => [uniquePhone(), "hello"],
  "texts cancel": async () => [(await schedule(app, client)).id],
  "texts cancel-campaign": async () => {
    await schedule(app, client, { campaign: "spring sale" });
    return ["spring sale"];
  },
  "texts redact": async () => [(await buildMessage(app.em(), { team })).id],
  "texts delete": async () => [(await buildMessage(app.em(), { team })).id],
  "privacy erase": async () => [uniquePhone()],
  "privacy erasures": async () => [await newErasure()].slice(1),
  "privacy export": async () => [(await buildContact(client)).primaryPhone],
  "privacy reapply": async () => [await newErasureList()],
  "privacy show": async () => [await newErasure()],
  "texts waiting": async () => [(await schedule(app, client)).id].slice(1),
  "approvals list": async () => [await askForText(client)].slice(1),
  "approvals show": async () => [await askForText(client)],
  "approvals approve": async () => [await askForText(client)],
  "approvals reject": async () => [await askForText(client), "--note", "no"],
  "threads list": async () => [await newThread()].slice(1),
  "events list": async () => {
    await client.listEvents();
    await newContact();
    return [];
  },
  "threads get": async () => [await newThread()],
  "threads messages": async () => [await newThread()],
  "threads replies": async () => [await newThread(), "--since", "2020-01-01"],
  "contacts list": async () => [await newContact()].slice(1),
  "contacts get": async () => [await newContact()],
  "contacts find": async () => [(await buildContact(client)).primaryPhone],
  "contacts create": async () => ["--name", "Ada", "--phone", uniquePhone()],
  "contacts update": async () => [await newContact(), "--role", "CTO"],
  "contacts delete": async () => [await newContact(), await newContact()],
  "contacts upsert": async () => ["--name", "Ada", "--phone", uniquePhone()],
  "contacts duplicates": async () => {
    const phones = [uniquePhone()];
    return [await newContact({ phones }), await newContact({ phones })].slice(2);
  },
  "contacts merge": async () => [await newContact(), await newContact()],
  "contacts preview-merge": async () => [await newContact(), await newContact()],
  "contacts merges": async () => [await makeMerge(client)].slice(1),
  "contacts unmerge": async () => [await makeMerge(client)],
  "contacts import": async () => [await newContactsFile()],
  "contacts export": async () => [await newContact(), "--limit", "3"].slice(1),
  "contacts dedupe": async () => {
    const phones = [uniquePhone()];
    return [await newContact({ phones }), await newContact({ phones }), "--yes", "--reason", "same_phone"].slice(2);
  },
  "contacts phones add": async () => [await newContact(), uniquePhone()],
  "contacts phones update": async () => [...(await newContactPhone()), "--label", "work"],
  "contacts phones delete": newContactPhone,
  "numbers list": async () => [],
  "numbers create": async () => ["--name", uniquePhone(), "--phone", uniquePhone(), "--sid", "PN1"],
  "numbers get": async () => [(await newNumber()).id],
  "numbers update": async () => [(await newNumber()).id, "--friendly-name", "Desk"],
  "numbers make-primary": async () => [(await newNumber()).id],
  "numbers archive": async () => [(await newNumber()).id],
  "numbers release": async () => [(await buildBusinessNumber(app.em(), { team, status: "archived" })).phoneNumber],
  "numbers move": async () => [(await newNumber()).phoneNumber, "--to", await newTeamName()],
  "numbers use": async () => [(await newNumber()).phoneNumber, "--provider", await newProvider()],
  inbox: async () => [await newThread()].slice(1),
  login: async () => ["--api-key-stdin", "--profile", "walk"],
  "profiles list": async () => [await newProfile()].slice(1),
  "profiles show": async () => [await newProfile()],
  "profiles use": async () => [await newProfile()],
  "profiles remove": async () => [await newProfile()],
  segments: async () => ["hello"],
  api: async () => ["GET", "/api/threads"],
  spec: async () => [],
  "mcp config": async () => ["cursor"],
  commands: async () => [],
  completion: async () => ["bash"],
  "consents get": async () => [await newOptOut()],
  "consents list": async () => ["--phone", await newOptOut()],
  "consents opt-outs": async () => [await newOptOut()].slice(1),
  "consents pending": async () => [await buildCase(app, team)].slice(1),
  "consents decide": async () => [await buildCase(app, team), "dismissed"],
  "consents import": async () => [await newConsentsFile(), "--vendor", "Acme", "--consent", "opted_out"],
  "consents export": async () => [await newOptOut()].slice(1),
  "consents record": async () => [uniquePhone(), "opted_out", "--reason", "verbal", "--evidence", "note=By telephone"],
  "media link": async () => [await storeFile(app, team, pictures["image/png"])],
  "media get": async () => {
    await mkdir(configDir, { recursive: true });
    return [await storeFile(app, team, pictures["image/png"]), join(configDir, newId())];
  },
  "media upload": async () => {
    await mkdir(configDir, { recursive: true });
    await writeFile(join(configDir, "picture.png"), pictures["image/png"]);
    return [join(configDir, "picture.png")];
  },
  usage: async () => [await newThread()].slice(1),
  "phone texts": async () => ["--to", (await newSimulatedText()).to, "--wait", "10"],
  "phone reply": async () => [uniquePhone(), (await newNumber()).phoneNumber, "hello"],
  "phone clock": async () => ["--advance", "10m", "--test"],
  "phone status": async () => [(await newSimulatedText()).textId, "delivered"],
  audit: async () => [await newContact()].slice(1),
  whoami: async () => [],
  "teams create": async () => [uniquePhone()],
  "teams list": async () => [],
  "teams show": async () => [await newTeamName()],
  "teams suspend": async () => [await newTeamName()],
  "teams resume": async () => [await newTeamName()],
  "teams retention": async () => [await newTeamName(), "--messages", "90"],
  "teams quiet-hours": async () => [await newTeamName(), "--off"],
  "teams license": async () => [await newTeamName(), "--until", "never"],
  "teams twilio-credentials": async () => [await newTeamName()],
  "teams webhook-secret": async () => [await newTeamName()],
  "teams suspected-revocations": async () => [await newTeamName(), "--action", "block"],
  "teams supabase-hook": async () => [await newTeamName()],
  "keys create": async () => ["--team", team.name],
  "keys update": async () => [
    JSON.parse((await run(["keys", "create", "--team", team.name])).stdout).id,
    "--mode",
    "test",
  ],
  "keys list": async () => ["--team", team.name],
  "keys revoke": async () => [JSON.parse((await run(["keys", "create", "--team", team.name])).stdout).id],
  "opt-outs list": async () => [await newOptOut(), "--team", team.name].slice(1),
  "opt-outs add": async () => [uniquePhone(), "--team", team.name],
  "opt-outs remove": async () => [await newOptOut(), "--team", team.name],
  "opt-outs history": async () => [await newOptOut(), "--team", team.name],
  "webhooks endpoints list": async () => [await newEndpoint()].slice(1),
  "webhooks endpoints create": async () => {
    // A team has at most 20 endpoints.
    await app.em().execute("update webhook_endpoint set deleted_at = created_at where team_id = ?", [team.id]);
    return ["https://example.com/hook", "--type", "message.status"];
  },
  "webhooks endpoints get": async () => [await newEndpoint()],
  "webhooks endpoints update": async () => [await newEndpoint(), "--enabled", "false"],
  "webhooks endpoints delete": async () => [await newEndpoint()],
  "webhooks endpoints secret": async () => [await newEndpoint()],
  "webhooks endpoints rotate-secret": async () => [await newEndpoint()],
  "webhooks endpoints test": async () => [await newEndpoint()],
  "webhooks endpoints replay": async () => {
    const id = await newEndpoint();
    return [id, "--since", (await client.listEvents()).recordedSince];
  },
  "webhooks endpoints deliveries": async () => {
    const id = await newEndpoint();
    await client.testWebhookEndpoint({ path: { id } });
    return [id];
  },
  "webhooks list": async () => [await newDelivery(), "--team", team.name].slice(1),
  "webhooks show": async () => [await newDelivery(), "--team", team.name],
  "webhooks retry": async () => [await newDelivery(), "--team", team.name],
  "providers add": async () => [newProviderName(), "--kind", "http", "--set", atCarrier()],
  "providers list": async () => [await newProvider()].slice(1),
  "providers show": async () => [await newProvider()],
  "providers update": async () => [await newProvider(), "--set", atCarrier()],
  "providers pause": async () => [await newProvider()],
  "providers resume": async () => [await newProvider()],
  "providers test": async () => {
    const name = await newProvider();
    for (const change of [
      ["update", name, "--set", "url=http://127.0.0.1:1"],
      ["pause", name],
    ])
      expect((await run(["providers", ...change])).code).toBe(0);
    return [name, "--to", uniquePhone(), "--from", uniquePhone(), "--yes"];
  },
  "callbacks list": async () => [await newCallback()].slice(1),
  "callbacks show": async () => [await newCallback()],
  "callbacks replay": async () => [await newCallback()],
  "callbacks backfill": async () => {
    await newProvider();
    return ["--since", new Date(Date.now() - 3_600_000).toISOString()];
  },
  "jobs failed": async () => {
    await newFailedJob();
    return [];
  },
  "jobs retry": async () => ["--all"],
  "simulate inbound": async () => ["hello", "--url", app.url],
  "simulate status": async () => ["delivered", "--sid", newSid(), "--url", app.url],
  "simulate otp-status": async () => ["delivered", "--sid", newSid(), "--url", app.url],
  "db migrate": async () => [],
  "db status": async () => [],
  "db stop": async () => [],
  "db accept-lost-opt-outs": async () => [],
  doctor: async () => ["--columns", "check,status"],
};

/**
 * The commands that succeed beside this file's database. A backup and its restore are tested with installations of their own, and
 * conformance, which takes many requests, in test/load.
 */
const sampled = commandNames.filter((name) => !["db backup", "db restore", "conformance"].includes(name));

test("every command has a sample", () => {
  expect(Object.keys(samples).toSorted()).toEqual(sampled.toSorted());
});

describe.each(sampled)("messaging %s", (name) => {
  const argvOf = async () => [...name.split(" "), ...(await samples[name]!())];

  // Two formats suffice for operators' commands: the same function writes all formats, and each run opens a database.
  const formats = isOperatorCommand(name) ? (["table", "json"] as const) : outputFormats;
  test.each(formats)("writes only %s to stdout", async (format) => {
    const { code, stdout, stderr } = await run([...(await argvOf()), "-o", format]);

    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringMatching(/error/i) });
    expect(stdout).toMatch(/[^\n]\n$/);
    expectFormat[format](stdout);
  });

  test("exits with 2 for an invalid command line, with only the reason on stderr", async () => {
    const { code, stdout, stderr } = await run([...name.split(" "), "--no-such-option"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^error: (unknown option '--no-such-option'|required option '--\w+ .+' not specified)\n/);
  });
});

const isOperatorCommand = (name: string) =>
  /^(numbers (release|move|use)|teams|keys|providers|opt-outs|privacy reapply|webhooks (list|show|retry)|callbacks|jobs|simulate|db|doctor)\b/.test(
    name,
  );

const expectJson = (text: string) => expect(JSON.parse(text)).toBeTypeOf("object");
const expectFormat: Record<(typeof outputFormats)[number], (stdout: string) => void> = {
  json: expectJson,
  jsonl: (stdout) => {
    for (const line of stdout.trimEnd().split("\n")) expectJson(line);
  },
  table: (stdout) => expect(stdout).toMatch(/^[A-Z0-9 ]+( {2}|\n)/),
  csv: (stdout) => expect(stdout).toMatch(/^[\w-]+(,[\w-]+)*\n/),
  id: (stdout) => expect(stdout).not.toMatch(/[{}]|^\S+ {2}/m),
};

/** The operations whose command sends one request. An import reads a file, and is tested with its own commands. */
const idsOfRequests = commandIds.filter((id) => id !== "importConsents");

describe.each(idsOfRequests)("the command of %s", (id) => {
  const argvOf = async () => [...commands[id].name.split(" "), ...(await samples[commands[id].name]!())];

  test("exits with 4 and an empty stdout if the key is refused", async () => {
    const refused = await run(await argvOf(), { MESSAGING_API_KEY: "mk_wrong" });
    expect(refused).toEqual({ code: 4, stdout: "", stderr: expect.stringMatching(/^error\[missing_team_context\]: /) });
  });

  test("shows its request and sends nothing with --dry-run", async () => {
    const argv = await argvOf();
    const before = app.logLines.length;
    const { code, stdout } = await run([...argv, "--dry-run"], { MESSAGING_API_KEY: "mk_secret" });

    const request = JSON.parse(stdout);
    expect({ code, method: request.method }).toEqual({ code: 0, method: operations[id].method });
    expect(stdout).not.toContain("mk_secret");
    expect("idempotency-key" in request.headers).toBe(operations[id].once !== null);
    expect(app.logLines).toHaveLength(before);
  });

  test("returns rows with the columns of its table", async () => {
    const { rows, columns, computed = {} }: OperationCommand = commands[id];
    if (!rows) return expect(columns).toBeUndefined();
    const { stdout } = await run([...(await argvOf()), "-o", "json"]);
    const [row] = JSON.parse(stdout)[rows] as Row[];
    expect(Object.keys(row!)).toEqual(expect.arrayContaining(columns!.filter((name) => !(name in computed))));
  });
});
