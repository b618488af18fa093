import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { outlines } from "../../generated/outlines.ts";
import { useApp } from "../support/app.ts";
import { type CliOptions, environmentOf, runInProcess } from "../support/cli.ts";
import type { Client } from "../support/client.ts";
import { buildBusinessNumber, buildMessage, buildOptOut, type TestTeam, uniquePhone } from "../support/factories.ts";
import type { Settings } from "../support/process.ts";

const app = useApp();

let env: Settings;
let client: Client;
let team: TestTeam;
beforeAll(async () => {
  const signedIn = await app.signIn();
  ({ client, team } = signedIn);
  env = environmentOf(app.url, signedIn.key);
});

const run = (argv: string[], options: CliOptions = {}) =>
  runInProcess(argv, { ...options, env: { ...env, ...options.env } });

/** Runs a command that succeeds with nothing on stderr, and parses its JSON. */
async function read(...argv: string[]) {
  const { code, stdout, stderr } = await run(argv);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

const messagesOf = async (id: string) => (await client.listThreadMessages({ path: { id } })).messages;

test("send sends to a phone number, or with --thread to a thread", async () => {
  const phone = uniquePhone();
  const { threadId } = await read("send", phone, "first");
  const second = await read("send", "--thread", threadId, "second");

  expect(second).toMatchObject({ success: true, threadId, to: phone });
  expect(await messagesOf(threadId)).toMatchObject([{ body: "second" }, { body: "first" }]);
});

test("send accepts every field as a flag, and a JSON body whose fields flags override", async () => {
  const number = await buildBusinessNumber(app.em(), { team });
  const to = uniquePhone();
  const flags = ["--message", "by flags", "--from", number.name, "--reply-webhook", "https://example.com/r"];
  expect(await read("send", "--to", to, ...flags, "--webhook-data", "x1")).toMatchObject({
    to,
    from: number.phoneNumber,
  });

  const body = JSON.stringify({ phone_number: to, message: "by JSON", sender: number.id });
  const { threadId } = await read("send", "--data", body, "--message", "instead");
  expect(await messagesOf(threadId)).toMatchObject([{ body: "instead" }, { body: "by flags" }]);
});

test("send reads a text from stdin, without its last line break", async () => {
  const { stdout } = await run(["send", uniquePhone(), "-"], { stdin: "two\nlines\n" });
  expect(await messagesOf(JSON.parse(stdout).threadId)).toMatchObject([{ body: "two\nlines" }]);
});

test.each([
  ["+1 (202) 555-0177", undefined, "+12025550177"],
  ["020 7946 0958", "gb", "+442079460958"],
  ["+12025550178", "gb", "+12025550178"],
])("send reads the phone %s with the country %s as %s", async (phone, country, to) => {
  expect(await read("send", phone, "hi", ...(country ? ["--country", country] : []))).toMatchObject({ to });
});

test("the server refuses an invalid phone number, and an unknown country is a usage error", async () => {
  expect(await run(["send", "020 7946 0958", "hi"])).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(
      /^error\[invalid_phone\]: .+\n {2}phone_number: .+\n {2}Give the number .+\n {2}request \S+ {2}HTTP 422\n$/,
    ),
  });
  expect(await run(["send", "020 7946 0958", "hi", "--country", "XX"])).toMatchObject({ code: 2 });
});

test.each([
  [
    ["send", "2025550123", "hi"],
    "phone_number: must be a phone number in E.164 format: add the country code, for example +12025550123, or --country US",
  ],
  [
    ["contacts", "create", "--name", "Ada", "--phone", "2025550123"],
    "phones.0: must be a phone number in E.164 format: add the country code, for example +12025550123, or --country US",
  ],
  [
    ["contacts", "list", "--updated-after", "tomorrow"],
    "updated_after: must be a timestamp in ISO 8601, for example 2026-11-21T10:15:30Z, or a time ago such as 10m, 2h or 1d, or today or yesterday",
  ],
  [
    ["threads", "replies", randomUUID(), "--since", "tomorrow"],
    "since: must be a timestamp in ISO 8601, for example 2026-11-21T10:15:30Z, or a time ago such as 10m, 2h or 1d, or today or yesterday",
  ],
])("%j is refused with what the command line accepts", async (argv, told) => {
  expect((await run(argv)).stderr).toContain(`  ${told}\n`);
});

test("types of events that do not exist are refused with the types that exist, also by listen and in the help", async () => {
  const types = outlines.listEvents.fields.find(({ name }) => name === "types")!.itemValues!;
  const endpoint = ["webhooks", "endpoints", "create", "https://example.com/hook", "--type", "message.stat"];

  expect((await run(endpoint)).stderr).toContain(`types.0: must be one of ${types.join(", ")}`);
  expect((await run(["listen", "--types", "message.stat"])).stderr).toContain(`must be one of ${types.join(", ")}`);
  for (const command of [["listen"], ["webhooks", "endpoints", "create"], ["events", "list"]]) {
    const { stdout } = await run([...command, "--help"]);
    for (const type of types) expect(stdout).toContain(`"${type}"`);
  }
});

test("--test sends in test mode, with the live key", async () => {
  expect(await read("send", uniquePhone(), "hi", "--test")).toMatchObject({ testMode: true });
});

test("a write with an idempotency key takes effect once, and the replay says so", async () => {
  const argv = ["send", uniquePhone(), "once", "--idempotency-key", "order-1042"];
  const first = await run(argv);
  const second = await run(argv);

  expect(second).toEqual({ ...first, stderr: expect.stringMatching(/^This is the response to an earlier request/) });
  const { threadId } = JSON.parse(first.stdout);
  expect(await messagesOf(threadId)).toHaveLength(1);
  expect(await run(["send", uniquePhone(), "other", "--idempotency-key", "order-1042"])).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/idempotency_key_mismatch.*\n.*\n.*a new --idempotency-key/),
  });
});

test("--since accepts a timestamp or a duration", async () => {
  const { threadId, createdAt } = await buildMessage(app.em(), { team, body: "hello" });
  expect((await read("threads", "replies", threadId, "--since", "10m")).replies).toMatchObject([{ body: "hello" }]);
  expect((await read("threads", "replies", threadId, "--since", createdAt)).replies).toEqual([]);
  expect(await run(["threads", "replies", threadId, "--since", "soon"])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("error[invalid_since]"),
  });
});

test("numbers are created, updated, cleared, made primary and archived", async () => {
  const phone = uniquePhone();
  const values = [
    "--capability",
    "sms=true",
    "--setting",
    "retries=3",
    "--setting",
    'quoted="3"',
    "--setting",
    "a=b=c",
  ];
  const made = await read("numbers", "add", "--name", phone, "--phone", phone, "--sid", "PN1", "--primary", ...values);
  const { id } = made.businessNumber;

  expect(made.businessNumber).toMatchObject({
    isPrimary: true,
    capabilities: { sms: true },
    settings: { retries: 3, quoted: "3", a: "b=c" },
  });
  const changed = await read("numbers", "update", id, "--friendly-name", "Desk", "--setting", '{"a":[1]}');
  expect(changed.businessNumber).toMatchObject({ friendlyName: "Desk", settings: { a: [1] } });
  const cleared = await read("numbers", "update", id, "--unset", "friendly-name", "--unset", "setting");
  expect(cleared.businessNumber).toMatchObject({ friendlyName: null, settings: {} });

  const other = await buildBusinessNumber(app.em(), { team });
  await read("numbers", "make-primary", other.id);
  expect(await read("numbers", "rm", id)).toMatchObject({ businessNumber: { status: "archived", isPrimary: false } });
  const primaries = await read("numbers", "list", "--primary");
  expect(primaries.businessNumbers).toMatchObject([{ id: other.id }]);
  const others = await read("numbers", "ls", "--primary", "false", "--status", "archived");
  expect(others.businessNumbers).toMatchObject([{ id }]);
});

test.each<[argv: string[], code: number, says: RegExp]>([
  [["send", "+12025550123"], 2, /^error: missing argument message, or --message\n$/],
  [["send", "+12025550123", "a", "b"], 2, /too many arguments/],
  [["send", "+12025550123", "a", "--message", "b"], 2, /too many arguments.*"a"/],
  [["send", "--data", "{", "a"], 2, /--data is not valid JSON/],
  [["send", "--data", "[]", "a"], 2, /--data takes a JSON object/],
  [["send", "--data", "@/nonexistent/x", "a"], 2, /\/nonexistent\/x cannot be read/],
  [["send", "hello"], 2, /missing argument message/],
  [["send", "--message", "to nobody"], 3, /^error\[invalid_phone\]/],
  [["threads", "list", "--per-page", "1.5"], 2, /--per-page takes a whole number, not "1.5"/],
  [["threads", "list", "--per-page", "0"], 3, /^error\[validation_error\]/],
  [["threads", "list", "--limit", "0"], 2, /at least 1/],
  [["threads", "list", "--timeout", "none"], 2, /--timeout.*seconds/],
  [["threads", "get"], 2, /missing required argument 'id'/],
  [
    ["threads", "get", "nothing"],
    5,
    /^error\[thread_not_found\]: .+\n {2}id: .+\n {2}Look for its id .+\n.*threads list.*\n {2}request \S+ {2}HTTP 404\n$/,
  ],
  [["threads", "replies", "x"], 2, /missing --since/],
  [["numbers", "update", "x", "--status", "gone"], 2, /Allowed choices are active, paused/],
  [
    ["numbers", "update", "x", "--unset", "name"],
    2,
    /--unset takes one of friendly-name, agent-profile, inbound-webhook-url, auto-reply, setting/,
  ],
  [["numbers", "update", "x", "--setting", "[1]"], 2, /--setting takes key=value or a JSON object/],
  [["number", "list"], 2, /unknown command 'number'\n\(Did you mean numbers\?\)/],
  [["api", "GET", "api/threads"], 2, /invalid path/],
  [["api", "GET", "/nowhere"], 5, /^error\[not_found\]/],
  [["api", "POST", "/api/text", "--data", "{}"], 3, /^error\[invalid_phone\]: .+\n( {2}.+\n)+$/],
])("the command line %j exits with %i and writes only the reason, to stderr", async (argv, code, says) => {
  expect(await run(argv)).toEqual({ code, stdout: "", stderr: expect.stringMatching(says) });
});

test("an opted-out recipient is a conflict with the next step of the server", async () => {
  const phone = uniquePhone();
  await buildOptOut(app.em(), team, phone);
  expect(await run(["send", phone, "hi"])).toEqual({
    code: 6,
    stdout: "",
    stderr: expect.stringMatching(/^error\[recipient_opted_out\]: .+\n.*START.*\n {2}request \S+ {2}HTTP 409\n$/),
  });
});

test.each([
  ["+15005550001", "21211", "Check the phone number. Nobody was texted, so it may be sent again."],
  ["+15005550003", "21408", "Tell the operator the code before you send anything again. Nobody was texted."],
])(
  "a text to %s that the provider refuses shows the reason, the link, the next step and the ids",
  async (phone, code, next) => {
    const { code: exitCode, stderr } = await run(["send", phone, "hi", "--test"]);
    const json = JSON.parse((await run(["send", phone, "hi", "--test", "-o", "json"])).stderr);

    expect(exitCode).toBe(8);
    const [error, words, link, nextStep, ids] = stderr.split("\n");
    expect(error).toMatch(
      new RegExp(`^error\\[message_failed\\]: The provider refused the message\\. ${code}: [A-Z].+\\.$`),
    );
    expect([words, link]).toEqual([
      "  The provider says: The simulated carrier refuses every text to this recipient.",
      `  https://www.twilio.com/docs/api/errors/${code}`,
    ]);
    expect(nextStep).toBe(`  ${next}`);
    expect(ids).toMatch(/^ {2}text [\da-f-]{36} {2}thread [\da-f-]{36} {2}request \S+ {2}HTTP 502$/);
    expect(json).toMatchObject({ error: "message_failed", nextStep: next, provider: { code }, exitCode: 8 });
    expect(await messagesOf(json.threadId)).toContainEqual(
      expect.objectContaining({ id: json.textId, errorCode: code }),
    );
  },
);

test("the messages of a thread have the column ERROR, with the code and its meaning", async () => {
  const { stderr } = await run(["send", "+15005550007", "hi", "--test", "-o", "json"]);
  const { threadId } = JSON.parse(stderr);

  const { stdout } = await run(["threads", "messages", threadId, "-o", "table"]);

  expect(stdout).toMatch(/^CREATED AT +DIRECTION +STATUS +ERROR +BODY$/m);
  expect(stdout).toMatch(/ failed +21635: The recipient's number is a landline/);
  const { messages } = await read("threads", "messages", threadId);
  expect(messages[0]).not.toHaveProperty("error");
});

test("failures are JSON on stderr with -o json", async () => {
  const { code, stdout, stderr } = await run(["threads", "get", "nothing", "-o", "json"]);
  expect({ code, stdout }).toEqual({ code: 5, stdout: "" });
  expect(JSON.parse(stderr)).toMatchObject({
    error: "thread_not_found",
    status: 404,
    exitCode: 5,
    requestId: expect.any(String),
    hint: expect.any(String),
  });
});

test("--curl writes a command that sends the request and does not contain the key", async () => {
  const { stdout } = await run(["send", uniquePhone(), "it's $HOME", "--curl"]);
  expect(stdout).toMatch(
    /^curl -s -X POST '\S+\/api\/text' .*-H "X-API-Key: \$MESSAGING_API_KEY" -d '.*it'\\''s \$HOME.*'\n$/,
  );
  expect(stdout).not.toContain(env.MESSAGING_API_KEY);
});

test("api sends any request with the key, and adds an idempotency key to writes of the contract", async () => {
  const number = await read("api", "POST", "/api/business-numbers", "--data", JSON.stringify(newNumber()));
  const path = `/api/business-numbers/${number.businessNumber.id}`;
  expect(await read("api", "get", path)).toEqual(number.businessNumber);
  const { stdout } = await run(["api", "DELETE", path, "-o", "table"]);
  expect(stdout).toMatch(/^STATUS +archived$/m);
  const request = await read("api", "PATCH", path, "--data", "{}", "--dry-run");
  expect(request.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
  expect((await run(["api", "GET", "/healthz"], { env: { MESSAGING_API_KEY: "" } })).stdout).toContain('"ok"');
});

const newNumber = () => ({ name: uniquePhone(), phoneNumber: uniquePhone(), phoneNumberSid: "PN1" });

test("spec writes the served contract unchanged, in YAML or JSON", async () => {
  const served = async (path: string) => (await fetch(app.url + path)).text();
  const keyless = { env: { MESSAGING_API_KEY: "" } };
  expect((await run(["spec"], keyless)).stdout).toBe(await served("/openapi.yaml"));
  expect((await run(["spec", "-o", "json"], keyless)).stdout).toBe(await served("/openapi.json"));
  expect((await run(["spec", "--jq", ".openapi"], keyless)).stdout).toBe("3.1.0\n");
});

test.each([
  ["hello", { characters: 5, encoding: "GSM-7", segments: 1, charactersOutsideGsm7: [] }],
  ["a👋b👋ж", { characters: 5, encoding: "UCS-2", segments: 1, charactersOutsideGsm7: ["👋", "ж"] }],
  ["x".repeat(161), { characters: 161, encoding: "GSM-7", segments: 2, charactersOutsideGsm7: [] }],
])("segments counts %s as the carrier does", async (text, counted) => {
  expect(await read("segments", text)).toEqual(counted);
  expect(JSON.parse((await run(["segments", "-"], { stdin: `${text}\n` })).stdout)).toEqual(counted);
});
