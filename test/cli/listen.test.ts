import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { environmentOf, runInProcess } from "../support/cli.ts";
import { readAllEvents, reportStatus, sendAccepted } from "../support/events.ts";
import { buildContact, buildKey } from "../support/factories.ts";
import { answer, useFakeServer } from "../support/fake-server.ts";
import type { Settings } from "../support/process.ts";
import { runOnTerminal, type TestTerminal } from "../support/terminal.ts";

const app = useApp();
const hook = useFakeServer();

const running: TestTerminal[] = [];
afterEach(async () => {
  for (const terminal of running) terminal.interrupt();
  expect(await Promise.all(running.splice(0).map(({ ended }) => ended))).not.toContain(1);
});

async function signIn() {
  const { client, key, team } = await app.signIn();
  return { client, team, env: environmentOf(app.url, key) };
}

/** Listens on a terminal until the end of the test, and waits until the position of the start is known. */
async function listen(env: Settings, ...argv: string[]): Promise<TestTerminal> {
  const lines = app.logLines.length;
  const terminal = runOnTerminal(["listen", ...argv], { env });
  running.push(terminal);
  await terminal.shows("Waiting for events of");
  await expect.poll(() => app.logLines.slice(lines).some((line) => line.includes("listEvents"))).toBe(true);
  return terminal;
}

const contactIds = ({ stdout }: TestTerminal) => [...stdout.matchAll(/contact\.changed +(\S+)/g)].map(([, id]) => id);

test("listen shows why a text and a passcode are refused", async () => {
  const { client, env } = await signIn();
  const terminal = await listen(env);
  const test = client.inTestMode();

  await test.raw("sendText", { body: { phone_number: "+15005550007", message: "hello" } });
  await test.raw("generateOtp", { body: { phone: "+15005550010", recipient_id: "user" } });

  await terminal.shows(
    /message\.status +\[test\] \+15005550007 {2}failed \(21635: The recipient's number is a landline/,
  );
  await terminal.shows(/otp\.status +\[test\] \+15005550010 {2}failed \(provider_unreachable: No connection/);
  terminal.interrupt();
  expect(await terminal.ended).toBe(0);
});

test("listen shows events of the types, forwards them with a signature that verifies, and shows the answers", async () => {
  const { client, env } = await signIn();
  hook.behaviour = answer(202, "taken");
  const terminal = await listen(env, "--types", "message.status", "--forward-to", `${hook.url}/hook/`);
  await buildContact(client);
  const sent = await sendAccepted(client);
  await reportStatus(app, sent, "delivered");
  await terminal.shows(/message\.status +\+\d+ {2}delivered {2}[^\n]+\n +-> 202 in \d+ ms\n/);
  hook.behaviour = answer(500, "no");
  const second = await sendAccepted(client);
  await reportStatus(app, second, "undelivered", { ErrorCode: "30003" });
  await terminal.shows(/undelivered \(30003: The recipient[^\n]+\n +-> 500 in \d+ ms\n/);
  terminal.interrupt();

  expect(await terminal.ended).toBe(0);
  expect(terminal.stdout).not.toContain("contact.changed");
  const secret = /signed with (whsec_\S+)/.exec(terminal.stderr)![1]!;
  const posts = hook.requests.filter(({ path }) => path === "/hook/");
  const listed = await readAllEvents(client, { types: "message.status" });
  const verified = posts.map(({ body, headers }) =>
    new Webhook(secret).verify(body, headers as Record<string, string>),
  );
  expect(verified).toEqual(listed);
  expect(posts.map(({ headers }) => headers["webhook-id"])).toEqual(listed.map(({ id }) => id));
});

test("listen shows a post that nobody answers, goes on, and writes JSON lines of events with their answers", async () => {
  const { client, env } = await signIn();
  await client.listEvents();
  const first = await buildContact(client);
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const nobody = ["--forward-to", "http://127.0.0.1:1/", "--secret", secret];
  const terminal = await listen(env, "--replay", "1h", ...nobody, "-o", "json");
  await terminal.shows(first.id);
  const second = await buildContact(client);
  await terminal.shows(second.id);
  terminal.interrupt();
  await terminal.ended;

  const lines = terminal.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const noAnswer = { status: null, error: expect.any(String), milliseconds: expect.any(Number) };
  expect(lines).toEqual((await readAllEvents(client)).map((event) => ({ ...event, answer: noAnswer })));
  expect(terminal.stderr).toContain("The replay begins there.");
  expect(terminal.stderr).not.toContain(secret);
});

test("listen continues after lost connections with every event once, also when the first one brought nothing", async () => {
  const { client, env } = await signIn();
  const line = await createLine();
  const terminal = await listen({ ...env, MESSAGING_URL: line.url });
  const ids: string[] = [];
  for (let losses = 0; losses < 2; losses += 1) {
    await expect.poll(() => line.streams(), { timeout: 5_000 }).toBe(losses + 1);
    line.cut();
    ids.push((await buildContact(client)).id);
    line.mend();
    await terminal.shows(ids.at(-1)!);
  }
  expect(contactIds(terminal)).toEqual(ids);
  expect(terminal.stderr.match(/The connection was lost: .*Connecting again\.\nConnected again\./g)).toHaveLength(2);
  await line.close();
});

test.each([
  [["--forward-to", "ftp://localhost/hook"], /http or https address/],
  [["--forward-to", "localhost:4000"], /http or https address/],
  [["--forward-to", "http://user:word@localhost/"], /password/],
  [["--replay", "31d"], /at most 30d/],
  [["--replay", "yesterday"], /a duration/],
  [["--secret", "whsec_dG9vIHNob3J0", "--forward-to", "http://localhost/"], /24 to 64 bytes/],
  [["--secret", `whsec_${"A".repeat(44)}`], /--secret needs --forward-to/],
  [["--jq", "."], /--jq cannot/],
])("listen %j is an invalid command line", async (argv, says) => {
  const env = environmentOf(app.url, "mk_unused");
  const refused = await runInProcess(["listen", ...argv], { env });
  expect(refused).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(says) });
});

test("listen ends if the server refuses it, with the exit code of the reason", async () => {
  const { team, env } = await signIn();
  const key = await buildKey(app.em(), team, { scopes: ["messages:read"] });
  const run = (given: Settings, ...argv: string[]) => runInProcess(["listen", ...argv], { env: { ...env, ...given } });

  expect(await run({ MESSAGING_API_KEY: "mk_wrong" })).toMatchObject({ code: 4, stdout: "" });
  expect(await run({ MESSAGING_API_KEY: key })).toMatchObject({
    code: 4,
    stderr: expect.stringContaining("error[insufficient_scope]"),
  });
  expect(await run({}, "--types", "message.lost")).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("error[validation_error]"),
  });
  const { stdout } = await run({}, "--types", "otp.status", "--curl");
  expect(stdout).toContain("/api/events/stream?types=otp.status");
});

/** A network between the command and the server, which a test can cut. */
async function createLine() {
  const sockets = new Set<Socket>();
  let isCut = false;
  let streams = 0;
  const { port, hostname } = new URL(app.url);
  const server = createServer((socket) => {
    if (isCut) return socket.destroy();
    const target = connect(Number(port), hostname);
    for (const each of [socket, target]) sockets.add(each.on("error", () => {}));
    socket.pipe(target);
    target.pipe(socket);
    target.on("data", (chunk: Buffer) => {
      if (chunk.includes(": connected")) streams += 1;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The number of streams that were opened. */
    streams: () => streams,
    cut,
    mend: () => {
      isCut = false;
    },
    async close() {
      cut();
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
}

test("`events list` from before the recording begins with the recording, and says so", async () => {
  const { client, env } = await signIn();
  const list = (...argv: string[]) => runInProcess(["events", "list", "-o", "json", ...argv], { env });
  const none = await list("--since", "1h");
  expect(none).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/recorded since \S+Z\. The list begins there\.\n/),
  });
  const { id } = await buildContact(client);

  const { code, stdout } = await list("--since", "2d", "--all");
  expect(code).toBe(0);
  expect(JSON.parse(stdout).events).toMatchObject([{ type: "contact.changed", data: { contactId: id } }]);
  const { recordedSince } = JSON.parse(stdout);
  const since = new Date(Date.parse(recordedSince) + 1).toISOString();
  expect(await list("--since", since)).toMatchObject({ code: 0, stderr: "" });
  expect((await list("--since", "1h", "--curl")).stdout).toMatch(/^curl .*since=/);
});
