import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Contact } from "../../generated/api.ts";
import { useApp } from "../support/app.ts";
import { type CliOptions, environmentOf, runInProcess } from "../support/cli.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";
import { useFiles } from "../support/files.ts";

const app = useApp();
const { nowhere, write } = useFiles();

async function signIn() {
  const { key, client } = await app.signIn();
  const env = environmentOf(app.url, key);
  const run = (argv: string[], options: CliOptions = {}) => runInProcess(["contacts", ...argv], { env, ...options });
  /** Imports a file without failures and returns the summary. */
  const load = async (argv: string[], options: CliOptions = {}) => {
    const { code, stdout, stderr } = await run(["import", ...argv], options);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringContaining("error") });
    return JSON.parse(stdout);
  };
  const contacts = async (): Promise<Contact[]> => {
    const { contacts } = await client.listContacts({ query: { per_page: 100 } });
    const all = await Promise.all(contacts.map(({ id }) => client.getContact({ path: { id } })));
    return all.toSorted((a, b) => a.name.localeCompare(b.name));
  };
  return { client, env, run, load, contacts };
}

/** The fields of a contact that a client sets. */
const clientFields = ({ name, company, role, externalId, phones, tags, notes, metadata }: Contact) => ({
  name,
  company,
  role,
  externalId,
  phones: phones.map(({ phoneNumber, label, isPrimary }) => ({ phoneNumber, label, isPrimary })),
  tags,
  notes,
  metadata,
});

test("an import maps columns by their names, in any order and case, with several phones and tags", async () => {
  const { run, contacts } = await signIn();
  const [a, b, c, d] = [uniquePhone(), uniquePhone(), uniquePhone(), uniquePhone()];
  const file = write(
    `Last Name,First Name,Mobile,Work Phone,Phone,Tags,Job title,Organisation,External ID,metadata.plan,Notes,Shoe size
Lovelace,Ada,${a},${b},,"vip; new , vip",CTO,Engines,crm-7,gold,"likes, commas",38
,Bob,,,"${c}; ${d.replace("+1", "+1 ")}",,,,,,,
`,
  );

  const { code, stderr } = await run(["import", file]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/Mobile is phone\.mobile.*\nIgnored columns: Shoe size\./);

  const [ada, bob] = await contacts();
  expect(clientFields(ada!)).toEqual({
    name: "Ada Lovelace",
    company: "Engines",
    role: "CTO",
    externalId: "crm-7",
    phones: [
      { phoneNumber: a, label: "mobile", isPrimary: true },
      { phoneNumber: b, label: "work", isPrimary: false },
    ],
    tags: ["vip", "new"],
    notes: ["likes, commas"],
    metadata: { plan: "gold" },
  });
  expect(bob).toMatchObject({ name: "Bob", company: null, phones: [{ phoneNumber: c }, { phoneNumber: d }] });
});

test("--map takes precedence over the name of a column", async () => {
  const { load, contacts } = await signIn();
  const phone = uniquePhone();
  const file = write(`name\tNom\tTel privé\tPlan\n1\tAda\t${phone.replace("+1", "")}\tgold\n`);
  await load([
    file,
    "--map",
    "name=Nom",
    "--map",
    "phone.home=Tel privé",
    "--map",
    "metadata.plan=Plan",
    "--country",
    "us",
  ]);
  expect((await contacts()).map(clientFields)).toMatchObject([
    { name: "Ada", metadata: { plan: "gold" }, phones: [{ phoneNumber: phone, label: "home" }] },
  ]);
});

test("an invalid mapping or file is refused before any row is imported", async () => {
  const { run, contacts } = await signIn();
  const file = write(`name,phone\nAda,${uniquePhone()}\n`);
  const cases = [
    [[file, "--map", "nme=name"], /--map expects FIELD=COLUMN/],
    [[file, "--map", "name=nme"], /no column "nme"; available: name, phone/],
    [[write("name,company\nAda,x\n")], /no column contains a phone number, external id or id/],
    [[nowhere], /cannot be read/],
  ] as const;
  for (const [argv, says] of cases) {
    expect(await run(["import", ...argv])).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(says) });
  }
  expect(await contacts()).toEqual([]);
});

test("an import updates existing contacts, and blank or missing fields change nothing", async () => {
  const { client, load, contacts } = await signIn();
  const phone = uniquePhone();
  await buildContact(client, { name: "Ada", phones: [phone], company: "Engines", tags: ["vip"], externalId: "7" });
  const lines = [
    { externalId: "7", role: "CTO", company: null },
    { phone, notes: ["called"], tags: [] },
  ];
  const summary = await load([write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""), "jsonl")]);
  expect(summary).toEqual({ rows: 2, created: 0, updated: 2, failed: 0, report: null });
  expect(await contacts()).toMatchObject([
    { name: "Ada", company: "Engines", role: "CTO", tags: ["vip"], notes: ["called"] },
  ]);
});

test("rows of the same contact are imported one after another, other rows concurrently", async () => {
  const { run } = await signIn();
  const [phone, other] = [uniquePhone(), uniquePhone()];
  const inProgress: string[] = [];
  const seen: string[] = [];
  let maxConcurrent = 0;
  const server = createServer(async (request, response) => {
    const { name } = JSON.parse(await text(request));
    inProgress.push(name);
    maxConcurrent = Math.max(maxConcurrent, inProgress.length);
    if (name !== "Other") seen.push(inProgress.filter((each) => each !== "Other").join());
    // Long enough for the next request to arrive, if it does not wait.
    await wait(20);
    inProgress.splice(inProgress.indexOf(name), 1);
    response.setHeader("content-type", "application/json").end('{"created":false}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rows = ["First", "Second", "Third"].map((name) => `${name},${phone}\n`);
  const file = write(`name,phone\n${rows.join("")}Other,${other}\n`);
  const { code } = await run(["import", file, "--concurrency", "8", "--url", url]);
  server.close();
  expect({ code, seen, maxConcurrent }).toEqual({ code: 0, seen: ["First", "Second", "Third"], maxConcurrent: 2 });
});

test("refused rows go into the report, and the corrected report can be imported", async () => {
  const { run, load, contacts } = await signIn();
  const [a, b] = [uniquePhone(), uniquePhone()];
  const file = write(`name,phone,metadata\nAda,${a},\nBob,nonsense,\n,${b},\nDee,${b},[]\n`);
  const { code, stdout } = await run(["import", file]);
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({
    code: 9,
    created: 1,
    failed: 3,
    report: `${file}.failed.csv`,
  });
  expect(existsSync(`${file}.checkpoint`)).toBe(false);
  const report = readFileSync(`${file}.failed.csv`, "utf8");
  expect(report).toMatch(/^name,phone,metadata,error_row,error_code,error_message\nBob,nonsense,,2,invalid_phone,/);
  expect(report).toMatch(
    /\n,\+\d+,,3,validation_error,.*\nDee,\+\d+,\[\],4,invalid_row,metadata must be a JSON object.\n$/,
  );

  const corrected = write(report.replace("nonsense", uniquePhone()).replace(/^,/m, "Cy,").replace("[]", ""));
  expect(await load([corrected])).toMatchObject({ rows: 3, created: 2, updated: 1, failed: 0 });
  expect((await contacts()).map(({ name }) => name)).toEqual(["Ada", "Bob", "Dee"]);
});

test("JSON lines may have different fields, and their report is CSV", async () => {
  const { run } = await signIn();
  const lines = [`{"phone":"${uniquePhone()}","name":"Ada"}`, "not json", `{"tags":["a","b"],"name":"Bob"}`, "[1]"];
  const file = write(`${lines.join("\n")}\n`, "jsonl");
  expect(await run(["import", file])).toMatchObject({ code: 9 });
  const report = readFileSync(`${file}.failed.csv`, "utf8");
  expect(report).toMatch(/"\[""a"",""b""\]"/);
  expect(report).toContain("The line is not a JSON object.");
});

test("importing an export gives another team the same contacts", async () => {
  const from = await signIn();
  const phones = [
    { phoneNumber: uniquePhone(), label: "Büro; 2" },
    { phoneNumber: uniquePhone(), isPrimary: true },
  ];
  await buildContact(from.client, {
    name: '=HYPERLINK("x")',
    company: "'=odd",
    role: "-",
    phones,
    tags: ["a;b", "c,d", '"e"'],
    notes: ["two\nlines", "[bracket]", "x"],
    externalId: "@7",
    metadata: { deep: { er: [1, null, "x"] }, text: "7" },
  });
  await buildContact(from.client, { name: "Bob" });
  for (const [format, extension] of [
    ["csv", "csv"],
    ["jsonl", "jsonl"],
  ] as const) {
    const { code, stdout } = await from.run(["export", "-o", format]);
    expect(code).toBe(0);
    const to = await signIn();
    expect(await to.load([write(stdout, extension)])).toMatchObject({ rows: 2, created: 2 });
    const [copies, originals] = [await to.contacts(), await from.contacts()];
    expect(copies.map(clientFields)).toEqual(originals.map(clientFields));
    expect(copies.map(({ id }) => id)).toEqual(originals.map(({ id }) => id));
    expect(await from.load(["-"], { stdin: stdout, env: from.env })).toMatchObject({ updated: 2 });
  }
  expect(await from.contacts()).toHaveLength(2);
});

test("an export contains all pages as CSV, or the filtered contacts in the requested format", async () => {
  const { client, run } = await signIn();
  for (let count = 0; count < 7; count += 1) await buildContact(client, { tags: [count < 3 ? "few" : "many"] });
  const { stdout } = await run(["export", "--summary", "--per-page", "2"]);
  expect(stdout.trimEnd().split("\n")).toHaveLength(8);
  expect(stdout).toMatch(/^id,name,company,role,phones,tags,externalId,metadata,notes,createdAt,updatedAt\n/);
  const few = await run(["export", "--tag", "few", "-o", "json"]);
  expect(JSON.parse(few.stdout).contacts).toHaveLength(3);
  expect(
    (await run(["export", "--limit", "5", "--per-page", "2", "--summary", "-o", "id"])).stdout.match(/\n/g),
  ).toHaveLength(5);
});

test("a dry run shows the first contacts and changes nothing", async () => {
  const { run, contacts } = await signIn();
  const file = write(`name,phone,tags\nAda,${uniquePhone()},a\nBob,123,\n`);
  const { code, stdout } = await run(["import", file, "--dry-run"]);
  expect(code).toBe(9);
  expect(JSON.parse(stdout)).toEqual({
    rows: 2,
    contacts: 1,
    phones: 1,
    failed: 1,
    problems: [{ row: 2, code: "invalid_phone", message: expect.stringContaining('"123" is not a phone number') }],
    preview: [expect.objectContaining({ row: 1, name: "Ada", tags: ["a"], company: null })],
  });
  expect(await contacts()).toEqual([]);
  expect(existsSync(`${file}.checkpoint`)).toBe(false);
});
