import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { beforeEach, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { type CliOptions, environmentOf, runInProcess } from "../support/cli.ts";
import { buildOptOut, uniquePhone } from "../support/factories.ts";
import { useFiles } from "../support/files.ts";

const app = useApp();
const { nowhere, write, writePeople } = useFiles();

beforeEach(() => {
  app.provider.texts.length = 0;
});

async function signIn() {
  const { team, key, client } = await app.signIn();
  const run = (argv: string[], options: CliOptions = {}) =>
    runInProcess(["send", ...argv], { ...options, env: { ...environmentOf(app.url, key), ...options.env } });
  return { team, client, run };
}

const sent = () => app.provider.texts.map(({ to, body }) => ({ phone: to, body }));
const template = ["--template", "Hi {{name}}"];

test("every row of a file is sent, with its values in the template", async () => {
  const { run } = await signIn();
  const { people, file } = writePeople(9);

  const { code, stdout, stderr } = await run(["--file", file, ...template]);

  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual({ rows: 9, sent: 9, sentBefore: 0, failed: 0, report: null });
  const expected = people.map(({ name, phone }) => ({ phone, body: `Hi ${name}` }));
  expect(sent()).toHaveLength(9);
  expect(sent()).toEqual(expect.arrayContaining(expected));
});

test("the texts of a file are discarded with --retention discard, and not sent again", async () => {
  const { run, client } = await signIn();
  const { file } = writePeople(2);
  const argv = ["--file", file, ...template, "--retention", "discard"];

  expect(JSON.parse((await run(argv)).stdout)).toMatchObject({ sent: 2 });
  const again = await run([...argv, "--restart"]);
  expect(JSON.parse(again.stdout)).toMatchObject({ sent: 0, sentBefore: 2 });

  expect(sent()).toHaveLength(2);
  const { messages } = await client.listMessages();
  expect(messages.map(({ body, discarded }) => ({ body, discarded }))).toEqual(
    Array(2).fill({ body: "", discarded: true }),
  );
});

test("JSON lines, standard input, other separators and a message column are supported", async () => {
  const { run } = await signIn();
  const [a, b, c] = [uniquePhone(), uniquePhone(), uniquePhone()];
  const jsonl = write(`{"name":"Ada","phone":"${a}","n":1}\n\n{"name":"Bob","phone":"${b}","n":2}\n`, "jsonl");
  expect(await run(["--file", jsonl, "--template", "{{name}} is {{ n }}"])).toMatchObject({ code: 0 });
  const csv = `\ufeffMobile No;message\n"${c.replace("+1", "")}";"one;\ntwo"\n`;
  const piped = await run(["--file", "-", "--phone-column", "Mobile No", "--country", "US"], { stdin: csv });
  expect(piped).toMatchObject({ code: 0, stderr: "" });
  expect(sent()).toEqual(
    expect.arrayContaining([
      { phone: a, body: "Ada is 1" },
      { phone: b, body: "Bob is 2" },
      { phone: c, body: "one;\ntwo" },
    ]),
  );
});

test("nothing is sent if the template, the columns or the file are invalid", async () => {
  const { run } = await signIn();
  const { file } = writePeople(2);
  const cases = [
    [["--file", file, "--template", "Hi {{nme}}"], /no column "nme"; available: name, phone/],
    [["--file", file, "--template", "Hi {{name}"], /incomplete placeholder/],
    [["--file", file], /missing --template/],
    [
      ["--file", file, ...template, "--phone-column", "tel"],
      /no column of phone numbers found. Choose one of name, phone/,
    ],
    [["--file", write("a,b\n1,2\n"), "--template", "x"], /--phone-column/],
    [["--file", write(""), ...template], /is empty/],
    [["--file", write("name,phone\n"), ...template], /has no rows/],
    [["--file", write("name,name,phone\nx,y,z\n"), ...template], /several columns have the name "name"/],
    [["--file", nowhere, ...template], /cannot be read: ENOENT/],
    [["--file", file, ...template, "--rate", "5"], /as 5\/s or 100\/m/],
    [["--file", file, ...template, "--concurrency", "65"], /at most 64/],
    [["+12025550123", "--file", file, ...template], /from the rows/],
    [["--file", file, ...template, "--idempotency-key", "k"], /from the rows/],
  ] as const;
  for (const [argv, says] of cases) {
    expect(await run([...argv])).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(says) });
  }
  expect(sent()).toEqual([]);
  for (const [argv] of cases) expect(existsSync(`${argv[1]}.checkpoint`)).toBe(false);
});

test("a dry run shows the first rows and their errors, and sends nothing", async () => {
  const { run } = await signIn();
  const { people, file } = writePeople(12);
  const { code, stdout } = await run(["--file", file, "--template", "Grüße, {{name}} 👋", "--dry-run"]);
  const { preview, ...counts } = JSON.parse(stdout);
  expect({ code, shown: preview.length, ...counts }).toEqual({
    code: 0,
    shown: 10,
    rows: 12,
    texts: 12,
    repeated: 0,
    phones: 12,
    segments: 12,
    failed: 0,
    problems: [],
  });
  expect(preview[0]).toMatchObject({
    row: 1,
    phone_number: people[0]!.phone,
    message: "Grüße, Person 1 👋",
    characters: 17,
    segments: 1,
  });
  const [phone] = [uniquePhone()];
  const broken = write(`name,phone\n,${phone}\nAda\nBob,${phone}\nBob,${phone}\nCy,${phone},x\n`);
  const refused = await run(["--file", broken, ...template, "--dry-run"]);
  expect(refused).toMatchObject({ code: 9, stderr: "error: 3 of 5 rows would fail.\n" });
  expect(JSON.parse(refused.stdout)).toMatchObject({
    rows: 5,
    texts: 1,
    repeated: 1,
    phones: 1,
    segments: 1,
    failed: 3,
    problems: [
      { row: 1, code: "missing_value", message: "The row has no name." },
      { row: 2, code: "missing_value", message: "The row has no phone." },
      { row: 5, code: "invalid_row", message: "The row has 3 cells, but the header has 2." },
    ],
  });
  const { stdout: curl } = await run(["--file", file, ...template, "--curl"]);
  expect(curl).toMatch(/^curl -s -X POST .*Hi Person 1/);
  expect(sent()).toEqual([]);
});

test("only the owner can read the report and the checkpoint, and symbolic links are not followed", async () => {
  const { run } = await signIn();
  const file = write("name,phone\nAda,nonsense\n");
  const [report, checkpoint, elsewhere] = [`${file}.failed.csv`, `${file}.checkpoint`, `${file}.elsewhere`];
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  for (const path of [report, checkpoint]) {
    writeFileSync(path, "");
    chmodSync(path, 0o644);
  }
  rmSync(checkpoint);

  expect(await run(["--file", file, ...template])).toMatchObject({ code: 9 });
  expect([modeOf(report), modeOf(checkpoint)]).toEqual(["600", "600"]);

  writeFileSync(elsewhere, "precious");
  const refused = (path: string) => ({ code: 2, stderr: expect.stringContaining(path) });
  rmSync(report);
  symlinkSync(elsewhere, report);
  expect(await run(["--file", file, ...template, "--restart"])).toMatchObject(refused(report));
  rmSync(report);
  rmSync(checkpoint);
  symlinkSync(elsewhere, checkpoint);
  expect(await run(["--file", file, ...template])).toMatchObject(refused(checkpoint));
  expect(await run(["--file", file, ...template, "--restart"])).toMatchObject({ code: 9 });
  expect(readFileSync(elsewhere, "utf8")).toBe("precious");
});

test("failed rows go into a report, other rows are sent, and the exit code is 9", async () => {
  const { run, team } = await signIn();
  const [good, out, late] = [uniquePhone(), uniquePhone(), uniquePhone()];
  await buildOptOut(app.em(), team, out);
  const rows = [
    `Ada,${good},x`,
    `"Bob, Jr.",${out},=1+1`,
    "Cy,12,",
    "Dee,,",
    `,${uniquePhone()},`,
    `Eve,${late},,more`,
    `Fay,${late},`,
  ];
  const file = write(`name,phone,extra\n${rows.join("\n")}\n`);

  const { code, stdout, stderr } = await run(["--file", file, ...template]);

  const report = `${file}.failed.csv`;
  expect(JSON.parse(stdout)).toEqual({ rows: 7, sent: 2, sentBefore: 0, failed: 5, report });
  expect(code).toBe(9);
  expect(stderr).toMatch(/^error: 5 of 7 rows failed\.\n {2}The failed rows and the reasons are in \S+\. /);
  const lines = readFileSync(report, "utf8").trimEnd().split("\n");
  expect(lines[0]).toBe("name,phone,extra,error_row,error_code,error_message");
  expect(lines.slice(1).map((line) => line.replace(/,("([^"]|"")*"|[^,]+)$/, ""))).toEqual([
    `"Bob, Jr.",${out},'=1+1,2,recipient_opted_out`,
    "Cy,12,,3,invalid_phone",
    "Dee,,,4,missing_value",
    expect.stringMatching(/^,\+\d+,,5,missing_value$/),
    `"Eve,${late},,more",,,6,invalid_row`,
  ]);

  const corrected = write(readFileSync(report, "utf8").replace("Cy,12,", `Cy,${uniquePhone()},`));
  const again = await run(["--file", corrected, "--template", "Hi {{name}} {{extra}}", "--dry-run"]);
  expect(JSON.parse(again.stdout).preview[0].message).toBe("Hi Bob, Jr. =1+1");
});

test("a file is sent once, even under another name, unless the campaign differs", async () => {
  const { run } = await signIn();
  const { file } = writePeople(3);
  await run(["--file", file, ...template]);
  const summaries = [];
  for (const argv of [
    ["--file", file],
    ["--file", file, "--restart"],
    ["--file", write(readFileSync(file, "utf8"))],
  ]) {
    summaries.push(JSON.parse((await run([...argv, ...template])).stdout));
  }
  expect(summaries.map(({ sent, sentBefore }) => [sent, sentBefore])).toEqual([
    [3, 0],
    [0, 3],
    [0, 3],
  ]);
  expect(sent()).toHaveLength(3);
  expect(await run(["--file", file, ...template, "--campaign", "may"])).toMatchObject({ code: 0 });
  expect(sent()).toHaveLength(6);
});

test("the same text is sent to the same phone once, even if the file contains it twice", async () => {
  const { run } = await signIn();
  const phone = uniquePhone();
  const file = write(`name,phone\nAda,${phone}\nAda,${phone}\nBob,${phone}\n`);
  const { stdout } = await run(["--file", file, ...template]);
  expect(JSON.parse(stdout)).toMatchObject({ sent: 2, sentBefore: 1 });
  expect(sent()).toHaveLength(2);
});

test("--rate limits the rate of sends", async () => {
  const { run } = await signIn();
  const { file } = writePeople(6);
  const started = performance.now();
  await run(["--file", file, ...template, "--rate", "20/s"]);
  expect(performance.now() - started).toBeGreaterThanOrEqual(5 * 50);
  expect(sent()).toHaveLength(6);
});

test("progress is a bar on a terminal, and nothing in a pipe", async () => {
  const { run } = await signIn();
  const { file } = writePeople(3);
  const { stderr } = await run(["--file", file, ...template], { isTTY: true, columns: 60, env: { NO_COLOR: "1" } });
  expect(stderr).toMatch(/^\r\[-*#*-*\] +\d+% 1 rows/);
  const lines = stderr.trimEnd().split("\r").slice(1);
  expect(lines.at(-1)).toMatch(/^\[#{24}\] 100% 3 rows, \d+\/s/);
  for (const line of lines) {
    expect(line).toMatch(/\[K$/);
    expect(stripVTControlCharacters(line).length).toBeLessThan(60);
  }
});
