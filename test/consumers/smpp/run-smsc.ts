/**
 * Runs the service with an SMSC of somebody else's library: an API and a worker, which both bind. Texts of both encodings and
 * of several parts, receipts, throttling and answers must be understood on both sides. An SMSC that is killed under load, or
 * stands still, gets no text twice, and loses none that it has accepted.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { useProvider } from "../../../server/business-numbers/use-provider.ts";
import type { Database } from "../../../server/db/database.ts";
import { addAccount, updateAccount } from "../../../server/provider-accounts/accounts.ts";
import { createSealer } from "../../../server/secrets/sealing.ts";
import { buildBusinessNumber, buildKey, buildTeam, uniquePhone } from "../../support/factories.ts";
import { findPort } from "../../support/find-port.ts";
import { createProcesses, settingsFor } from "../../support/process.ts";
import type { SmscProgram } from "./smscs.ts";
import { type Seen, type StartedSmsc, startSmsc } from "./started-smsc.ts";

/** @throws Error with what is wrong */
export async function runSmsc(database: Database, program: SmscProgram): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "messaging-smpp-"));
  const processes = createProcesses();
  const port = await findPort();
  let smsc: StartedSmsc | undefined;
  try {
    await program.install(folder);
    const seen: Seen[] = [];
    const start = () => startSmsc(program.command(folder, port), seen);
    smsc = await start();
    const settings = settingsFor(database);
    const em = database.orm.em.fork();
    const sealer = createSealer(settings.SECRET_KEY!);
    const account = { url: `smpp://127.0.0.1:${port}`, systemId: "messaging", password: "secret" };
    await addAccount(em.fork(), sealer, { name: program.name, kind: "smpp", settings: account });
    const team = await buildTeam(em);
    const { phoneNumber } = await buildBusinessNumber(em, { team, isPrimary: true });
    await useProvider(em.fork(), phoneNumber as never, program.name);
    const [api] = await Promise.all([
      processes.startServer({ ...settings, ROLE: "api" }),
      processes.startServer({ ...settings, ROLE: "worker" }),
    ]);
    await until("both processes are bound", () => seen.filter(({ kind }) => kind === "bound").length === 2);
    const headers = { "x-api-key": await buildKey(em, team), "content-type": "application/json" };
    const ask = async (path: string, body?: object) => {
      const request = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
      return (await fetch(`${api.url}${path}`, request)).json();
    };
    const send = (to: string, message: string) => ask("/api/messages", { phone_number: to, message });
    const statusOf = async (id: string) => (await ask(`/api/messages/${id}`)).status;
    const textsTo = (phone: string) => seen.filter(({ kind, to }) => kind === "text" && `+${to}` === phone);
    const [short, wide, long, throttled] = [uniquePhone(), uniquePhone(), uniquePhone(), throttledPhone()];
    const sent = [await send(short, "Hello {€}"), await send(wide, "zażółć"), await send(long, "x".repeat(200))];
    for (const { message } of sent)
      await until("a receipt arrives", async () => (await statusOf(message.id)) === "delivered");
    expect(textsTo(short)[0]!.text === "48656c6c6f201b281b651b29", "GSM septets have a byte each");
    expect(textsTo(wide)[0]!.text === "007a0061017c00f301420107", "UCS-2 has its bytes in order");
    expect(textsTo(wide)[0]!.coding === 8, "UCS-2 is announced");
    const headersOf = textsTo(long).map(({ header = "" }) => `${header.slice(0, 6)}…${header.slice(8)}`);
    expect(headersOf.join() === "050003…0201,050003…0202", "a long text has two parts");

    const refused = await send(throttled, "too fast");
    expect(refused.error === "message_failed" && refused.provider.about === "capacity", "throttling is capacity");

    const from = async (phone: string) => {
      const { threads } = await ask(`/api/threads?phones=${encodeURIComponent(phone)}`);
      const { messages } = await ask(`/api/threads/${threads[0].id}/messages`);
      return messages.filter((each: { direction: string }) => each.direction === "inbound");
    };
    for (const [said, heard] of [
      ["echo", "dzień dobry"],
      ["echo long", "left and right"],
    ] as const) {
      const phone = uniquePhone();
      await send(phone, said);
      await until(`${heard} arrives`, async () => (await from(phone))[0]?.body === heard);
    }
    expect(
      seen.filter(({ kind }) => kind === "answered").every(({ status }) => status === 0),
      "all that was delivered is accepted",
    );

    await updateAccount(em.fork(), sealer, program.name, { longTexts: "payload" });
    const bound = () => seen.filter(({ kind }) => kind === "bound").length;
    await until("both processes are bound again", () => bound() === 4);
    const whole = uniquePhone();
    await send(whole, "y".repeat(200));
    expect(textsTo(whole)[0]?.payload?.[0] === "79".repeat(200), "a long text is in message_payload");
    if (!program.isEnded) return;

    const phones = Array.from({ length: 30 }, uniquePhone).filter((phone) => !phone.endsWith("58"));
    const taken = () => phones.filter((phone) => textsTo(phone).length > 0).length;
    const answers = Promise.all(phones.map((phone) => send(phone, "under load")));
    await until("texts arrive", () => taken() >= 10);
    await smsc.kill();
    smsc = await start();
    for (const [index, { message, error }] of (await answers).entries()) {
      const count = textsTo(phones[index]!).length;
      expect(count <= 1, "no text arrives twice");
      if (message.status === "queued") expect(count === 1, "a text that was accepted has arrived");
      if (error !== undefined) expect(count === 0, "a text that was refused has not arrived");
    }
    // Texts may be refused for ten seconds, because the SMSC could not be reached.
    const accepts = async () => (await send(uniquePhone(), "again")).message.status === "queued";
    await until("a text is accepted after the kill", accepts);

    const [silent, next] = [uniquePhone(), uniquePhone()];
    smsc.signal("SIGSTOP");
    const unanswered = await send(silent, "into silence");
    smsc.signal("SIGCONT");
    expect(unanswered.message.status === "sending", "the outcome of a text without an answer is unknown");
    const { message: later } = await send(next, "after it");
    await until("a receipt arrives after the silence", async () => (await statusOf(later.id)) === "delivered");
    expect(textsTo(silent).length <= 1, "a text without an answer is not sent again");
  } finally {
    await processes.end();
    await smsc?.kill();
    rmSync(folder, { recursive: true });
  }
}

/** A phone whose texts the SMSC throttles. */
const throttledPhone = () => uniquePhone().replace(/..$/, "58");

async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isTrue()); tries += 1) {
    if (tries === 300) throw new Error(`Within 30 seconds, it is not true that ${what}.`);
    await wait(100);
  }
}

function expect(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`It is not true that ${what}.`);
}
