/** The evening of docs/operating.md, as far as a plain user can go without an account, a domain or root. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createClient } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { createFakeAccount, type FakeAccount } from "../support/fake-account.ts";
import { createFakeServer, type FakeServer } from "../support/fake-server.ts";
import { secretKey } from "../support/passcodes.ts";
import { readDump } from "../upgrade/restore.ts";
import { type Installed, killDatabases, type Served } from "./installed.ts";
import { surround } from "./nginx.ts";
import { notTaken, take, type typed } from "./page-lines.ts";
import { edit, findFreePort } from "./program.ts";

/** Declares the tests of an evening, each of which goes on where the one before has ended. */
export function describeEvening(installed: () => Installed): void {
  describe("an evening", () => {
    /** The files of the evening. */
    let directory: string;
    let dataDir: string;
    let carrier: FakeServer;
    let account: FakeAccount;
    let settings: Record<string, string>;
    let address: string;
    let processes: Served[] = [];
    const run = async (file: string, ...argv: string[]) => {
      const ended = await installed().run(file, argv, { ...settings, NODE_EXTRA_CA_CERTS: join(directory, "ca.pem") });
      return { ...ended, result: ended.stdout.startsWith("{") ? JSON.parse(ended.stdout) : undefined };
    };
    /** Runs a line of the page. */
    const type = (name: keyof typeof typed, ...values: [word: string, value: string][]) =>
      run("sh", "-c", take(name, values));
    const send = (phone: string) => type("send", ["+1…", phone]);
    const stop = () => Promise.all(processes.map((process) => process.stop()));
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
      account = createFakeAccount(carrier);
      account.add(salesPhone, { sms_url: `${address}/api/external/sms/inbound` });
      settings = {
        DATA_DIR: dataDir,
        PORT: String(port),
        BASE_URL: address,
        TRUSTED_PROXIES: "127.0.0.1/32",
        XDG_CONFIG_HOME: join(directory, "config"),
        // As with a public name of the machine.
        PHONE: "off",
      };
    });
    afterAll(() => carrier?.close());

    test("a server and a worker start, and a proxy with a certificate of an authority of its own", async () => {
      await start();
      for (const argv of certificateOf(directory)) expect(await run("openssl", ...argv)).toMatchObject({ status: 0 });
      await startProxy(installed(), directory, settings.PORT!, address);

      const ready = await run("messaging", "api", "GET", "/readyz", "--url", address);

      expect(ready).toMatchObject({ status: 0, result: { status: "ready" } });
    });

    test("the first key is saved for the commands that follow", async () => {
      const keyFile: [string, string] = ["/var/lib/messaging", dataDir];
      const saved = await type("logIn", ["https://sms.example.com", address], keyFile);

      expect(saved).toMatchObject({ status: 0, result: { url: address, team: "default" } });
      expect(await type("removeKey", keyFile)).toMatchObject({ status: 0, stderr: "" });
      expect(existsSync(join(dataDir, "first-api-key"))).toBe(false);
    });

    test("with the settings of a carrier, a text reaches it from a number of the account", async () => {
      await stop();
      Object.assign(settings, account.settings);
      await start();
      expect(await type("createNumber", ["+1…", salesPhone], ["PN…", "PN0"])).toMatchObject({ status: 0 });
      const { result } = await type("listNumbers");
      const fictional = result.businessNumbers.find((each: { phoneNumber: string }) => each.phoneNumber !== salesPhone);
      expect(await type("archiveNumber", ["NUMBER_ID", fictional.id])).toMatchObject({ status: 0 });
      const phone = uniquePhone();

      expect(await send(phone)).toMatchObject({ status: 0, result: { from: salesPhone } });

      expect(carrier.requestsTo(phone)).toMatchObject([{ form: { From: salesPhone, Body: "Hello" } }]);
    });

    test("a STOP that the carrier posts to the public address ends the texts to its sender", async () => {
      const stop = ["STOP", "--from", optedOut, "--to", salesPhone, "--url", address];
      expect(await run("messaging", "simulate", "inbound", ...stop)).toMatchObject({ status: 0, stderr: "" });

      expect(await send(optedOut)).toMatchObject({ status: 6, stderr: expect.stringContaining("recipient_opted_out") });
    });

    test("the commands of each week find nothing to do", async () => {
      const checks = await type("checkInstallation");
      expect(checks).toMatchObject({ status: 0, stderr: "" });

      for (const name of ["listFailedJobs", "listUnknown"] as const)
        expect(await type(name)).toMatchObject({ status: 0, stdout: "[]\n" });
      expect(await type("listPending")).toMatchObject({ status: 0, result: {} });
    });

    test("a backup survives the end of the machine: a restore has the opt-out, and sends nothing until it is told", async () => {
      const before = await send(uniquePhone());
      const { status, result } = await type("backUp", ["/var/backups/messaging", join(directory, "backups")]);
      expect(status).toBe(0);
      const list: [string, string] = ["erasures.json", join(directory, "erasures.json")];
      expect(await type("exportErasures", list)).toMatchObject({ status: 0, result: { erasures: 0 } });
      await killAll();
      expect(await run("rm", "-r", dataDir)).toMatchObject({ status: 0 });

      const restored = await type("restoreWithList", ["messaging-….tar.gz", result.file], list);
      expect(restored).toMatchObject({ status: 0, result: { liveTexts: "off" } });
      await start();

      const kept = await run("messaging", "texts", "get", before.result.textId);
      expect(kept).toMatchObject({ status: 0, result: { body: "Hello" } });
      const phone = uniquePhone();
      expect(await send(phone)).toMatchObject({ status: 8, stderr: expect.stringContaining("live_texts_off") });
      expect(await type("acceptLostOptOuts")).toMatchObject({ status: 0 });
      await vi.waitFor(async () => expect(await send(phone)).toMatchObject({ status: 0 }));
      expect(await send(optedOut)).toMatchObject({ status: 6 });
    });

    test("the database of an earlier version is upgraded by a start", async () => {
      await stop();
      const { facts, sql } = readDump("e7d7aae");
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
      const migrations = '.[] | select(.check == "migrations") | .status';
      expect(await run("messaging", "doctor", "--jq", migrations)).toMatchObject({ stdout: "ok\n" });
      expect(await stop()).toEqual([0, 0]);
    });

    test("every line of the page that is listed for this evening was run", () => {
      expect(notTaken()).toEqual([]);
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
