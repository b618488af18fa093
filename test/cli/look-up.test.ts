import { expect, test, vi } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import type { E164 } from "../../server/phone.ts";
import { useApp } from "../support/app.ts";
import { environmentOf, runInProcess, signInCli } from "../support/cli.ts";
import { reportStatus } from "../support/events.ts";
import { buildKey, buildMessage, uniquePhone } from "../support/factories.ts";
import { signInAgent } from "../support/held-texts.ts";

const app = useApp();
const simulated = useApp({ simulated: true });

/** A phone to which the simulated carrier delivers nothing. */
const undelivered = "+15005550002";

test("a text is shown by its id, and an unknown id names the list", async () => {
  const { run, team } = await signInCli(app);
  const { id } = await buildMessage(app.em(), { team, body: "hello" });

  expect(JSON.parse((await run(["texts", "get", id])).stdout)).toMatchObject({ id, body: "hello", status: "received" });
  expect(await run(["texts", "get", newId()])).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(/error\[message_not_found\][\s\S]*`messaging texts list`/),
  });
});

test("texts are listed by phone, status and time, with the reason of a failure in the table", async () => {
  const { run, team } = await signInCli(app);
  const phone = uniquePhone();
  const { id } = await buildMessage(app.em(), { team, phone, direction: "outbound", status: "failed" });
  await buildMessage(app.em(), { team, phone });
  await app.em().execute("update message set error_code = '30005' where team_id = ? and id = ?", [team.id, id]);

  const filter = ["texts", "list", "--to", phone, "--status", "failed", "--since", "yesterday", "--until", "0s"];

  expect((await run([...filter, "-o", "id"])).stdout).toBe(`${id}\n`);
  expect((await run([...filter, "-o", "table"])).stdout).toContain("30005");
  expect((await run(["texts", "ls", "--direction", "inbound", "-o", "id"])).stdout).not.toContain(id);
});

test.each([["+1 (202) 555-0147"], ["(202) 555-0147", "--country", "US"], ["tel:+1-202-555-0147"]])(
  "a phone that is written as %s is found",
  async (...written) => {
    const { run, team } = await signInCli(app);
    const { id, threadId } = await buildMessage(app.em(), { team, phone: "+12025550147" as E164 });
    const ids = async (...argv: string[]) => (await run([...argv, ...written, "-o", "id"])).stdout;

    expect(await ids("texts", "list", "--to")).toBe(`${id}\n`);
    expect(await ids("threads", "list", "--phone")).toBe(`${threadId}\n`);
    expect(await ids("consents", "get")).toBe("+12025550147\n");
  },
);

test.each(["32665", "MyBank"] as E164[])("the sender %s is no phone, also where a country is given", async (phone) => {
  const { run, team } = await signInCli(app);
  const { id } = await buildMessage(app.em(), { team, phone });

  expect((await run(["texts", "list", "--to", phone, "--country", "DE", "-o", "id"])).stdout).toBe(`${id}\n`);
});

test.each([
  ["today", 0],
  ["yesterday", 1],
])("--since %s begins at the midnight of this machine's time zone", async (word, daysAgo) => {
  const { run, team } = await signInCli(app);
  const now = new Date();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo);
  const { id } = await buildMessage(app.em(), { team });
  const place = async (at: Date) =>
    app.em().execute("update message set created_at = ?::timestamptz where team_id = ?", [at.toISOString(), team.id]);
  const list = async () => (await run(["texts", "list", "--since", word, "-o", "id"])).stdout;

  await place(midnight);
  expect(await list()).toBe(`${id}\n`);
  await place(new Date(midnight.getTime() - 1));
  expect(await list()).toBe("");
});

/** Runs `messaging send --wait` to a phone of the simulated carrier, which delivers the text meanwhile. */
async function sendAndWait(phone: string) {
  const { key } = await simulated.signIn();
  let result: Awaited<ReturnType<typeof runInProcess>> | undefined;
  void runInProcess(["send", phone, "hello", "--wait"], { env: environmentOf(simulated.url, key) }).then((each) => {
    result = each;
  });
  await vi.waitFor(async () => {
    await simulated.deliver();
    expect(result).toBeDefined();
  });
  return result!;
}

test("send --wait ends with 0 and the text once it is delivered", async () => {
  const { code, stdout, stderr } = await sendAndWait(uniquePhone());

  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({ direction: "outbound", status: "delivered", body: "hello" });
});

test("send --wait ends with 8 and the reason if the text is not delivered", async () => {
  const { code, stdout, stderr } = await sendAndWait(undelivered);

  expect(code).toBe(8);
  expect(JSON.parse(stdout)).toMatchObject({ status: "undelivered", errorCode: "30003" });
  expect(stderr).toMatch(/^error: The text is undelivered\. 30003: The recipient's phone cannot be reached/);
});

test("send --wait ends with 8 and the status if it is not final in time", async () => {
  const { key } = await app.signIn();
  const begunAt = performance.now();

  const argv = ["send", uniquePhone(), "hello", "--wait", "--timeout", "1"];
  const { code, stdout, stderr } = await runInProcess(argv, { env: environmentOf(app.url, key) });

  expect(performance.now() - begunAt).toBeGreaterThan(950);
  expect(code).toBe(8);
  const { id, status } = JSON.parse(stdout);
  expect(status).toBe("queued");
  expect(stderr).toContain("The text is still queued after 1 s. It was sent once.");
  expect(stderr).toContain(`messaging texts get ${id}`);
});

test.each([
  ["read", 0],
  ["failed", 8],
] as const)("send --wait ends once the text is %s", async (status, expected) => {
  const { key, number } = await app.signIn();
  const phone = uniquePhone();
  const ended = runInProcess(["send", phone, "hello", "--wait"], { env: environmentOf(app.url, key) });
  const sent = () => app.provider.texts.find(({ to }) => to === phone);
  await vi.waitFor(() => expect(sent()).toBeDefined());

  await reportStatus(app, { textId: sent()!.id, from: number }, status);

  const { code, stdout } = await ended;
  expect({ code, status: JSON.parse(stdout).status }).toEqual({ code: expected, status });
});

test("send --wait ends with 8 once the text that waits for an approval is rejected", async () => {
  const { person, agentKey } = await signInAgent(app);
  const ended = runInProcess(["send", uniquePhone(), "hello", "--wait"], { env: environmentOf(app.url, agentKey) });
  const held = async () => (await person.listApprovals()).approvals[0];
  await vi.waitFor(async () => expect(await held()).toBeDefined());

  await person.rejectText({ path: { id: (await held())!.id }, body: {} });

  const { code, stderr } = await ended;
  expect(code).toBe(8);
  expect(stderr).toMatch(/^error: The text is canceled\. approval_rejected: /);
});

test("send --wait does not say of a text that waits for an approval that it was sent", async () => {
  const { team } = await app.signIn();
  const key = await buildKey(app.em(), team, { scopes: ["messages:send", "messages:read"], hold: "all" });

  const argv = ["send", uniquePhone(), "hello", "--wait", "--timeout", "1"];
  const { code, stdout, stderr } = await runInProcess(argv, { env: environmentOf(app.url, key) });

  expect(code).toBe(8);
  expect(JSON.parse(stdout)).toMatchObject({ status: "held" });
  expect(stderr).toContain("The text is still held after 1 s. It waits for an approval, and was not sent yet.");
});

test("send --wait with a key that may not read texts sends none", async () => {
  const { team } = await app.signIn();
  const key = await buildKey(app.em(), team, { scopes: ["messages:send"] });
  app.provider.texts.length = 0;

  const argv = ["send", uniquePhone(), "hello", "--wait"];
  const { code, stderr } = await runInProcess(argv, { env: environmentOf(app.url, key) });

  expect(code).toBe(4);
  expect(stderr).toContain("messages:read");
  expect(app.provider.texts).toEqual([]);
});

test("send --wait waits for one text that is sent now: not with --file, --at or --dry-run", async () => {
  const { run } = await signInCli(app);

  for (const given of [
    ["--file", "rows.csv"],
    [uniquePhone(), "hello", "--at", "2h"],
  ])
    expect(await run(["send", ...given, "--wait"])).toMatchObject({ code: 2, stdout: "" });
  expect(await run(["send", uniquePhone(), "hello", "--wait", "--dry-run"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("/api/text"),
  });
});
