import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { environmentOf, runInProcess } from "../support/cli.ts";
import { reportStatus, sendAccepted } from "../support/events.ts";
import { buildBusinessNumber, buildKey, buildMessage, uniquePhone } from "../support/factories.ts";
import { runOnTerminal } from "../support/terminal.ts";

const app = useApp();

/** Signs in a team, and returns a function that stores inbound texts. */
async function signIn() {
  const { team, key, client } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const receive = (body: string, phone = uniquePhone()) => buildMessage(app.em(), { team, number, phone, body });
  return { env: environmentOf(app.url, key), receive, client, team, number };
}

test("an inbox lists the conversations with the newest texts, in every format", async () => {
  const { env, receive } = await signIn();
  for (const body of ["first", "second", "third"]) await receive(body);

  const { stdout } = await runInProcess(["inbox", "--limit", "2"], { env });
  expect(JSON.parse(stdout).threads.map(({ lastBody }: { lastBody: string }) => lastBody)).toEqual(["third", "second"]);
  const table = await runInProcess(["inbox", "-o", "table"], { env });
  expect(table.stdout).toMatch(/^CONTACT NAME +LAST DIRECTION +LAST BODY [^\n]+\n[^\n]+third[^\n]+\n[^\n]+second/);
});

test("a watched inbox shows each new text once, until it is interrupted", async () => {
  const { env, receive } = await signIn();
  await receive("before");
  const phone = uniquePhone();
  await receive("earlier", phone);
  const terminal = runOnTerminal(["inbox", "--watch", "--interval", "0.1"], { env });
  await terminal.shows(/<- {2}before\n[^\n]+<- {2}earlier\n/);

  await receive("something new");
  await terminal.shows("<-  something new");
  await receive("and again", phone);
  await receive("a \u001b[31mred\u001b]0;title\u0007 one");
  await terminal.shows("<-  a red one");
  terminal.interrupt();

  expect(await terminal.ended).toBe(0);
  const texts = terminal.stdout.split("\n").map((line) => line.replace(/^.*(<-|->) {2}/, ""));
  expect(texts).toEqual(["before", "earlier", "something new", "and again", "a red one", ""]);
  expect(terminal.stderr).toBe("");
});

test("a watched inbox in a pipe writes JSON lines, and refuses --jq", async () => {
  const { env, receive } = await signIn();
  await receive("before");
  const terminal = runOnTerminal(["inbox", "--watch", "--interval", "0.1", "-o", "json"], { env });
  await terminal.shows("before");
  await receive("after");
  await terminal.shows("after");
  terminal.interrupt();
  await terminal.ended;
  const threads = terminal.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(threads.map(({ lastBody }) => lastBody)).toEqual(["before", "after"]);

  const refused = await runInProcess(["inbox", "--watch", "--jq", "."], { env });
  expect(refused).toMatchObject({ code: 2, stdout: "" });
});

test("a watched inbox exits if the key is refused", async () => {
  const { env } = await signIn();
  const terminal = runOnTerminal(["inbox", "--watch"], { env: { ...env, MESSAGING_API_KEY: "mk_wrong" } });
  expect(await terminal.ended).toBe(4);
});

/** An interval after the end of every test: what is shown before comes from the stream. */
const never = ["--interval", "3600"];

test("a watched inbox shows texts and delivery statuses as they happen, and only texts in JSON lines", async () => {
  const { env, client, number, receive } = await signIn();
  await receive("before");
  const people = runOnTerminal(["inbox", "--watch", ...never], { env });
  const programs = runOnTerminal(["inbox", "--watch", ...never, "-o", "jsonl"], { env });
  for (const terminal of [people, programs]) await terminal.shows("before");

  await postCallback(app, "inbound", inboundForm(uniquePhone(), number.phoneNumber, "an answer"));
  await app.jobs.drain();
  for (const terminal of [people, programs]) await terminal.shows("an answer");
  const sent = await sendAccepted(client);
  await reportStatus(app, sent, "undelivered", { ErrorCode: "30003" });
  await people.shows(/-> {2}hello\n[^\n]+ -> {2}undelivered \(30003: The recipient[^\n]+\)\n/);
  await programs.shows('"lastBody":"hello"');

  for (const terminal of [people, programs]) terminal.interrupt();
  expect(await Promise.all([people.ended, programs.ended])).toEqual([0, 0]);
  const lines = programs.stdout.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).lastBody)).toEqual(["before", "an answer", "hello"]);
  expect(people.stderr + programs.stderr).toBe("");
});

test("a watched inbox shows why a text is refused", async () => {
  const { env, client, receive } = await signIn();
  await receive("before");
  const terminal = runOnTerminal(["inbox", "--watch", ...never], { env });
  await terminal.shows("before");

  await client.inTestMode().raw("sendText", { body: { phone_number: "+15005550001", message: "refused" } });

  await terminal.shows(/\+15005550001 {2}-> {2}failed \(21211: The recipient[^\n]+\)\n/);
  terminal.interrupt();
  expect(await terminal.ended).toBe(0);
});

test("a watched inbox of a key without events:read says so, and asks the server at intervals", async () => {
  const { env, team, receive } = await signIn();
  const key = await buildKey(app.em(), team, { scopes: ["messages:read"] });
  const options = { env: { ...env, MESSAGING_API_KEY: key } };
  const terminal = runOnTerminal(["inbox", "--watch", "--interval", "0.1"], options);
  await terminal.shows("does not have the scope events:read");
  await receive("later");
  await terminal.shows("<-  later");
  terminal.interrupt();
  expect(await terminal.ended).toBe(0);
});

test("a watched inbox goes on at intervals when its key loses events:read", async () => {
  const { env, team, receive } = await signIn();
  await receive("before");
  const terminal = runOnTerminal(["inbox", "--watch", "--interval", "0.1"], { env });
  await terminal.shows("before");
  await app.em().execute("update api_key set scopes = '{messages:read}' where team_id = ?", [team.id]);
  await terminal.shows("does not have the scope events:read");
  await receive("later");
  await terminal.shows("<-  later");
  terminal.interrupt();
  expect(await terminal.ended).toBe(0);
});
