import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { type CliOptions, environmentOf, runInProcess } from "../support/cli.ts";
import { useFiles } from "../support/files.ts";
import { runOnTerminal } from "../support/terminal.ts";

const app = useApp();
const { writePeople } = useFiles();

beforeEach(() => {
  app.provider.texts.length = 0;
});

async function signIn() {
  const { key } = await app.signIn();
  const env = environmentOf(app.url, key);
  return {
    env,
    run: (argv: string[], options: CliOptions = {}) =>
      runInProcess(["send", ...argv], { ...options, env: { ...env, ...options.env } }),
  };
}

const phonesOfTexts = () => app.provider.texts.map(({ to }) => to as string);
const template = ["--template", "Hi {{name}}"];

test("a failure that affects every row stops the run, and the repeated command resumes it", async () => {
  const { run } = await signIn();
  const { file, people } = writePeople(8);
  const refused = await run(["--file", file, ...template], { env: { MESSAGING_API_KEY: "mk_wrong" } });
  expect(refused).toMatchObject({ code: 4, stdout: "" });
  expect(existsSync(`${file}.checkpoint`)).toBe(false);

  const { answer } = app.provider;
  app.provider.answer = async (text) => {
    if (text.to !== people[4]!.phone) return answer(text);
    // The answer arrives after the command's timeout.
    await expect.poll(() => isOver).toBe(true);
    return answer(text);
  };
  let isOver = false;
  const away = await run(["--file", file, ...template, "--concurrency", "1", "--timeout", "0.5"]);
  isOver = true;
  app.provider.answer = answer;
  expect(away).toMatchObject({ code: 8, stdout: "" });
  expect(away.stderr).toMatch(/^4 rows were processed\. To continue, repeat the command\.\nerror: No response from /);

  const other = await run(["--file", file, "--template", "Bye {{name}}"]);
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining("--restart") });
  const { code, stdout, stderr } = await run(["--file", file, ...template]);
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, rows: 8, failed: 0 });
  expect(stderr).toMatch(/^4 rows of \S+ were processed in an earlier run/);
  expect(phonesOfTexts().toSorted()).toEqual(people.map(({ phone }) => phone));
});

test("rows that may have been sent too long ago for their idempotency keys are reported, not sent again", async () => {
  const { run } = await signIn();
  const { file } = writePeople(4);
  const old = new Date(Date.now() - 25 * 3_600_000).toISOString();
  await run(["--file", file, ...template, "--restart"]);
  const checkpoint = `${file}.checkpoint`;
  const kept = JSON.parse(readFileSync(checkpoint, "utf8"));
  const state = {
    ...kept.state,
    rows: 1,
    counts: { sent: 1 },
    lastStartedRow: 3,
    startedSince: old,
    isFinished: false,
  };
  writeFileSync(checkpoint, JSON.stringify({ ...kept, state }));
  app.provider.texts.length = 0;

  const { code } = await run(["--file", file, ...template, "--campaign", ""]);
  expect(code).toBe(2);
  const resumed = await run(["--file", file, ...template]);
  expect(resumed.code).toBe(9);
  expect(JSON.parse(resumed.stdout)).toMatchObject({ rows: 4, failed: 2 });
  expect(readFileSync(`${file}.failed.csv`, "utf8")).toMatch(
    /Person 2,.*outcome_unknown.*\nPerson 3,.*outcome_unknown/,
  );
});

test("a run without progress keeps the start time of the rows with an unknown outcome", async () => {
  const { run } = await signIn();
  const { file } = writePeople(4);
  const readState = () => JSON.parse(readFileSync(`${file}.checkpoint`, "utf8")).state;
  const { answer } = app.provider;
  app.provider.answer = async (text) => {
    await expect.poll(() => isOver).toBe(true);
    return answer(text);
  };
  let isOver = false;
  const states = [];
  for (const concurrency of ["3", "1"]) {
    const away = await run(["--file", file, ...template, "--concurrency", concurrency, "--timeout", "0.3"]);
    expect(away.code).toBe(8);
    states.push(readState());
  }
  isOver = true;
  app.provider.answer = answer;
  expect(states[0]).toMatchObject({ rows: 0, lastStartedRow: 3 });
  expect(states[1]).toMatchObject({ rows: 0, lastStartedRow: 3, startedSince: states[0].startedSince });
});

test("the report of a resumed run contains each failed row once", async () => {
  const { run } = await signIn();
  const { file } = writePeople(6);
  writeFileSync(file, readFileSync(file, "utf8").replace(/(Person [25]),.*/g, "$1,nonsense"));
  await run(["--file", file, ...template, "--restart"]);
  const report = readFileSync(`${file}.failed.csv`, "utf8");
  const kept = JSON.parse(readFileSync(`${file}.checkpoint`, "utf8"));
  const [header = "", second = ""] = report.split("\n");
  // The state after a kill between writing to the report and saving the checkpoint.
  const state = { ...kept.state, rows: 2, reportBytes: `${header}\n${second}\n`.length, isFinished: false };
  writeFileSync(`${file}.checkpoint`, JSON.stringify({ ...kept, state }));
  writeFileSync(`${file}.failed.csv`, `${report}${second}\n${second}\n`);

  expect(await run(["--file", file, ...template])).toMatchObject({ code: 9 });
  expect(readFileSync(`${file}.failed.csv`, "utf8")).toBe(report);
});

test("after Ctrl-C, started rows are completed, and the repeated command resumes the run", async () => {
  const { env, run } = await signIn();
  const { file, people } = writePeople(30);
  const terminal = runOnTerminal(["send", "--file", file, ...template, "--rate", "40/s", "--yes"], { env });
  await expect.poll(() => app.provider.texts.length).toBeGreaterThan(4);
  terminal.interrupt();

  expect(await terminal.ended).toBe(130);
  const done = app.provider.texts.length;
  expect(done).toBeLessThan(30);
  expect(terminal.stderr).toContain(`\n${done} rows were processed. To continue, repeat the command.\n`);
  expect(JSON.parse((await run(["--file", file, ...template])).stdout)).toMatchObject({ sent: 30, sentBefore: 0 });
  expect(phonesOfTexts().toSorted()).toEqual(people.map(({ phone }) => phone));
});

test("an interrupted run continues with the corrected file, and no text is sent twice", async () => {
  const { env, run } = await signIn();
  const { file, people } = writePeople(30);
  const good = readFileSync(file, "utf8");
  writeFileSync(file, good.replace(people[2]!.phone, "nonsense"));
  const terminal = runOnTerminal(["send", "--file", file, ...template, "--rate", "40/s", "--yes"], { env });
  await expect.poll(() => app.provider.texts.length).toBeGreaterThan(4);
  terminal.interrupt();
  expect(await terminal.ended).toBe(130);
  writeFileSync(file, good);

  const { code, stdout, stderr } = await run(["--file", file, ...template]);

  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, rows: 30, failed: 0 });
  expect(stderr).toContain("has changed since the interrupted run. All of its rows are processed");
  expect(phonesOfTexts().toSorted()).toEqual(people.map(({ phone }) => phone).toSorted());
});

test("a corrected file is refused if the server may have forgotten which rows were sent", async () => {
  const { run } = await signIn();
  const { file } = writePeople(3);
  await run(["--file", file, ...template]);
  const checkpoint = `${file}.checkpoint`;
  const kept = JSON.parse(readFileSync(checkpoint, "utf8"));
  const begunAt = new Date(Date.now() - 24 * 3_600_000).toISOString();
  writeFileSync(checkpoint, JSON.stringify({ ...kept, state: { ...kept.state, rows: 2, begunAt, isFinished: false } }));
  writeFileSync(file, readFileSync(file, "utf8").replace("Person 3", "Person C"));
  app.provider.texts.length = 0;

  const refused = await run(["--file", file, ...template]);

  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("Remove the first 2 rows") });
  expect(app.provider.texts).toEqual([]);
});

test("rows with stray quotes fail, the others are sent, and the corrected file sends the rest", async () => {
  const { run } = await signIn();
  const { file, people } = writePeople(100);
  const good = readFileSync(file, "utf8");
  writeFileSync(file, good.replace("Person 61,", '"Person "61",').replace("Person 80,", '"Person 80,'));

  const { code, stdout } = await run(["--file", file, ...template]);
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 9, rows: 100, sent: 98, failed: 2 });
  expect(readFileSync(`${file}.failed.csv`, "utf8")).toMatch(/^name,phone,.*\n"""Person ""61"",.*\n"""Person 80,/);

  writeFileSync(file, good);
  const again = await run(["--file", file, ...template]);
  expect({ code: again.code, ...JSON.parse(again.stdout) }).toMatchObject({ code: 0, sent: 2, sentBefore: 98 });
  expect(phonesOfTexts().toSorted()).toEqual(people.map(({ phone }) => phone).toSorted());
});

test("on a terminal, the command shows what it would send and asks, unless --yes", async () => {
  const { env } = await signIn();
  const { file } = writePeople(3);
  writeFileSync(file, `${readFileSync(file, "utf8")}Bob,12\n`);
  const start = (...argv: string[]) => runOnTerminal(["send", "--file", file, ...template, ...argv], { env });

  const refusing = start();
  await refusing.shows(/3 texts to 3 phones in 3 segments, from \+\d+ \(.*\): LIVE\./);
  expect(refusing.stderr).toMatch(/1 row cannot be sent:\r?\n {2}row 4: phone: "12" is not a phone number/);
  await refusing.shows("Send them?");
  refusing.type("\r");
  expect(await refusing.ended).toBe(2);
  expect(app.provider.texts).toEqual([]);

  const testing = start("--test");
  await testing.shows("in test mode, nothing reaches a phone");
  testing.type("\u0003");
  expect(await testing.ended).toBe(2);

  const sending = start();
  await sending.shows("Send them?");
  sending.type("\u001b[B");
  sending.type("\r");
  expect(await sending.ended).toBe(9);
  expect(app.provider.texts).toHaveLength(3);
  expect(await start("--yes", "--campaign", "b").ended).toBe(9);
  expect(app.provider.texts).toHaveLength(6);
});
