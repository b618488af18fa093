import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildKey, buildTeam } from "../support/factories.ts";
import { root, runProgram, type ServerProcess, settingsFor, useProcesses } from "../support/process.ts";

const { startServer } = useProcesses();

let database: Database;
let server: ServerProcess;
let settings: { URL: string; KEY: string };
/** Where a consumer works: it has the served contract and the packages, and nothing else of this project. */
let workplace: string;
beforeAll(async () => {
  database = await createDatabase();
  const em = database.orm.em.fork();
  const team = await buildTeam(em);
  await buildBusinessNumber(em, { team, isPrimary: true });
  server = await startServer({ ...settingsFor(database), ROLE: "api" });
  settings = { URL: server.url, KEY: await buildKey(em, team) };

  workplace = mkdtempSync(join(tmpdir(), "messaging-consumers-"));
  symlinkSync(join(root, "node_modules"), join(workplace, "node_modules"));
  const contract = await fetch(`${server.url}/openapi.yaml`);
  write("openapi.yaml", await contract.text());
  write("package.json", JSON.stringify({ type: "module" }));
  write("openapi-ts.config.json", JSON.stringify(heyApi));
});
afterAll(async () => {
  rmSync(workplace, { recursive: true });
  await server.stop();
  await database.close();
});

const heyApi = {
  input: "openapi.yaml",
  output: { path: "sdk", module: { extension: ".ts" } },
  plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
};

/** A strict project of today. */
const compilerOptions = {
  ...{ target: "esnext", module: "esnext", moduleResolution: "bundler", lib: ["esnext", "dom", "dom.iterable"] },
  ...{ strict: true, noUncheckedIndexedAccess: true, allowImportingTsExtensions: true, noEmit: true },
  ...{ types: ["node"], skipLibCheck: true },
};

function write(name: string, text: string): void {
  writeFileSync(join(workplace, name), text);
}

async function runHere(program: string, ...argv: string[]): Promise<string> {
  const file = join(root, "node_modules", ".bin", program);
  const { code, stdout, stderr } = await runProgram(file, argv, { settings, directory: workplace });
  expect(code, stdout + stderr).toBe(0);
  return stdout;
}

test.concurrent.each([
  ["@hey-api/openapi-ts", "hey-api.ts", "openapi-ts", ["-f", "openapi-ts.config.json"]],
  ["openapi-typescript and openapi-fetch", "openapi-fetch.ts", "openapi-typescript", ["openapi.yaml", "-o", "api.ts"]],
])("%s: the served contract makes a client that compiles and sends a text", async (_, consumer, generator, argv) => {
  copyFileSync(join(root, "test", "consumers", consumer), join(workplace, consumer));
  write(`tsconfig.${consumer}.json`, JSON.stringify({ compilerOptions, files: [consumer] }));

  await runHere(generator, ...argv);
  await runHere("tsc", "-p", `tsconfig.${consumer}.json`);
  const [line = ""] = (await runHere("node", consumer)).trim().split("\n").slice(-1);

  expect(JSON.parse(line)).toEqual({
    textId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    stored: "hello",
    refusal: "message_required_or_empty",
    isOfTomorrow: false,
    status: 422,
  });
});
