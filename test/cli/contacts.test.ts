import { beforeAll, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { type CliOptions, environmentOf, runInProcess } from "../support/cli.ts";
import type { Client } from "../support/client.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";
import type { Settings } from "../support/process.ts";

const app = useApp();

let env: Settings;
let client: Client;
beforeAll(async () => {
  const signedIn = await app.signIn();
  client = signedIn.client;
  env = environmentOf(app.url, signedIn.key);
});

const run = (argv: string[], options: CliOptions = {}) => runInProcess(argv, { ...options, env });

/** Runs a command that succeeds with nothing on stderr, and parses its JSON. */
async function read(...argv: string[]) {
  const { code, stdout, stderr } = await run(argv);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

test("a contact is created from repeated flags; a phone may be JSON or a number in any notation", async () => {
  const phone = { phoneNumber: uniquePhone(), label: "work", isPrimary: true };
  const phones = ["--phone", "(202) 555-0123", "--phone", JSON.stringify(phone), "--country", "US"];
  const rest = ["--tag", "vip", "--tag", "new", "--note", "[sic]", "--metadata", "plan=gold", "--metadata", "seats=3"];

  const { contact } = await read("contacts", "create", "--name", "Ada", ...phones, ...rest);

  expect(contact).toMatchObject({
    name: "Ada",
    primaryPhone: phone.phoneNumber,
    tags: ["vip", "new"],
    notes: ["[sic]"],
    metadata: { plan: "gold", seats: 3 },
  });
  const numbers = contact.phones.map(({ phoneNumber }: { phoneNumber: string }) => phoneNumber);
  expect(numbers.toSorted()).toEqual([phone.phoneNumber, "+12025550123"].toSorted());
  const changes = ["--company", "Acme", "--unset", "tag", "--unset", "metadata"];
  const changed = await read("contacts", "update", contact.id, ...changes);
  expect(changed.contact).toMatchObject({ company: "Acme", tags: [], metadata: {} });
});

test("a contact is found by its phone number, and a missing contact has no id", async () => {
  const { id, primaryPhone } = await buildContact(client);
  const find = (phone: string, format: string) => run(["contacts", "find", phone, "-o", format]);

  expect((await find(primaryPhone, "id")).stdout).toBe(`${id}\n`);
  expect(await find("+1 202 555 0199", "id")).toEqual({ code: 0, stdout: "", stderr: "" });
  expect((await find("+1 202 555 0199", "table")).stdout).toMatch(/^FOUND +false\n/);
});

test("an upsert shows whether it created the contact", async () => {
  const upsert = ["contacts", "upsert", "--external-id", uniquePhone(), "--name", "Ada", "--phone", uniquePhone()];
  expect((await run([...upsert, "-o", "table"])).stdout).toMatch(/^CREATED +true\nMATCHED BY +-\nID +/);
  expect((await run([...upsert, "-o", "table"])).stdout).toMatch(/^CREATED +false\nMATCHED BY +externalId\nID +/);
});

test("duplicates are shown with the ids that merge accepts", async () => {
  const phones = [uniquePhone()];
  const source = await buildContact(client, { phones });
  const target = await buildContact(client, { phones, name: "Grace" });

  const { stdout } = await run(["contacts", "duplicates", "-o", "table"]);
  expect(stdout).toContain(`same_phone  Grace ${target.id}, ${source.name} ${source.id}\n`);

  const strategies = ["--strategy", "prefer_target", "--field", "name=prefer_source"];
  const merged = await read("contacts", "merge", source.id, target.id, ...strategies);
  expect(merged).toMatchObject({ mergedFrom: source.id, contact: { id: target.id, name: source.name } });
  expect(await run(["contacts", "get", source.id])).toMatchObject({ code: 5, stdout: "" });
  expect(await run(["contacts", "merge", target.id, target.id])).toMatchObject({ code: 3, stdout: "" });
});

test("phones are added, changed and deleted, except for the last phone", async () => {
  const { id, phones } = await buildContact(client);
  const { phone } = await read("contacts", "phones", "add", id, uniquePhone(), "--label", "work", "--primary");
  expect(phone).toMatchObject({ label: "work", isPrimary: true });
  const changed = await read("contacts", "phones", "update", id, phone.id, "--unset", "label");
  expect(changed.phone).toMatchObject({ label: null });
  await read("contacts", "phones", "rm", id, phone.id);
  expect(await run(["contacts", "phones", "delete", id, phones[0]!.id])).toMatchObject({
    code: 6,
    stderr: expect.stringContaining("error[cannot_delete_last_contact_phone]"),
  });
});
