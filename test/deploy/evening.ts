/** The evening of docs/operating.md, as far as a plain user can go without an account, a domain or root. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createClient } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { createFakeServer, type FakeServer } from "../support/fake-server.ts";
import { secretKey } from "../support/passcodes.ts";
import { root } from "../support/process.ts";
import { dumps, readDump } from "../upgrade/restore.ts";
import { type Installed, killDatabases, type Served } from "./installed.ts";
import { surround } from "./nginx.ts";
import { edit, findFreePort } from "./program.ts";

const key = "the-first-key-of-the-evening";

/** Declares the tests of an evening, each of which goes on where the one before has ended. */
export function describeEvening(installed: () => Installed): void {
  describe("an evening", () => {
    /** The files of the evening. */
    let directory: string;
    let dataDir: string;
    let carrier: FakeServer;
    let settings: Record<string, string>;
    let address: string;
    let processes: Served[] = [];
    /** The commands that were run, for the comparison with the page. */
    const commands: string[][] = [];

    const run = async (file: string, ...argv: string[]) => {
      const ended = await installed().run(file, argv, { ...settings, NODE_EXTRA_CA_CERTS: join(directory, "ca.pem") });
      return { ...ended, result: ended.stdout.startsWith("{") ? JSON.parse(ended.stdout) : undefined };
    };
    const messaging = (...argv: string[]) => {
      commands.push(argv);
      return run("messaging", ...argv);
    };
    const send = (phone: string) => messaging("send", phone, "Hello", "--url", address);
    const start = async () => {
      processes = [];
      // One after the other, as an upgrade replaces them.
      for (const role of [{ ROLE: "api" }, { ROLE: "worker" }])
        processes.push(await installed().serve({ ...settings, ...role }));
    };

    beforeAll(async () => {
      directory = join(installed().home, "evening");
      await installed().run("mkdir", ["-p", join(directory, "ssl")]);
      carrier = await createFakeServer();
      const [port, proxyPort] = [await findFreePort(), await findFreePort()];
      address = `https://localhost:${proxyPort}`;
      dataDir = join(directory, "data-of-the-service");
      settings = {
        DATA_DIR: dataDir,
        PORT: String(port),
        BASE_URL: address,
        TRUSTED_PROXIES: "127.0.0.1/32",
        PROVIDER: "twilio",
        PROVIDER_ACCOUNT_SID: "AC1",
        WEBHOOK_CLIENT_SECRET: "the auth token of the evening",
        PROVIDER_BASE_URL: carrier.url,
        BOOTSTRAP_API_KEY: key,
        MESSAGING_API_KEY: key,
      };
    });
    afterAll(() => carrier?.close());

    test("a server and a worker start, and a proxy with a certificate of an authority of its own", async () => {
      await start();
      for (const argv of certificateOf(directory)) expect(await run("openssl", ...argv)).toMatchObject({ status: 0 });
      await startProxy(installed(), directory, settings.PORT!, address);

      const ready = await messaging("api", "GET", "/readyz", "--url", address);

      expect(ready).toMatchObject({ status: 0, result: { status: "ready" } });
    });

    test("a text reaches the carrier, from a number of the account", async () => {
      const number = ["--name", "Sales", "--phone", salesPhone, "--sid", "PN1", "--primary"];
      expect(await messaging("numbers", "create", ...number, "--url", address)).toMatchObject({ status: 0 });
      const phone = uniquePhone();

      expect(await send(phone)).toMatchObject({ status: 0, result: { from: salesPhone } });

      expect(carrier.requestsTo(phone)).toMatchObject([{ form: { From: salesPhone, Body: "Hello" } }]);
    });

    test("a STOP that the carrier posts to the public address ends the texts to its sender", async () => {
      const stop = ["STOP", "--from", optedOut, "--to", salesPhone, "--url", address];
      expect(await messaging("simulate", "inbound", ...stop)).toMatchObject({ status: 0, stderr: "" });

      expect(await send(optedOut)).toMatchObject({ status: 6, stderr: expect.stringContaining("recipient_opted_out") });
    });

    test("a backup survives the end of the machine: a restore has the opt-out, and sends nothing until it is told", async () => {
      const before = await send(uniquePhone());
      const { status, result } = await messaging("db", "backup", join(directory, "backups"), "--keep", "14");
      expect(status).toBe(0);
      await killAll();
      expect(await run("rm", "-r", dataDir)).toMatchObject({ status: 0 });

      expect(await messaging("db", "restore", result.file)).toMatchObject({ status: 0, result: { liveTexts: "off" } });
      await start();

      const kept = ["texts", "get", before.result.textId, "--url", address];
      expect(await messaging(...kept)).toMatchObject({ status: 0, result: { body: "Hello" } });
      const phone = uniquePhone();
      expect(await send(phone)).toMatchObject({ status: 8, stderr: expect.stringContaining("live_texts_off") });
      expect(await messaging("db", "accept-lost-opt-outs")).toMatchObject({ status: 0 });
      await vi.waitFor(async () => expect(await send(phone)).toMatchObject({ status: 0 }));
      expect(await send(optedOut)).toMatchObject({ status: 6 });
    });

    test("the database of an earlier version is upgraded by a start", async () => {
      await Promise.all(processes.map((process) => process.stop()));
      const [name] = dumps;
      const { facts, sql } = readDump(name!);
      const file = join(directory, "dump.json");
      writeFileSync(file, JSON.stringify(sql));
      Object.assign(settings, { DATA_DIR: join(directory, "data-of-before"), SECRET_KEY: secretKey });
      const node = join(installed().folder, "node_modules", ".bin", "node");
      const restores = ["--input-type=module", "--eval", restore, installed().folder, settings.DATA_DIR!, file];
      expect(await run(node, ...restores)).toMatchObject({ status: 0, stderr: "" });

      await start();

      const client = createClient(processes[0]!.url, facts.keys.primary);
      expect((await client.getContact({ path: { id: facts.contact.id } })).name).toBe(facts.contact.name);
      const body = { phone_number: facts.optedOut, message: "Hello" };
      expect((await client.raw("sendText", { body })).body.error).toBe("recipient_opted_out");
      expect(await messaging("doctor", "--jq", '.[] | select(.check == "migrations") | .status')).toMatchObject({
        stdout: "ok\n",
      });
      expect(await Promise.all(processes.map((process) => process.stop()))).toEqual([0, 0]);
    });

    test("the steps of the page that are not marked name no other command", () => {
      const named = commandsOf(readFileSync(join(root, "docs", "operating.md"), "utf8"));
      expect(named).toEqual(expect.arrayContaining(["send", "db backup", "db restore"]));
      expect(named.filter((name) => !commands.some((argv) => argv.join(" ").startsWith(name)))).toEqual([]);
    });

    /** Ends all processes and PostgreSQL at once, as the end of a machine does. */
    async function killAll(): Promise<void> {
      killDatabases(dataDir);
      await Promise.all(processes.map((each) => each.stop("SIGKILL")));
    }
  });
}

const salesPhone = "+12025550142";
const optedOut = "+12025550177";

/** The arguments of openssl that make an authority, and a certificate of it for localhost. */
function certificateOf(directory: string): string[][] {
  const inDirectory = (name: string) => join(directory, name);
  const [ca, caKey, request] = ["ca.pem", "ca.key", "request.pem"].map(inDirectory) as [string, string, string];
  const newKey = ["-newkey", "rsa:2048", "-nodes", "-keyout"];
  const extensions = inDirectory("extensions");
  writeFileSync(extensions, "subjectAltName=DNS:localhost");
  return [
    ["req", "-x509", ...newKey, caKey, "-out", ca, "-subj", "/CN=An authority of its own", "-days", "1"],
    ["req", ...newKey, inDirectory("ssl/privkey.pem"), "-out", request, "-subj", "/CN=localhost"],
    [
      ...["x509", "-req", "-in", request, "-CA", ca, "-CAkey", caKey, "-CAcreateserial", "-days", "1"],
      ...["-extfile", extensions, "-out", inDirectory("ssl/fullchain.pem")],
    ],
  ];
}

/** Starts nginx with the file of the package. */
async function startProxy(installed: Installed, directory: string, port: string, address: string): Promise<void> {
  const configuration = readFileSync(join(installed.folder, "deploy", "proxy", "nginx.conf"), "utf8");
  const main = surround(
    directory,
    edit(configuration, [
      ["listen 443 ssl", `listen 127.0.0.1:${new URL(address).port} ssl`],
      ["server 127.0.0.1:3000;", `server 127.0.0.1:${port};`],
      ["/etc/ssl/messaging", join(directory, "ssl")],
      ["/var/log/nginx", directory],
    ]),
  );
  installed.start("nginx", ["-p", directory, "-c", main]);
  const { port: proxyPort } = new URL(address);
  await vi.waitFor(() => fetch(`http://127.0.0.1:${proxyPort}`));
}

/** A program that creates an embedded database with the SQL of a file. */
const restore = `
  import { readFileSync } from "node:fs";
  import { createRequire } from "node:module";
  const [, folder, directory, file] = process.argv;
  const { openEmbedded } = await import(folder + "/dist/server/db/embedded/embedded.js");
  const pg = createRequire(folder + "/dist/server/main.js")("pg");
  const { close, ...address } = await openEmbedded(directory);
  const client = new pg.Client(address);
  await client.connect();
  for (const text of JSON.parse(readFileSync(file, "utf8"))) await client.query(text);
  await client.end();
  await close();
`;

/** The commands that the steps of the evening name, without the steps that are marked as not tried. */
function commandsOf(page: string): string[] {
  const [steps = ""] = /^1\. (?:.*\n(?: .*|\d+\..*|)$)+/m.exec(page.split("\n## An evening\n")[1]!)!;
  return steps
    .split(/^(?=\d+\. )/m)
    .filter((step) => !/^\d+\. \*\*[^*]+\*\*\*/.test(step))
    .flatMap((step) => [...step.matchAll(/\bmessaging ([a-z]+(?: [a-z-]+)?)/g)].map(([, name]) => name!));
}
