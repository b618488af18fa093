/** The units of the package, run by systemd. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createClient } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { type Installed, plainUser } from "./installed.ts";
import { edit, findFreePort } from "./program.ts";
import { canStartManager, startManager, type UserManager } from "./user-manager.ts";

const key = "the-first-key-of-the-units";

/** Turns off what only the manager of a system can do: another user, fewer capabilities, and views of the files of their own. */
const dropIn = `[Service]
User=
CapabilityBoundingSet=~
ProtectSystem=no
ProtectHome=no
PrivateTmp=no
PrivateDevices=no
ProtectKernelTunables=no
ProtectKernelModules=no
ProtectControlGroups=no
`;

/** Declares the tests of the units, where a user manager can be started. */
export function describeUnits(installed: () => Installed): void {
  describe.runIf(canStartManager())("the units, in a user manager", () => {
    let manager: UserManager;
    let server: string;
    let worker: string;
    let dataDir: string;
    let backups: string;

    /** A property of a unit. */
    const read = (unit: string, property: string) => manager.control("show", "--value", "-p", property, unit).output;

    const isReady = (url: string) => vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));
    /** The process of PostgreSQL. */
    const readPostmaster = () => readFileSync(join(dataDir, "data", "postmaster.pid"), "utf8").split("\n")[0];

    beforeAll(async () => {
      const { home, folder, env, run } = installed();
      const directory = join(home, "units");
      const units = join(directory, "config", "systemd", "user");
      await run("mkdir", ["-p", units]);
      const settings = join(directory, "env");
      const file = readFileSync(join(folder, "deploy", "messaging.env"), "utf8");
      writeFileSync(settings, `${file}\nBOOTSTRAP_API_KEY=${key}\n`);
      const [port, workerPort] = [await findFreePort(), await findFreePort()];
      [server, worker] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${workerPort}`];
      // The manager of a user makes the state directories there.
      dataDir = join(directory, "config", "messaging");
      backups = `${dataDir}-backups`;
      const places: [string, string][] = [
        ["/usr/local/bin/messaging", join(folder, "cli", "messaging")],
        ["/etc/messaging/env", settings],
        ["/var/lib/messaging", dataDir],
      ];
      for (const unit of readdirSync(join(folder, "deploy", "systemd"))) {
        const text = readFileSync(join(folder, "deploy", "systemd", unit), "utf8");
        const isService = unit.endsWith(".service");
        const ports = text.replace(" PORT=3000", ` PORT=${port}`).replace("PORT=3001", `PORT=${workerPort}`);
        writeFileSync(join(units, unit), isService ? edit(ports, places) : ports);
        if (!isService) continue;
        await run("mkdir", [join(units, `${unit}.d`)]);
        writeFileSync(join(units, `${unit}.d`, "user.conf"), dropIn);
      }
      manager = await startManager(plainUser as Required<typeof plainUser>, directory, env);
    });
    afterAll(() => manager?.stop());

    test("start a server and a worker, and arm the backup of the night", async () => {
      // The first process starts PostgreSQL.
      for (const [unit, url] of [
        ["messaging", server],
        ["messaging-worker", worker],
      ] as const) {
        expect(manager.control("start", unit)).toEqual({ status: 0, output: "" });
        await isReady(url);
      }
      expect(manager.control("start", "messaging-backup.timer")).toEqual({ status: 0, output: "" });
      const { status } = await createClient(server, key).sendText({
        body: { phone_number: uniquePhone(), message: "hello" },
      });
      expect(status).toBe("queued");
      expect(read("messaging-backup.timer", "NextElapseUSecRealtime")).toMatch(/ 03:[234]\d:/);
    });

    test("make a backup while the server runs", () => {
      expect(manager.control("start", "messaging-backup")).toEqual({ status: 0, output: "" });

      expect(readdirSync(backups)).toEqual([
        expect.stringMatching(/\.erasures\.json$/),
        expect.stringMatching(/\.tar\.gz$/),
      ]);
    });

    test("start a killed server again, and keep the database of the worker when the server stops", async () => {
      const [killed, database] = [read("messaging", "MainPID"), readPostmaster()];
      expect(manager.control("kill", "--signal=KILL", "--kill-who=main", "messaging").status).toBe(0);
      await vi.waitFor(() => expect([killed, "0"]).not.toContain(read("messaging", "MainPID")));
      await isReady(server);

      expect(manager.control("stop", "messaging").status).toBe(0);

      expect(read("messaging", "Result")).toBe("success");
      expect((await fetch(`${worker}/readyz`)).status).toBe(200);
      expect(readPostmaster()).toBe(database);
    });

    test("stop with nothing left", () => {
      expect(manager.control("stop", "messaging", "messaging-worker").status).toBe(0);

      for (const unit of ["messaging", "messaging-worker"]) {
        expect(read(unit, "Result")).toBe("success");
        expect(["", "[not set]", "0"]).toContain(read(unit, "TasksCurrent"));
      }
    });
  });
}
