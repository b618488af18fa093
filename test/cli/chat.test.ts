import { beforeAll, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { environmentOf, runInProcess } from "../support/cli.ts";
import type { Client } from "../support/client.ts";
import { reportStatus } from "../support/events.ts";
import { buildBusinessNumber, buildMessage, buildOptOut, type TestTeam, uniquePhone } from "../support/factories.ts";
import type { Settings } from "../support/process.ts";
import { runOnTerminal, type TestTerminal } from "../support/terminal.ts";

const app = useApp();

let env: Settings;
let team: TestTeam;
let client: Client;
beforeAll(async () => {
  const signedIn = await app.signIn();
  ({ team, client } = signedIn);
  env = environmentOf(app.url, signedIn.key);
});

const chat = (recipient: string, ...argv: string[]) =>
  runOnTerminal(["chat", recipient, "--interval", "0.1", ...argv], { env });

/** Builds a conversation with one text. */
async function buildConversation(body = "hello") {
  const phone = uniquePhone();
  const number = await buildBusinessNumber(app.em(), { team });
  const message = await buildMessage(app.em(), { team, number, phone, body });
  const receive = (text: string) => buildMessage(app.em(), { team, number, phone, body: text });
  return { phone, number, receive, ...message };
}

const countOf = (text: string, part: string) => text.split(part).length - 1;

async function leave(terminal: TestTerminal) {
  terminal.type("\u0003");
  expect(await terminal.ended).toBe(0);
}

test("a chat shows earlier texts, sends typed lines, and shows texts that arrive while typing", async () => {
  const { phone, threadId, receive } = await buildConversation("who is there?");
  await receive("hello?");
  const terminal = chat(phone);
  await terminal.shows(/<- who is there\?\n[^\n]+<- hello\?\n/);

  terminal.type("It is me.\r");
  const sent = () => app.provider.texts.find(({ to, body }) => to === phone && body === "It is me.");
  await expect.poll(sent).toBeDefined();
  terminal.type("half a li");
  await terminal.shows("half a li");
  await receive("ah, good");
  await terminal.shows("<- ah, good");
  terminal.type("ne\r");
  await expect.poll(async () => (await messagesOf(threadId)).map(({ body }) => body)).toContain("half a line");

  await leave(terminal);
  expect(countOf(terminal.stdout, "<- ah, good")).toBe(1);
  expect(terminal.stdout).not.toContain("-> It is me.");
  expect(terminal.stdout).toMatch(/\n$/);
});

test("a chat on a terminal that cannot redraw shows and reads plain lines", async () => {
  const { phone, receive } = await buildConversation("who is there?");
  const terminal = runOnTerminal(["chat", phone, "--interval", "0.1"], { env: { ...env, TERM: "dumb" } });
  await terminal.shows("<- who is there?\n");

  terminal.type("It is me.\n");
  const sent = () => app.provider.texts.find(({ to, body }) => to === phone && body === "It is me.");
  await expect.poll(sent).toBeDefined();
  terminal.type(`${"x".repeat(161)}\n`);
  await terminal.shows("Not sent: a text has at most 160 characters.\n");
  await receive("ah, good");
  await terminal.shows("<- ah, good\n");

  terminal.interrupt();
  expect(await terminal.ended).toBe(0);
  expect(terminal.stdout).not.toContain("\u001b");
  expect(terminal.stdout).not.toContain("> ");
});

test("a chat shows the media of a text", async () => {
  const phone = uniquePhone();
  const number = await buildBusinessNumber(app.em(), { team });
  const media = [{ url: "https://media.example.com/1", contentType: "image/jpeg" }];
  await buildMessage(app.em(), { team, number, phone, body: "", media });
  const terminal = chat(phone);

  await terminal.shows("<- [image/jpeg https://media.example.com/1]");

  await leave(terminal);
});

const messagesOf = async (id: string) => (await client.listThreadMessages({ path: { id } })).messages;

test("a chat counts the characters and segments of the typed line", async () => {
  const { threadId } = await buildConversation();
  const terminal = chat(threadId);
  await terminal.shows("<- hello");
  terminal.type("abc");
  await terminal.shows("[3/160 GSM-7, 1 segment] > abc");
  terminal.type("👋".repeat(70));
  await terminal.shows("[73/160 UCS-2, 3 segments] > ");
  await leave(terminal);
});

test("a chat does not send a text of more than 160 characters, and leaves it for editing", async () => {
  const { phone, threadId } = await buildConversation();
  const terminal = chat(phone);
  await terminal.shows("<- hello");
  terminal.type(`${"x".repeat(161)}\r`);
  await terminal.shows("Not sent: a text has at most 160 characters.");
  terminal.type("\u007f\r");
  await expect.poll(async () => (await messagesOf(threadId))[0]?.body).toBe("x".repeat(160));
  await leave(terminal);
});

test("a chat without a thread creates one with the first text, and continues in it", async () => {
  const phone = uniquePhone();
  const { name } = await buildBusinessNumber(app.em(), { team });
  const terminal = chat(phone, "--from", name);
  await terminal.shows("No messages yet.");
  terminal.type("one\rtwo\r");
  const thread = async () => (await client.listThreads()).threads.find(({ contactPhone }) => contactPhone === phone);
  await expect.poll(async () => (await thread())?.lastBody).toBe("two");
  expect((await thread())?.senderName).toBe(name);
  await leave(terminal);
});

test("a refused text is reported, and the chat continues", async () => {
  const { phone, receive } = await buildConversation();
  await buildOptOut(app.em(), team, phone);
  const terminal = chat(phone);
  await terminal.shows("<- hello");
  terminal.type("still there?\r");
  await terminal.shows("error[recipient_opted_out]");
  await receive("no");
  await terminal.shows("<- no");
  await leave(terminal);
});

test("a chat removes control sequences from texts", async () => {
  const hostile = "\u001b]52;c;ZXZpbA==\u0007a\u001b[31mb\r\nfake\u202ec\u009b2Jd";
  const { phone, receive } = await buildConversation(hostile);
  const terminal = chat(phone);
  await terminal.shows("<- ab fakecd");
  await receive(`${hostile}!`);
  await terminal.shows("<- ab fakecd!");
  await leave(terminal);
  for (const sequence of ["\u001b]", "\u001b[31m", "\u009b", "\u202e", "\u0007"]) {
    expect(terminal.stdout).not.toContain(sequence);
  }
});

test.each([
  ["Ctrl-D", "\u0004"],
  ["a signal", undefined],
])("a chat ends with %s", async (_, key) => {
  const { phone } = await buildConversation();
  const terminal = chat(phone);
  await terminal.shows("<- hello");
  if (key === undefined) terminal.interrupt();
  else terminal.type(key);
  expect(await terminal.ended).toBe(0);
});

test("a chat needs a terminal, a phone number or thread id, and a valid key", async () => {
  const { phone } = await buildConversation();
  const piped = await runInProcess(["chat", phone], { env, stdin: "a line\n" });
  expect(piped).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining("`messaging send`") });
  expect(await chat("somebody").ended).toBe(2);
  expect(await chat(phone, "-o", "json").ended).toBe(2);
  expect(await chat("00000000-0000-7000-8000-000000000000").ended).toBe(5);
  const refused = runOnTerminal(["chat", phone], { env: { ...env, MESSAGING_API_KEY: "mk_wrong" } });
  expect(await refused.ended).toBe(4);
  expect(app.provider.texts.filter(({ to }) => to === phone)).toEqual([]);
});

test("a chat shows replies and the statuses of its own texts as they happen", async () => {
  const { phone, number } = await buildConversation();
  const terminal = chat(phone, "--interval", "3600");
  await terminal.shows("<- hello");
  const say = async (text: string) => {
    terminal.type(`${text}\r`);
    const sent = () => app.provider.texts.find(({ to, body }) => to === phone && body === text);
    await expect.poll(sent).toBeDefined();
    return { textId: sent()!.id, from: number.phoneNumber };
  };

  const first = await say("a text that is longer than its status shows");
  await reportStatus(app, first, "delivered");
  await terminal.shows("delivered: a text that is longer than its status sh…");
  await reportStatus(app, await say("another"), "undelivered", { ErrorCode: "30003" });
  await terminal.shows("-> another  (undelivered: 30003: The recipient's phone cannot be reached");
  await postCallback(app, "inbound", inboundForm(phone, number.phoneNumber, "an answer"));
  await app.jobs.drain();
  await terminal.shows("<- an answer");
  const { answer } = app.provider;
  app.provider.answer = () => ({ kind: "refused", errorCode: "21211", optedOut: false });
  await say("a third").finally(() => {
    app.provider.answer = answer;
  });
  await terminal.shows("error[message_failed]: The provider refused the message. 21211: The recipient");
  await terminal.shows("-> a third  (failed: 21211: The recipient's number is not a valid phone number.)");

  await leave(terminal);
  expect(countOf(terminal.stdout, "delivered: a text")).toBe(1);
});
