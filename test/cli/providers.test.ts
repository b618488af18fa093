import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { newConfigDir, runInProcess } from "../support/cli.ts";
import { uniquePhone } from "../support/factories.ts";
import { answer, refuse, useFakeServer } from "../support/fake-server.ts";
import { secretKey } from "../support/passcodes.ts";
import { noSettings, settingsFor } from "../support/process.ts";

const app = useApp();
const carrier = useFakeServer();

const env = () => ({
  ...noSettings,
  ...settingsFor(app.database),
  SECRET_KEY: secretKey,
  BASE_URL: "https://sms.example.com",
});

const run = (argv: string[], stdin = "") => runInProcess(argv, { env: env(), stdin });

/** Runs a command that succeeds, and parses its JSON. */
async function runJson(...argv: string[]) {
  const { code, stdout, stderr } = await run(argv);
  expect({ argv, code, stderr }).toEqual({ argv, code: 0, stderr: "" });
  return JSON.parse(stdout);
}

const providers = (...argv: string[]) => runJson("providers", ...argv);

let serial = 0;

/** Adds an account at the fake server. */
async function add() {
  serial += 1;
  const name = `second-${serial}`;
  const set = { accountSid: "AC1", authToken: "a hidden token", baseUrl: carrier.url };
  const options = Object.entries(set).flatMap(([field, value]) => ["--set", `${field}=${value}`]);
  return { name, added: await providers("add", name, "--kind", "twilio", ...options) };
}

test("an account is added, shown and listed without its secrets, with the addresses of its callbacks", async () => {
  const { name, added } = await add();
  const { number } = await app.signIn();

  const path = `https://sms.example.com/api/external/twilio/${added.id}`;
  const settings = { accountSid: "AC1", authToken: "(secret)", baseUrl: carrier.url };
  expect(added).toMatchObject({ name, kind: "twilio", status: "active", inboundUrl: `${path}/inbound`, settings });
  expect(await runJson("numbers", "use", number, "--provider", name)).toMatchObject({
    phoneNumber: number,
    provider: name,
  });
  expect(await providers("show", name)).toMatchObject({ statusUrl: `${path}/status`, settings, numbers: [number] });
  const listed = (await providers("list")).find((each: { name: string }) => each.name === name);
  expect(listed).toEqual({
    name,
    kind: "twilio",
    status: "active",
    numbers: 1,
    triedWith: expect.stringMatching(/not tried/),
  });

  await runJson("numbers", "use", number, "--provider", "default");
  expect(await providers("show", name)).toMatchObject({ numbers: [] });
});

test("an account is paused and resumed", async () => {
  const { name } = await add();

  expect(await providers("pause", name)).toMatchObject({ name, status: "paused" });
  expect(await providers("resume", name)).toMatchObject({ name, status: "active" });
});

test("settings come from standard input or a file, too, and an update keeps the others", async () => {
  const file = join(newConfigDir(), "..", "settings.json");
  writeFileSync(file, JSON.stringify({ accountSid: "AC2", authToken: "from a file" }));
  const [one, two] = [`file-${serial}`, `stdin-${serial}`];

  await providers("add", one, "--kind", "twilio", "--settings", file);
  const { code } = await run(
    ["providers", "add", two, "--kind", "twilio", "--settings", "-", "--set", "accountSid=AC3"],
    '{"accountSid":"AC2","authToken":"from stdin"}',
  );

  expect(code).toBe(0);
  expect((await providers("show", one)).settings).toMatchObject({
    accountSid: "AC2",
    baseUrl: "https://api.twilio.com",
  });
  expect((await providers("show", two)).settings).toMatchObject({ accountSid: "AC3" });
  await providers("update", two, "--set", "baseUrl=http://10.0.0.7:8080");
  expect((await providers("show", two)).settings).toMatchObject({ accountSid: "AC3", baseUrl: "http://10.0.0.7:8080" });
});

test("the secret of an account over HTTP is made and shown once, if none is given", async () => {
  const name = `own-${serial}`;

  const added = await providers("add", name, "--kind", "http", "--set", "url=https://texts.example.com/send");

  expect(added.settings).toEqual({
    url: "https://texts.example.com/send",
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
  });
  expect((await providers("show", name)).settings).toMatchObject({ secret: "(secret)" });
});

test("an account over SMPP has no addresses for callbacks, and its other settings are made", async () => {
  const name = `smsc-${serial}`;
  const set = ["--set", "url=smpp://127.0.0.1:1", "--set", "systemId=us", "--set", "password=hidden"];

  const { id, createdAt, updatedAt, ...added } = await providers("add", name, "--kind", "smpp", ...set);

  expect(added).toEqual({
    ...{ name, kind: "smpp", status: "active" },
    settings: {
      ...{ url: "smpp://127.0.0.1:1", systemId: "us", password: "(secret)", systemType: "" },
      ...{ bind: "transceiver", longTexts: "udh", receiptIds: "same" },
    },
  });
});

const unseen = "a value that nobody may see";

test.each([
  [["--kind", "carrier-pigeon"], "kind: must be one of http, smpp, smsgate, telnyx, twilio"],
  [["--kind", "twilio"], "accountSid: must be given"],
  [["--kind", "twilio", "--set", "accountSid=AC1", "--set", "authToken="], "authToken: must not be empty"],
  [["--kind", "twilio", "--set", `accountSid=${unseen}`, "--set", "authToken=x"], "accountSid: must have printable"],
  [["--kind", "twilio", "--set", `token=${unseen}`], "token: is no setting of this kind"],
  [["--kind", "telnyx", "--set", "apiKey=KEY", "--set", `publicKey=${unseen}`], "publicKey: must be the base64"],
  [
    ["--kind", "smpp", "--set", "url=smpp://a", "--set", "systemId=u", "--set", `password=${unseen}`],
    "password: must have",
  ],
  [["--kind", "smsgate", "--set", `phone=${unseen}`], "phone: must be a phone number"],
  [["--kind", "smsgate", "--set", "simNumber=4"], "simNumber: must be 1, 2 or 3"],
  [["--kind", "http", "--set", `url=ftp://${unseen}`], "url: must be an http or https address"],
  [["--kind", "http", "--set", `url=https://user:${unseen}@a.example`], "url: must be an http or https address"],
  [["--kind", "http", "--set", "url=https://a.example", "--set", `secret=${unseen}`], "secret: must be whsec_"],
  [["--kind", "http", "--set", "url=https://a.example", "--set", "secret=whsec_c2hvcnQ="], "secret: must be whsec_"],
  [["--kind", "http", "--set", `url=https://a.example/${"x".repeat(2_048)}`], "url: must have at most 2048"],
])("wrong settings are refused with the name of the field and without its value: %j", async (options, message) => {
  const { code, stdout, stderr } = await run(["providers", "add", "refused", ...options]);

  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toContain(message);
  expect(stderr).not.toContain(unseen);
  expect((await run(["providers", "show", "refused"])).code).toBe(5);
});

test.each(["default", "Second", "-x", "a b", "", "x".repeat(64)])("the name %j is refused", async (name) => {
  const { code, stderr } = await run(["providers", "add", name, "--kind", "http", "--set", "url=https://a.example"]);

  expect({ code, stderr }).toEqual({ code: name.startsWith("-") ? 2 : 3, stderr: expect.stringMatching(/\S/) });
});

test.each([
  [2, ["--set", unseen], "--set expects name=value"],
  [2, ["--settings", "/nonexistent/settings.json"], "cannot be read"],
  [2, ["--settings", "-"], "expects a JSON object"],
])("options without settings are a usage error (%i): %j", async (code, options, message) => {
  const result = await run(["providers", "add", "refused", "--kind", "http", ...options], "[1]");

  expect(result).toEqual({ code, stdout: "", stderr: expect.stringContaining(message) });
  expect(result.stderr).not.toContain(unseen);
});

test("a name that is taken, and names and numbers that do not exist, are refused", async () => {
  const { name } = await add();
  const { number } = await app.signIn();
  const codeOf = async (...argv: string[]) => (await run(argv)).code;

  expect(await codeOf("providers", "add", name, "--kind", "http", "--set", "url=https://a.example")).toBe(6);
  for (const command of ["show", "update", "pause", "resume"])
    expect(await codeOf("providers", command, "none")).toBe(5);
  expect(await codeOf("numbers", "use", number, "--provider", "none")).toBe(5);
  expect(await codeOf("numbers", "use", uniquePhone(), "--provider", name)).toBe(5);
});

test("a number gets a pace, keeps it with another carrier, and loses it; other values are a usage error", async () => {
  const { name } = await add();
  const { number, client } = await app.signIn();
  const { id } = (await client.listBusinessNumbers({ query: {} })).businessNumbers[0]!;
  const use = (...argv: string[]) => runJson("numbers", "use", number, ...argv);
  const paceOf = async () => {
    await app.accounts.refresh();
    return app.accounts.paces.get(number);
  };

  expect(await use("--provider", "default", "--per-second", "5")).toMatchObject({ perSecond: 5, provider: "default" });
  expect(await paceOf()).toEqual({ numberId: id, perSecond: 5 });
  expect(await use("--provider", name)).toMatchObject({ perSecond: 5, provider: name });
  for (const value of ["0", "-1", "1.5", "1001", "99999", "fast", ""]) {
    const { code, stderr } = await run(["numbers", "use", number, "--provider", name, `--per-second=${value}`]);
    expect({ value, code, stderr }).toEqual({ value, code: 2, stderr: expect.stringContaining("--per-second") });
  }
  expect(await paceOf()).toEqual({ numberId: id, perSecond: 5 });
  expect(await use("--provider", name, "--per-second", "none")).toMatchObject({ perSecond: null });
  expect(await paceOf()).toBeUndefined();
});

test("a moved number keeps its account and its pace, and a released one loses them", async () => {
  const { name } = await add();
  const { client, team } = await app.signIn();
  const to = await app.signIn();
  const [moved, released] = await Promise.all(
    ["moved", "released"].map(async (each) => {
      const body = { name: each, phoneNumber: uniquePhone(), phoneNumberSid: "PN1" };
      return (await client.createBusinessNumber({ body })).businessNumber;
    }),
  );
  for (const { phoneNumber } of [moved!, released!])
    await runJson("numbers", "use", phoneNumber, "--provider", name, "--per-second", "3");

  await runJson("numbers", "move", moved!.phoneNumber, "--to", to.team.name);
  await client.archiveBusinessNumber({ path: { id: released!.id } });
  await runJson("numbers", "release", released!.phoneNumber);
  await client.createBusinessNumber({
    body: { name: "again", phoneNumber: released!.phoneNumber, phoneNumberSid: "PN1" },
  });

  expect((await providers("show", name)).numbers).toEqual([moved!.phoneNumber]);
  await app.accounts.refresh();
  expect(app.accounts.accountOf(moved!.phoneNumber)?.name).toBe(name);
  expect(app.accounts.paces.get(moved!.phoneNumber)?.perSecond).toBe(3);
  expect(app.accounts.paces.has(released!.phoneNumber)).toBe(false);
  expect(app.accounts.accountOf(released!.phoneNumber)).toBeUndefined();
  expect(team.id).toBeTruthy();
});

test("a test of an account sends one text, and shows the request, the answer and the statuses", async () => {
  const { name, added } = await add();
  const to = uniquePhone();
  const sid = `SM${added.id.replaceAll("-", "")}`;
  carrier.behaviour = async (_, response) => {
    await app.em().execute(
      `insert into callback (id, kind, content, fields, provider_id, test_mode, received_at)
       values (gen_random_uuid(), 'status', '{"from": null, "to": null, "status": "delivered"}', '{}', ?, false, now())`,
      [`${added.id.slice(-8)}:${sid}`],
    );
    await app
      .em()
      .execute("update callback set id = 'ffffffff-ffff-7fff-bfff-ffffffffffff' where provider_id = ?", [
        `${added.id.slice(-8)}:${sid}`,
      ]);
    response.writeHead(201).end(JSON.stringify({ sid }));
  };

  const from = uniquePhone();
  const { code, stdout, stderr } = await run(["providers", "test", name, "--to", to, "--from", from, "--yes"]);

  expect({ code, result: JSON.parse(stdout) }).toEqual({
    code: 0,
    result: {
      provider: name,
      from,
      to,
      outcome: "accepted",
      providerId: `${added.id.slice(-8)}:${sid}`,
      statuses: ["delivered"],
    },
  });
  expect(stderr).toMatch(/-> POST .*Messages\.json\n.*To=.*\n<- 201 \{"sid".*\n<- status delivered/);
  expect(stderr).not.toContain("hidden");
  expect(carrier.requestsTo(to)).toHaveLength(1);
});

test("a test of an account shows a refusal, and sends nothing without a yes or a number", async () => {
  const { name } = await add();
  const [from, to] = [uniquePhone(), uniquePhone()];
  carrier.behaviour = refuse(21211);

  expect((await run(["providers", "test", name, "--to", to, "--from", from])).code).toBe(2);
  expect((await run(["providers", "test", name, "--to", to, "--yes"])).code).toBe(5);
  expect(carrier.requestsTo(to)).toEqual([]);
  const { stdout } = await run(["providers", "test", name, "--to", to, "--from", from, "--yes"]);
  expect(JSON.parse(stdout)).toMatchObject({ outcome: "refused", code: "21211", about: "recipient", statuses: [] });
  carrier.behaviour = answer(500, "");
  const unknown = await run(["providers", "test", name, "--to", to, "--from", from, "--yes"]);
  expect(JSON.parse(unknown.stdout)).toMatchObject({ outcome: "unknown" });
});
