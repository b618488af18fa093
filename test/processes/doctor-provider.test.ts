import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { judgeReplies } from "../../cli/doctor/replies.ts";
import type { Database } from "../../server/db/database.ts";
import type { BusinessNumber } from "../../server/db/schema/entities/business-number.ts";
import { runInProcess } from "../support/cli.ts";
import { createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildTeam, type TestTeam } from "../support/factories.ts";
import { createFakeAccount, type FakeAccount } from "../support/fake-account.ts";
import { answer, useFakeServer } from "../support/fake-server.ts";
import { noSettings, type Settings, settingsFor } from "../support/process.ts";
import { runOnTerminal } from "../support/terminal.ts";

const carrier = useFakeServer();
const elsewhere = useFakeServer();
const baseUrl = "https://sms.example.com";
const ourAddress = `${baseUrl}/api/external/sms/inbound`;

let database: Database;
let team: TestTeam;
let account: FakeAccount;
let settings: Settings;
/** The number of requests before the test. */
let since: number;
beforeAll(async () => {
  database = await createDatabase();
  team = await buildTeam(database.orm.em.fork());
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.orm.em.fork().execute("delete from business_number");
  account = createFakeAccount(carrier);
  since = carrier.requests.length;
  settings = { ...noSettings, ...settingsFor(database), BASE_URL: baseUrl, ...account.settings };
});

/** Adds a number to this installation. */
const own = async (phoneNumber: string, more: Partial<BusinessNumber> = {}) => {
  await buildBusinessNumber(database.orm.em.fork(), { team, phoneNumber, ...more });
};

async function examine(more: Settings = {}) {
  const { stdout, stderr, code } = await runInProcess(["doctor"], { env: { ...settings, ...more } });
  const findings: { check: string; status: string; found: string; todo: string | null }[] = JSON.parse(stdout);
  return { code, stdout, stderr, byCheck: Object.fromEntries(findings.map((each) => [each.check, each])) };
}

const fix = (...options: string[]) => runInProcess(["doctor", "--fix", ...options], { env: settings });

const writes = () => carrier.requests.slice(since).filter(({ method }) => method !== "GET");

describe("the doctor asks the carrier", () => {
  test("whether the account and the numbers fit, over all pages", async () => {
    for (const phone of ["+12025550101", "+12025550102", "+12025550103", "+12025550104", "+12025550105"]) {
      account.add(phone, { sms_url: phone.endsWith("5") ? "https://other.example.com" : ourAddress });
      if (!phone.endsWith("5")) await own(phone);
    }

    const { byCheck } = await examine();

    expect(byCheck.provider).toMatchObject({ status: "ok", found: `${carrier.url}: the account is active` });
    expect(byCheck["provider-numbers"]).toMatchObject({
      status: "ok",
      found: "4 here, all of the account; 1 of it are not here",
    });
    expect(byCheck["provider-addresses"]).toMatchObject({ status: "ok", found: "all 4 post texts to this server" });
  });

  test("and names the code of wrong credentials, without showing them", async () => {
    const { code, byCheck, stdout } = await examine({ WEBHOOK_CLIENT_SECRET: "another token, which is wrong" });

    expect(code).toBe(8);
    expect(byCheck.provider).toMatchObject({
      status: "fail",
      found: `${carrier.url} refuses the credentials (HTTP 401, code 20003)`,
      todo: expect.stringContaining("WEBHOOK_CLIENT_SECRET"),
    });
    expect(byCheck).not.toHaveProperty("provider-numbers");
    expect(stdout).not.toContain("another token");
  });

  test("and fails for an account that is not active, and for an error of the carrier", async () => {
    account.status = "suspended";
    expect((await examine()).byCheck.provider).toMatchObject({
      status: "fail",
      found: expect.stringContaining("suspended"),
    });
    carrier.behaviour = answer(500, "<h1>down</h1>");
    expect((await examine()).byCheck.provider).toMatchObject({
      status: "fail",
      found: expect.stringContaining("HTTP 500"),
    });
  });

  test("and fails if nothing answers", async () => {
    const { code, byCheck } = await examine({ PROVIDER_BASE_URL: "http://127.0.0.1:1" });

    expect(code).toBe(8);
    expect(byCheck.provider).toMatchObject({ status: "fail", todo: expect.stringContaining("PROVIDER_BASE_URL") });
  });

  test("and warns of numbers that answer STOP and HELP beside it", async () => {
    await own("+12025550101");
    expect((await examine()).byCheck).not.toHaveProperty("automatic-replies");
    await own("+12025550102", { autoReplies: { optOut: "Bye" } });
    await own("+12025550103", { autoReplies: { optOut: "Bye" }, status: "paused" });

    expect((await examine()).byCheck["automatic-replies"]).toEqual({
      check: "automatic-replies",
      status: "warn",
      found: "the carrier answers STOP, START and HELP, and so do +12025550102",
      todo: expect.stringContaining("autoReplies"),
    });
  });

  test("and names numbers of ours that the account does not have", async () => {
    await own("+12025550101");
    await own("+12025550102");
    account.add("+12025550102", { sms_url: ourAddress });

    const { code, byCheck } = await examine();

    expect(code).toBe(8);
    expect(byCheck["provider-numbers"]).toMatchObject({
      status: "fail",
      found: "not numbers of the account: +12025550101",
    });
  });

  test("and names our numbers whose texts go elsewhere", async () => {
    for (const phone of ["+12025550101", "+12025550102", "+12025550103", "+12025550104"]) await own(phone);
    account.add("+12025550101");
    account.add("+12025550102", { sms_url: `${baseUrl}/old`, sms_method: "GET" });
    account.add("+12025550103", { sms_url: "https://other.example.com/hook" });
    account.add("+12025550104", { sms_url: ourAddress, sms_application_sid: "AP1" });

    const { code, byCheck } = await examine();

    expect(code).toBe(0);
    const { status, found, todo } = byCheck["provider-addresses"]!;
    expect(status).toBe("warn");
    for (const told of [
      "(none, POST)",
      `(${baseUrl}/old, GET)`,
      "(https://other.example.com/hook, POST)",
      "(AP1, POST)",
    ]) {
      expect(found).toContain(told);
    }
    expect(todo).toContain("Run messaging doctor --fix.");
    expect(todo).toContain(`If +12025550103, +12025550104 belong here, set ${ourAddress}`);
    expect(writes()).toEqual([]);
  });

  test("and sends the credentials nowhere else, whatever the carrier answers", async () => {
    const redirect = answer(307, {}, { location: `${elsewhere.url}/` });
    carrier.behaviour = redirect;
    expect((await examine()).byCheck.provider).toMatchObject({ status: "fail" });

    const pages = [`${elsewhere.url}/page`, "@127.0.0.1/page", `//${new URL(elsewhere.url).host}/page`];
    for (const next_page_uri of pages) {
      carrier.behaviour = (request, response) => {
        const isList = request.path.includes("IncomingPhoneNumbers");
        return answer(200, isList ? { incoming_phone_numbers: [], next_page_uri } : { status: "active" })(
          request,
          response,
        );
      };
      await examine();
    }

    expect(elsewhere.requests).toEqual([]);
  });

  test("for a bounded number of pages", async () => {
    const before = carrier.requests.length;
    const next_page_uri = "/2010-04-01/Accounts/AC1/IncomingPhoneNumbers.json?Page=1";
    carrier.behaviour = answer(200, { status: "active", incoming_phone_numbers: [], next_page_uri });

    await examine();

    // The account, 50 pages of numbers, and a page of the texts of each of two days.
    expect(carrier.requests.length - before).toBe(53);
  });

  test("not at all with the simulated carrier, and says so", async () => {
    const before = carrier.requests.length;
    const { byCheck } = await examine({ PROVIDER: "simulated" });

    expect(byCheck.provider).toMatchObject({ status: "ok", found: expect.stringContaining("simulated") });
    expect(carrier.requests.length).toBe(before);
  });
});

describe("doctor --fix", () => {
  beforeEach(async () => {
    for (const phone of ["+12025550101", "+12025550102", "+12025550103"]) await own(phone);
    account.add("+12025550101");
    account.add("+12025550102", { sms_url: `${baseUrl}/old` });
    account.add("+12025550103", { sms_url: "https://other.example.com/hook" });
    account.add("+12025550199");
  });

  const addresses = () => account.numbers.map(({ sms_url }) => sms_url);
  const asBefore = ["", `${baseUrl}/old`, "https://other.example.com/hook", ""];
  const fixed = [ourAddress, ourAddress, "https://other.example.com/hook", ""];

  test("changes nothing without a terminal or --yes", async () => {
    expect(await fix()).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
    expect(addresses()).toEqual(asBefore);
  });

  test("with --yes changes the empty addresses and ours, shows old and new ones, and leaves those of others", async () => {
    const { stderr, stdout } = await fix("--yes");

    expect(stderr).toContain(`+12025550101: no address (POST) -> ${ourAddress} (POST)`);
    expect(stderr).toContain(`+12025550102: ${baseUrl}/old (POST) -> ${ourAddress} (POST)`);
    expect(addresses()).toEqual(fixed);
    const [finding] = JSON.parse(stdout).filter(({ check }: { check: string }) => check === "provider-addresses");
    expect(finding).toMatchObject({ status: "warn", found: expect.stringContaining("other.example.com") });
    expect(finding.found).not.toContain("+12025550101");
  });

  test.each([
    ["No", "\r", asBefore],
    ["Yes", "\u001b[B\r", fixed],
  ])("on a terminal changes what the answer %s says", async (_, keys, expected) => {
    const terminal = runOnTerminal(["doctor", "--fix"], { env: { ...settings, CI: "" } });
    await terminal.shows("Change these 2 addresses?");
    expect(addresses()).toEqual(asBefore);
    terminal.type(keys);
    await terminal.ended;

    expect(addresses()).toEqual(expected);
  });

  test("leaves an address alone that changed while the user was asked", async () => {
    const terminal = runOnTerminal(["doctor", "--fix"], { env: { ...settings, CI: "" } });
    await terminal.shows("Change these 2 addresses?");
    account.numbers[0]!.sms_url = "https://new.example.com";
    terminal.type("\u001b[B\r");
    await terminal.ended;

    expect(addresses()).toEqual(["https://new.example.com", ...fixed.slice(1)]);
  });

  test("needs BASE_URL, and does nothing with the simulated carrier", async () => {
    settings.BASE_URL = "";
    expect(await fix("--yes")).toMatchObject({ code: 3, stderr: expect.stringContaining("BASE_URL") });
    settings.PROVIDER = "simulated";
    expect(await fix("--yes")).toMatchObject({ stderr: expect.stringContaining("The carrier is simulated") });
    expect(writes().length).toBe(0);
  });
});

test("with a carrier that answers nothing, the doctor names the first numbers that answer neither HELP nor STOP", async () => {
  const em = database.orm.em.fork();
  await own("+12025550109", { autoReplies: { help: "Call +12025550109" } });
  await own("+12025550108", { autoReplies: { optOut: "Bye" } });
  expect(await judgeReplies(em, false)).toMatchObject({ status: "ok" });

  await own("+12025550106", { autoReplies: { optIn: "Welcome" } });
  for (const last of [1, 2, 3, 4, 5]) await own(`+1202555010${last}`);

  expect(await judgeReplies(em, false)).toMatchObject({
    status: "warn",
    found:
      "neither HELP nor STOP is answered by +12025550101, +12025550102, +12025550103, +12025550104, +12025550105, others",
    todo: expect.stringContaining("messaging numbers update"),
  });
});
