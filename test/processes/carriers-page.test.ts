import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeStandardSecret } from "../../server/secrets/standard-secrets.ts";
import { useApp } from "../support/app.ts";
import { newSid, post } from "../support/callbacks.ts";
import { uniquePhone } from "../support/factories.ts";
import { answer, useFakeServer } from "../support/fake-server.ts";
import { root } from "../support/process.ts";
import { buildAccount, type TestAccount } from "../support/provider-accounts.ts";
import { refusalOf } from "../support/refusals.ts";

const page = readFileSync(join(root, "docs", "carriers.md"), "utf8");

/** The program of the page in a language. */
const programIn = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)![1]!;

const folder = mkdtempSync(join(tmpdir(), "messaging-carriers-"));
afterAll(() => rmSync(folder, { recursive: true }));

const app = useApp();
const carrier = useFakeServer();

/** A port of loopback that nobody listens at. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

describe.each([
  { language: "ts", program: process.execPath, file: "carrier.ts" },
  { language: "python", program: "python3", file: "carrier.py" },
])("the program in $language of docs/carriers.md", ({ language, program, file }) => {
  let running: ChildProcess;
  let account: TestAccount;
  let url: string;

  beforeAll(async () => {
    writeFileSync(join(folder, file), programIn(language));
    const port = await findPort();
    url = `http://127.0.0.1:${port}`;
    const secret = makeStandardSecret();
    account = await buildAccount(app, "http", { url: `${url}/send`, secret });
    const env = { SECRET: secret, SERVER: app.url + account.path, CARRIER: carrier.url, PORT: String(port) };
    running = spawn(program, [file], { cwd: folder, env: { PATH: process.env.PATH, ...env }, stdio: "ignore" });
    // An unsigned post is refused, so that nothing is sent.
    await vi.waitFor(async () => expect((await post(`${url}/send`, "{}", {})).status).toBe(401));
  });
  afterAll(() => {
    running.kill("SIGKILL");
  });

  test("hands texts to its carrier, and reports what becomes of them", async () => {
    const { client, number } = await app.signIn();
    await account.sendFor(number);
    const [phone, id] = [uniquePhone(), newSid()];
    carrier.behaviour = answer(200, { id });

    const { textId, status } = await client.sendText({ body: { phone_number: phone, message: "Grüße 👋" } });
    expect(status).toBe("queued");
    expect(JSON.parse(carrier.requests.at(-1)!.body)).toEqual({ from: number, to: phone, text: "Grüße 👋" });

    const told = await post(
      `${url}/events`,
      JSON.stringify({ event: "status", id, from: number, status: "delivered" }),
      {},
    );
    expect(told.status).toBe(200);
    await app.jobs.drain();
    expect((await client.getMessage({ path: { id: textId } })).status).toBe("delivered");
  });

  test("passes on texts, once for each id", async () => {
    const { client, number } = await app.signIn();
    await account.sendFor(number);
    const event = { event: "text", id: newSid(), from: uniquePhone(), to: number, text: "Grüße 👋" };

    for (const _ of [1, 2]) expect((await post(`${url}/events`, JSON.stringify(event), {})).status).toBe(200);
    await app.jobs.drain();

    const { threads } = await client.listThreads();
    expect(threads).toMatchObject([{ lastBody: "Grüße 👋", contactPhone: event.from }]);
    expect((await client.listThreadMessages({ path: { id: threads[0]!.id } })).messages).toHaveLength(1);
  });

  test("reports refusals and opt-outs, and an answer that it does not understand as unknown", async () => {
    const { client, number } = await app.signIn();
    await account.sendFor(number);
    const send = () => client.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" } });

    carrier.behaviour = answer(422, { code: "no-route" });
    expect((await send()).body).toMatchObject({ error: "message_failed", provider: { code: "no-route" } });
    carrier.behaviour = answer(403, { code: "blocked" });
    expect(refusalOf(await send())).toBe("409 recipient_opted_out");
    carrier.behaviour = answer(500, "<h1>Sorry</h1>");
    expect((await send()).body.status).toBe("sending");
    expect((await post(`${url}/send`, JSON.stringify({ from: number, to: number, text: "x" }), {})).status).toBe(401);
  });
});
