import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { useProvider } from "../../server/business-numbers/use-provider.ts";
import type { Database } from "../../server/db/database.ts";
import { encodeGsm } from "../../server/provider/smpp/alphabet.ts";
import { addAccount } from "../../server/provider-accounts/accounts.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import { createClient } from "../support/client.ts";
import { createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildKey, buildTeam, uniquePhone } from "../support/factories.ts";
import { runCli, settingsFor, useProcesses } from "../support/process.ts";
import { accept, createSmsc, international, type Smsc } from "../support/smsc.ts";

const processes = useProcesses();
const folder = mkdtempSync(join(tmpdir(), "messaging-smpp-"));
let database: Database;
let smsc: Smsc;

beforeAll(async () => {
  database = await createDatabase();
});
afterEach(() => smsc.close());
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** A team with a number that an account at the SMSC sends for, which binds by a name of its own. */
async function signIn() {
  const em = database.orm.em.fork();
  const name = `smsc-${crypto.randomUUID().slice(0, 8)}`;
  const systemId = name.slice(-8);
  const given = { url: smsc.url, systemId, password: "secret" };
  const sealer = createSealer(settingsFor(database).SECRET_KEY!);
  await addAccount(em.fork(), sealer, { name, kind: "smpp", settings: given });
  const team = await buildTeam(em);
  const { phoneNumber: number } = await buildBusinessNumber(em, { team, isPrimary: true });
  await useProvider(em.fork(), number as never, name);
  return { name, number, systemId, key: await buildKey(em, team) };
}

test("texts, a doctor and a test go over TLS to an SMSC whose certificate is trusted", async () => {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-keyout", key, "-out", certificate];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...files, ...names], { stdio: "ignore" });
  smsc = await createSmsc({ tls: { key: readFileSync(key), cert: readFileSync(certificate) } });
  const { name, systemId, key: apiKey } = await signIn();
  const settings = { ...settingsFor(database), NODE_EXTRA_CA_CERTS: certificate };
  const server = await processes.startServer(settings);
  await smsc.bound(systemId);

  const client = createClient(server.url, apiKey);
  const phone = uniquePhone();
  const sent = await client.sendText({ body: { phone_number: phone, message: "hello" } });
  expect(sent).toMatchObject({ status: "queued" });
  expect(smsc.textsTo(phone)).toHaveLength(1);

  const doctor = await runCli(settings, "doctor");
  expect(doctor.stdout).toContain(`${smsc.url} accepts the bind, and is called stand-in`);
  const to = uniquePhone();
  const tried = await runCli(settings, "providers", "test", name, "--to", to, "--yes", "--wait", "1");
  expect(JSON.parse(tried.stdout)).toMatchObject({ outcome: "accepted" });
  expect(smsc.textsTo(to)).toHaveLength(1);

  const untrusted = await runCli(settingsFor(database), "providers", "test", name, "--to", to, "--yes");
  expect(JSON.parse(untrusted.stdout)).toMatchObject({ outcome: "refused", code: "provider_unreachable" });
  expect(smsc.textsTo(to)).toHaveLength(1);
  await server.stop();
});

test("twenty ends of the connection under load send no text twice, and lose none that was accepted", async () => {
  smsc = await createSmsc();
  const { key, systemId } = await signIn();
  const server = await processes.startServer(settingsFor(database));
  await smsc.bound(systemId);
  const accepted = new Map<string, string>();
  let count = 0;
  smsc.behaviour = (text, answering) => {
    count += 1;
    if (count % 25 === 0) {
      smsc.endAll();
      return;
    }
    accepted.set(`id-${count}`, text.shortMessage.toString());
    answering.answer(0, `id-${count}`);
  };
  const client = createClient(server.url, key);
  let kills = 0;
  const outcomes = new Map<string, { status?: string; error?: string }>();
  async function sendMany(worker: number): Promise<void> {
    for (let round = 0; kills < 20; round += 1) {
      const message = `text ${worker} ${round}`;
      const request = { body: { phone_number: uniquePhone(), message }, idempotencyKey: message };
      const { body } = await client.raw("sendText", request);
      outcomes.set(message, body);
      kills = Math.floor(count / 25);
    }
  }
  await Promise.all(Array.from({ length: 10 }, (_, worker) => sendMany(worker)));

  const ledger = Map.groupBy(smsc.texts, ({ shortMessage }) => shortMessage.toString());
  expect([...ledger.values()].filter((texts) => texts.length > 1)).toEqual([]);
  const known = new Set(accepted.values());
  for (const [message, { status, error }] of outcomes) {
    // What is queued is at the SMSC, and what was refused is not.
    if (status === "queued") expect(known).toContain(message);
    if (error !== undefined) expect(ledger.has(message)).toBe(false);
  }
  expect([...outcomes.values()].filter(({ status }) => status === "queued").length).toBeGreaterThan(100);
  await server.stop();
});

test("a killed process loses no part that it has acknowledged", async () => {
  smsc = await createSmsc();
  smsc.behaviour = accept;
  const { number, key, systemId } = await signIn();
  const settings = settingsFor(database);
  const phone = uniquePhone();
  const addresses = { source: international(phone), destination: international(number) };
  const partOf = (part: number, text: string) => ({
    ...addresses,
    esmClass: 0x40,
    shortMessage: Buffer.concat([Buffer.from([5, 0, 3, 8, 3, part]), encodeGsm(text)!]),
  });
  for (const [part, text] of [
    [2, "two "],
    [1, "one "],
    [3, "three"],
  ] as const) {
    const server = await processes.startServer(settings);
    await smsc.bound(systemId);
    expect(await smsc.deliver(systemId, partOf(part, text))).toBe(0);
    await server.kill();
    await vi.waitFor(() => expect(smsc.countBound(systemId)).toBe(0));
  }

  const server = await processes.startServer(settings);
  const client = createClient(server.url, key);
  await vi.waitFor(async () => {
    const { threads } = await client.listThreads();
    expect(threads.map(({ lastBody }) => lastBody)).toEqual(["one two three"]);
  });
  await server.stop();
});
