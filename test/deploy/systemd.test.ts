import { copyFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { loadConfig, settingNames } from "../../server/config.ts";
import { root, runCli } from "../support/process.ts";
import { check, edit, newDirectory, readDeploy } from "./program.ts";

const folder = join(root, "deploy", "systemd");
const units = readdirSync(folder);
const services = units.filter((name) => name.endsWith(".service"));

/** The values of a directive of a unit. */
const valuesOf = (unit: string, directive: string) =>
  [...readDeploy(`systemd/${unit}`).matchAll(new RegExp(`^${directive}=(.*)$`, "gm"))].map(([, value]) => value!);

/** The settings that a service gives, with those of the shared file. */
const settingsOf = (service: string): Record<string, string> => ({
  ...(parseEnv(readDeploy("messaging.env")) as Record<string, string>),
  ...Object.fromEntries(
    valuesOf(service, "Environment").flatMap((line) => line.split(" ").map((pair) => pair.split("="))),
  ),
});

test("systemd accepts the unit files", () => {
  const directory = newDirectory();
  const program = join(directory, "messaging");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  for (const unit of units) {
    copyFileSync(join(folder, unit), join(directory, unit));
    if (services.includes(unit))
      writeFileSync(
        join(directory, unit),
        edit(readDeploy(`systemd/${unit}`), [["/usr/local/bin/messaging", program]]),
      );
  }

  const { status, output } = check("systemd-analyze", ["verify", ...units.map((unit) => join(directory, unit))]);

  expect(output.split("\n").filter((line) => line.includes("messaging"))).toEqual([]);
  expect(status).toBe(0);
});

test("the services give valid settings, and the worker has another port than the server", () => {
  for (const service of services) {
    const { NODE_ENV: _, ...settings } = settingsOf(service);
    for (const name of Object.keys(settings)) expect(settingNames).toContain(name);
    expect(loadConfig(settings, {})).toMatchObject({
      dataDir: "/var/lib/messaging",
      baseUrl: "https://sms.example.com",
    });
  }
  expect(loadConfig(settingsOf("messaging.service"), {})).toMatchObject({ role: "api", port: 3000 });
  expect(loadConfig(settingsOf("messaging-worker.service"), {})).toMatchObject({ role: "worker", workerPort: 3001 });
});

test("each service runs a command that exists, with options that it has", async () => {
  for (const service of services) {
    const [line = ""] = valuesOf(service, "ExecStart");
    const [program, ...argv] = line.split(" ");
    expect(program).toBe("/usr/local/bin/messaging");
    expect(await runCli({}, ...argv, "--help")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("messaging"),
    });
  }
});

test("a service keeps the embedded PostgreSQL of the others running when it stops", () => {
  for (const service of services) expect(valuesOf(service, "KillMode")).toEqual(["process"]);
});
