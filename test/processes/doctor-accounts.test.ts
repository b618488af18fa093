import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { useProvider } from "../../server/business-numbers/use-provider.ts";
import type { Database } from "../../server/db/database.ts";
import { addAccount, setAccountStatus } from "../../server/provider-accounts/accounts.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import { runInProcess } from "../support/cli.ts";
import { createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildTeam, uniquePhone } from "../support/factories.ts";
import { createFakeAccount, type FakeAccount } from "../support/fake-account.ts";
import { answer, useFakeServer } from "../support/fake-server.ts";
import { secretKey } from "../support/passcodes.ts";
import { noSettings, settingsFor } from "../support/process.ts";
import { sealer } from "../support/provider-accounts.ts";

const carrier = useFakeServer();
const baseUrl = "https://sms.example.com";
const authToken = "0123456789abcdef0123456789abcdef";

let database: Database;
let account: FakeAccount;
const em = () => database.orm.em.fork();
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await em().execute("delete from provider_account");
  account = createFakeAccount(carrier);
});

async function examine() {
  const env = { ...noSettings, ...settingsFor(database), BASE_URL: baseUrl };
  const { stdout, code } = await runInProcess(["doctor"], { env });
  const findings: { check: string; status: string; found: string; todo: string | null }[] = JSON.parse(stdout);
  return { code, stdout, byCheck: Object.fromEntries(findings.map((each) => [each.check, each])) };
}

const add = (given: object = {}) =>
  addAccount(em(), sealer, {
    name: "second",
    kind: "twilio",
    settings: { accountSid: "AC1", authToken, baseUrl: `${carrier.url}/base`, ...given },
  });

/** Adds a number that the account sends for. */
async function own() {
  const { phoneNumber } = await buildBusinessNumber(em(), { team: await buildTeam(em()) });
  await useProvider(em(), phoneNumber as never, "second");
  return phoneNumber;
}

test("the doctor asks each account for its state and its numbers, and names a number whose texts go elsewhere", async () => {
  const { account: added } = await add();
  const [right, wrong, missing] = [await own(), await own(), await own()];
  account.add(right, { sms_url: `${baseUrl}/api/external/twilio/${added.id}/inbound` });
  account.add(wrong, { sms_url: `${baseUrl}/api/external/sms/inbound` });

  const { byCheck, stdout } = await examine();

  expect(byCheck["provider second"]).toMatchObject({ status: "ok", found: `${carrier.url}: the account is active` });
  expect(byCheck["provider-numbers second"]).toMatchObject({ status: "fail", found: expect.stringContaining(missing) });
  const { status, found, todo } = byCheck["provider-addresses second"]!;
  expect(status).toBe("warn");
  expect(found).toContain(wrong);
  expect(found).not.toContain(right);
  expect(todo).toContain(`/api/external/twilio/${added.id}/inbound`);
  expect(todo).not.toContain("--fix");
  expect(stdout).not.toContain(authToken);
});

test("an account whose credentials are refused, or that no key opens, is a failed check", async () => {
  await add({ authToken: "another" });
  expect((await examine()).byCheck["provider second"]).toMatchObject({
    status: "fail",
    found: expect.stringMatching(/refuses the credentials/),
    todo: expect.stringMatching(/providers update second/),
  });

  await em().execute("delete from provider_account");
  const settings = { url: "https://a.example" };
  await addAccount(em(), createSealer(`${secretKey} lost`), { name: "second", kind: "http", settings });
  const { code, byCheck } = await examine();
  expect(code).toBe(8);
  expect(byCheck["provider second"]).toMatchObject({
    status: "fail",
    found: expect.stringMatching(/SECRET_KEY does not open/),
  });
});

test("a paused account is a warning, and a program is asked whether it answers", async () => {
  await add();
  await setAccountStatus(em(), "second", "paused");
  expect((await examine()).byCheck["provider second"]).toMatchObject({
    status: "warn",
    found: expect.stringMatching(/paused/),
  });

  carrier.behaviour = answer(405, "");
  const settings = { url: `${carrier.url}/send` };
  const { account: added } = await addAccount(em(), sealer, { name: "own", kind: "http", settings });
  const { byCheck } = await examine();
  expect(byCheck["provider own"]).toMatchObject({ status: "ok", found: expect.stringContaining("405") });
  expect(byCheck["provider own"]!.found).toContain(`${baseUrl}/api/external/http/${added.id}/inbound`);
});

test("the carrier of the environment is not asked about the numbers of accounts", async () => {
  await add();
  const phone = await own();
  const ours = uniquePhone();
  await buildBusinessNumber(em(), { team: await buildTeam(em()), phoneNumber: ours });
  const env = { ...noSettings, ...settingsFor(database), BASE_URL: baseUrl, ...account.settings };
  const { stdout } = await runInProcess(["doctor"], { env });

  const finding = JSON.parse(stdout).find(({ check }: { check: string }) => check === "provider-numbers");
  expect(finding.found).toContain(ours);
  expect(finding.found).not.toContain(phone);
});
