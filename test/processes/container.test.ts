import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClient } from "../support/client.ts";
import { copiedInto, environmentOf, readDockerfile, resolveStage, valuesOf } from "../support/dockerfile.ts";
import { uniquePhone } from "../support/factories.ts";
import { root, useProcesses } from "../support/process.ts";

const { newPath, startServer } = useProcesses();

// The steps of the image run here without Docker. The image's user, its base and its network are not part of the test.
test("the container with the embedded PostgreSQL starts by itself, and shows the phone to its first key", async () => {
  const { stages } = readDockerfile();
  const image = resolveStage(stages, "embedded");
  const directory = newPath();
  for (const path of copiedInto(image)) cpSync(join(root, path), join(directory, path), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
  const environment = environmentOf(image);
  expect(environment).toMatchObject({ HOST: "0.0.0.0", PORT: "3000" });
  const settings = { ...environment, HOST: "127.0.0.1", PORT: "0", DATA_DIR: newPath() };
  const [command = ""] = valuesOf(image, "CMD");
  const [node, ...argv] = JSON.parse(command) as string[];
  expect(node).toBe("node");

  const { url, stdout } = await startServer(
    settings,
    argv.map((file) => join(directory, file)),
  );

  expect(stdout).toContain("embedded PostgreSQL");
  expect((await fetch(`${url}/phone`)).status).toBe(200);
  const [, key = ""] = /^ {2}API key {3}(\S+)/m.exec(stdout)!;
  const client = createClient(url, key);
  const to = uniquePhone();
  await client.sendText({ body: { phone_number: to, message: "hello" } });
  expect(await client.listSimulatedTexts({ query: { to, wait: 10 } })).toMatchObject({ texts: [{ text: "hello" }] });
});
