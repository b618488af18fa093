import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { environmentOf, runInProcess } from "../support/cli.ts";
import { uniquePhone } from "../support/factories.ts";
import { useFiles } from "../support/files.ts";

const app = useApp();
const { write } = useFiles();

async function signIn() {
  const { key, client, number } = await app.signIn();
  const env = environmentOf(app.url, key);
  const run = (...argv: string[]) => runInProcess(["consents", ...argv], { env });
  /** Imports a file, and returns the summary. */
  const load = async (...argv: string[]) => {
    const { code, stdout, stderr } = await run("import", ...argv, "--vendor", "Acme");
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringContaining("error") });
    return JSON.parse(stdout);
  };
  const stateOf = async (phone: string) => (await client.getConsent({ path: { phone } })).state;
  const timeOf = async (phone: string) => (await client.getConsent({ path: { phone } })).decidedBy!.occurredAt;
  return { client, number, run, load, stateOf, timeOf };
}

const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

const national = (phone: string) => phone.replace(/^\+1(...)(...)/, "($1) $2-");

describe("an import reads the list of another service by the names of its columns:", () => {
  test("CSV with a status, dates and phones as people write them", async () => {
    const { load, stateOf, timeOf } = await signIn();
    const [stopped, joined] = [uniquePhone(), uniquePhone()];
    const file = write(
      `Name,Phone Number,Status,Opt-out date\nAda,${national(stopped)},Opted out,2026-01-02\nBob,${joined},subscribed,\n`,
    );

    const summary = await load(file, "--country", "US");

    expect(summary).toMatchObject({ vendor: "Acme", rows: 2, applied: 2, unchanged: 0, notEffective: 0, failed: 0 });
    expect([await stateOf(stopped), await stateOf(joined)]).toEqual(["opted_out", "opted_in"]);
    expect(await timeOf(stopped)).toBe("2026-01-02T00:00:00.000000Z");
  });

  test("the opted-out numbers of AWS End User Messaging, as its command line prints them", async () => {
    const { load, stateOf, timeOf } = await signIn();
    const [text, seconds] = [uniquePhone(), uniquePhone()];
    const file = write(
      lines(
        { OptedOutNumber: text, OptedOutTimestamp: "2026-01-02T03:04:05.678000+01:00", EndUserOptedOut: true },
        { OptedOutNumber: seconds, OptedOutTimestamp: 1_767_319_445.678, EndUserOptedOut: false },
      ),
      "jsonl",
    );

    expect(await load(file, "--consent", "opted_out")).toMatchObject({ applied: 2, failed: 0 });

    expect([await stateOf(text), await stateOf(seconds)]).toEqual(["opted_out", "opted_out"]);
    expect(await timeOf(text)).toBe("2026-01-02T02:04:05.678000Z");
    expect(await timeOf(seconds)).toBe("2026-01-02T02:04:05.678000Z");
  });

  test("the opt-outs of Telnyx, whose names need a mapping", async () => {
    const { load, stateOf, timeOf } = await signIn();
    const phone = uniquePhone();
    const row = { to: phone, from: "+12025550100", keyword: "STOP", messaging_profile_id: "p" };
    const file = write(lines({ ...row, created_at: "2026-01-02T03:04:05.123456Z" }), "jsonl");

    await load(file, "--consent", "opted_out", "--map", "phone=to", "--map", "occurredAt=created_at");

    expect(await stateOf(phone)).toBe("opted_out");
    expect(await timeOf(phone)).toBe("2026-01-02T03:04:05.123456Z");
  });

  test.each([
    ["subscribed", ["true", "False", "1", "no"], ["opted_in", "opted_out", "opted_in", "opted_out"]],
    ["OptedOut", ["yes", "N", "true", "0"], ["opted_out", "opted_in", "opted_out", "opted_in"]],
    ["consent", ["OPT-IN", "opt_out", "Unsubscribed", "opted_in"], ["opted_in", "opted_out", "opted_out", "opted_in"]],
  ])("a column %s with the values %j", async (column, values, states) => {
    const { load, stateOf } = await signIn();
    const phones = values.map(() => uniquePhone());
    const file = write(`phone,${column}\n${values.map((value, at) => `${phones[at]},${value}\n`).join("")}`);

    await load(file);

    expect(await Promise.all(phones.map(stateOf))).toEqual(states);
  });
});

test("an import of many rows sends few requests in their order, and a second one changes nothing", async () => {
  const { client, load, stateOf } = await signIn();
  const phones = Array.from({ length: 600 }, uniquePhone);
  const [first] = phones;
  // The last row of a phone decides, although it is in another request.
  const rows = [...phones.map((phone) => `${phone},opted_out,2026-01-01`), `${first},opted_in,2026-02-01`];
  const file = write(`phone,consent,occurredAt\n${rows.join("\n")}\n`);

  expect(await load(file)).toMatchObject({ rows: 601, applied: 601 });
  expect(await load(file)).toMatchObject({ rows: 601, applied: 0, unchanged: 601 });

  expect(await stateOf(first!)).toBe("opted_in");
  const { auditEvents } = await client.listAuditEvents();
  const imports = auditEvents.filter(({ operation }) => operation === "importConsents");
  expect(imports).toHaveLength(6);
  expect(imports[0]!.target).toBe("Acme");
  expect(existsSync(`${file}.checkpoint`)).toBe(false);
});

test("rows that cannot be imported are in a report, which can be corrected and imported", async () => {
  const { run, stateOf } = await signIn();
  const [good, late] = [uniquePhone(), uniquePhone()];
  const file = write(`phone,consent,occurredAt\n${good},opted_out,\n12345678901234567,opted_out,\n${late},maybe,
${late},opted_out,01/02/2026\n${late},opted_out,2999-01-01\n,opted_out,\n`);

  const { code, stdout, stderr } = await run("import", file, "--vendor", "Acme");

  expect({ code, stderr }).toMatchObject({ code: 9, stderr: expect.stringContaining("5 of 6 rows failed") });
  expect(JSON.parse(stdout)).toMatchObject({ applied: 1, failed: 5 });
  const report = readFileSync(`${file}.failed.csv`, "utf8");
  expect(report.match(/invalid_phone|invalid_row|validation_error/g)).toEqual([
    "invalid_phone",
    "invalid_row",
    "invalid_row",
    "validation_error",
    "invalid_phone",
  ]);
  expect(report).toContain("--without-times");
  const corrected = write(
    report
      .split("\n")
      .filter((line) => /^phone|01\/02/.test(line))
      .join("\n"),
  );
  expect((await run("import", corrected, "--vendor", "Acme", "--without-times")).code).toBe(0);
  expect(await stateOf(late)).toBe("opted_out");
});

test("a row that the server's contract refuses fails alone", async () => {
  const { run, stateOf } = await signIn();
  const phones = [uniquePhone(), uniquePhone()];
  const wording = "x".repeat(1_001);
  const file = write(
    lines({ phone: phones[0], consent: "opted_in", wording }, { phone: phones[1], consent: "opted_out" }),
  );

  const { code, stdout } = await run("import", file, "--vendor", "Acme");

  expect(code).toBe(9);
  expect(JSON.parse(stdout)).toMatchObject({ rows: 2, applied: 1, failed: 1 });
  expect([await stateOf(phones[0]!), await stateOf(phones[1]!)]).toEqual(["unknown", "opted_out"]);
});

test("an opt-in is shown by its place in the file, or by what its columns say", async () => {
  const { client, load } = await signIn();
  const [plain, shown] = [uniquePhone(), uniquePhone()];
  const file = write(`phone,consent,wording\n${plain},opted_in,\n${shown},opted_in,Yes\n`);

  await load(file);

  const evidenceOf = async (phone: string) => (await client.getConsent({ path: { phone } })).decidedBy!.evidence;
  expect(await evidenceOf(plain)).toMatchObject({ note: expect.stringMatching(/^Row 1 of \d+\.csv$/), vendor: "Acme" });
  expect(await evidenceOf(shown)).toMatchObject({ note: null, wording: "Yes", vendor: "Acme" });
});

test("--dry-run shows what an import would do, and changes nothing", async () => {
  const { client, run } = await signIn();
  const file = write(`phone,consent\n${uniquePhone()},opted_out\n${uniquePhone()},opted_in\nx1,opted_in\n`);

  const { code, stdout } = await run("import", file, "--vendor", "Acme", "--dry-run");

  expect(code).toBe(9);
  expect(JSON.parse(stdout)).toMatchObject({ rows: 3, opted_out: 1, opted_in: 1, phones: 2, failed: 1 });
  expect((await client.listConsents()).consents).toEqual([]);
  expect(existsSync(`${file}.checkpoint`)).toBe(false);
});

test.each<[string, string, string[], RegExp]>([
  ["without a vendor", "phone,consent\n+12025550123,opted_out\n", [], /--vendor/],
  ["without a column of phones", "who,consent\nx,opted_out\n", ["--vendor", "A"], /--map phone=COLUMN/],
  ["without a consent", "phone\n+12025550123\n", ["--vendor", "A"], /--consent opted_out for all rows/],
  ["with a mapping to nothing", "phone,a\n1,x\n", ["--vendor", "A", "--map", "consent=b"], /no column "b"/],
  ["with a mapping of nothing", "phone,a\n1,x\n", ["--vendor", "A", "--map", "state=a"], /--map expects/],
])("an import %s is refused before any request", async (_, content, argv, says) => {
  const { run } = await signIn();

  expect(await run("import", write(content), ...argv)).toEqual({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(says),
  });
});

test("an import takes items instead of a file", async () => {
  const { run, stateOf } = await signIn();
  const phone = uniquePhone();

  const { stdout } = await run("import", "--vendor", "A", "--item", `{"phone":"${phone}","consent":"opted_out"}`);

  expect(JSON.parse(stdout)).toMatchObject({ success: true, applied: 1 });
  expect(await stateOf(phone)).toBe("opted_out");
});

test("an export has every entry as a JSON line, and another server can import it", async () => {
  const [from, to] = [await signIn(), await signIn()];
  const [stopped, joined] = [uniquePhone(), uniquePhone()];
  await postCallback(app, "inbound", inboundForm(stopped, from.number, "STOP"));
  const evidence = { url: "https://example.com/join" };
  const body = { phone: joined, consent: "opted_in", reason: "web_form", evidence, occurredAt: "2026-01-02" } as const;
  await from.client.recordConsent({ body });

  const { code, stdout } = await from.run("export");

  expect(code).toBe(0);
  const entries = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(entries).toEqual((await from.client.listConsents()).consents);
  await to.load(write(stdout, "jsonl"));
  expect([await to.stateOf(stopped), await to.stateOf(joined)]).toEqual(["opted_out", "opted_in"]);
  const { decidedBy } = await to.client.getConsent({ path: { phone: joined } });
  expect(decidedBy).toMatchObject({
    occurredAt: "2026-01-02T00:00:00.000000Z",
    evidence: { ...evidence, vendor: "Acme" },
  });
});
