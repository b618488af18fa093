/**
 * Kannel, an SMS gateway in C, if it is installed (Debian's `kannel`). It runs bearerbox and smsbox with a file spool, which
 * they never sync, and an SMSC that accepts everything.
 *
 * @see https://www.kannel.org/download/1.4.5/userguide-1.4.5/userguide.html
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Listening, type Program, programOf } from "../programs.ts";

const boxes = ["bearerbox", "smsbox"] as const;
type Box = (typeof boxes)[number];

const patienceMilliseconds = 10_000;

/** Finds a program of Kannel. The PATH of a user may lack Debian's directory. */
const findBox = (name: Box): string | undefined =>
  [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"]
    .map((directory) => join(directory, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/** Whether Kannel is installed. */
export const hasKannel = (): boolean => boxes.every(findBox);

/** Starts Kannel with its files in the directory. */
export async function startKannel(directory: string): Promise<Listening> {
  mkdirSync(join(directory, "spool"), { recursive: true });
  const ports = await findPorts();
  const configuration = join(directory, "kannel.conf");
  writeFileSync(configuration, configure(directory, ports));
  const programs: Program[] = [];
  const start = (name: Box): ChildProcess => {
    const box = spawn(findBox(name)!, [configuration], { stdio: "ignore" });
    programs.unshift(programOf(box));
    return box;
  };
  const stop = async () => {
    for (const program of programs) await program.stop();
  };
  try {
    const smsc = await connectWhenOpen(ports.smsc, start("bearerbox"));
    smsc.on("error", () => {}).resume();
    (await connectWhenOpen(ports.sendsms, start("smsbox"))).destroy();
  } catch (cause) {
    await stop();
    throw new Error(`Kannel does not start`, { cause });
  }
  return { url: `http://127.0.0.1:${ports.sendsms}`, pids: programs.flatMap(({ pids }) => pids), stop };
}

interface Ports {
  admin: number;
  boxes: number;
  smsc: number;
  sendsms: number;
}

function configure(directory: string, { admin, boxes: boxesPort, smsc, sendsms }: Ports): string {
  return `
group = core
admin-port = ${admin}
admin-interface = 127.0.0.1
admin-password = bench
smsbox-port = ${boxesPort}
smsbox-interface = 127.0.0.1
box-allow-ip = "127.0.0.1"
box-deny-ip = "*.*.*.*"
log-file = "${directory}/bearerbox.log"
log-level = 2
store-type = spool
store-location = "${directory}/spool"

group = smsc
smsc = fake
smsc-id = bench
port = ${smsc}
connect-allow-ip = 127.0.0.1

group = smsbox
bearerbox-host = 127.0.0.1
bearerbox-port = ${boxesPort}
sendsms-port = ${sendsms}
sendsms-interface = 127.0.0.1
log-file = "${directory}/smsbox.log"
log-level = 2
access-log = "${directory}/access.log"

group = sendsms-user
username = bench
password = bench
`;
}

/** Finds free ports. All are bound before any is released, so they differ. */
async function findPorts(): Promise<Ports> {
  const servers = Array.from({ length: 4 }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const [admin, boxesPort, smsc, sendsms] = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return { admin: admin!, boxes: boxesPort!, smsc: smsc!, sendsms: sendsms! };
}

async function connectWhenOpen(port: number, box: ChildProcess): Promise<Socket> {
  const deadline = performance.now() + patienceMilliseconds;
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    try {
      await once(socket, "connect");
      return socket;
    } catch (error) {
      if (box.exitCode !== null || performance.now() > deadline) throw error;
      await wait(20);
    }
  }
}
