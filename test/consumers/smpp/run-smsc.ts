/**
 * Runs the service with an SMSC of the Python package smpp34: an API and a worker, which both bind. Texts of both encodings and
 * of several parts, receipts, throttling and answers must be understood on both sides.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { useProvider } from "../../../server/business-numbers/use-provider.ts";
import type { Database } from "../../../server/db/database.ts";
import { addAccount, updateAccount } from "../../../server/provider-accounts/accounts.ts";
import { createSealer } from "../../../server/secrets/sealing.ts";
import { buildBusinessNumber, buildKey, buildTeam, uniquePhone } from "../../support/factories.ts";
import { findPort } from "../../support/find-port.ts";
import { createProcesses, runProgram, type Settings, settingsFor } from "../../support/process.ts";

/** What the SMSC writes about something that it sees. */
interface Seen {
  kind: "ready" | "bound" | "text" | "answered";
  system?: string;
  to?: string;
  coding?: number;
  header?: string;
  text?: string;
  payload?: string[];
  status?: number;
}

/** @throws Error with what is wrong */
export async function runSmsc(database: Database): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "messaging-smpp-"));
  const processes = createProcesses();
  const port = await findPort();
  let smsc: ChildProcess | undefined;
  try {
    await install(folder);
    const seen: Seen[] = [];
    smsc = spawn(join(folder, "venv/bin/python"), [join(import.meta.dirname, "smsc.py"), String(port)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    createInterface({ input: smsc.stdout! }).on("line", (line) => seen.push(JSON.parse(line)));
    await until("the SMSC listens", () => seen.some(({ kind }) => kind === "ready"));
    const settings = settingsFor(database);
    const em = database.orm.em.fork();
    const sealer = createSealer(settings.SECRET_KEY!);
    const account = { url: `smpp://127.0.0.1:${port}`, systemId: "messaging", password: "secret" };
    await addAccount(em.fork(), sealer, { name: "smsc", kind: "smpp", settings: account });
    const team = await buildTeam(em);
    const { phoneNumber } = await buildBusinessNumber(em, { team, isPrimary: true });
    await useProvider(em.fork(), phoneNumber as never, "smsc");
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

    await updateAccount(em.fork(), sealer, "smsc", { longTexts: "payload" });
    const bound = () => seen.filter(({ kind }) => kind === "bound").length;
    await until("both processes are bound again", () => bound() === 4);
    const whole = uniquePhone();
    await send(whole, "y".repeat(200));
    expect(textsTo(whole)[0]?.payload?.[0] === "79".repeat(200), "a long text is in message_payload");
  } finally {
    await processes.end();
    if (smsc && smsc.exitCode === null) {
      smsc.kill();
      await once(smsc, "exit");
    }
    rmSync(folder, { recursive: true });
  }
}

async function install(folder: string): Promise<void> {
  const settings = process.env as Settings;
  for (const [program, args] of [
    ["python3", ["-m", "venv", "venv"]],
    ["venv/bin/pip", ["install", "--quiet", "smpp34==1.5.0"]],
  ] as const) {
    const { code, stdout, stderr } = await runProgram(program, [...args], { settings, directory: folder });
    if (code !== 0) throw new Error(`${program} ended with ${code}:\n${stdout}${stderr}`);
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
