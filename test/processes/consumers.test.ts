import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { consumers } from "../consumers/consumers.ts";
import { runConsumer } from "../consumers/run-consumer.ts";
import { type Service, startService } from "../consumers/service.ts";
import { createDatabase } from "../support/database.ts";
import { root } from "../support/process.ts";

let database: Database;
let service: Service;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database);
});
afterAll(async () => {
  await service.close();
  await database.close();
});

/** The consumers whose packages this project has. `npm run consumers` runs all. */
const ours = consumers.filter(({ generator }) =>
  ["openapi-typescript", "hey-api", "sdk", "client"].includes(generator),
);

test.concurrent.each(ours)(
  "$language/$generator: the client works, and a generated one tolerates later versions",
  async (consumer) => {
    await runConsumer(consumer, service, { packages: join(root, "node_modules"), isShort: true });
  },
);

test.each(ours)("$generator: the documented recipe installs the tested versions", ({ language, generator }) => {
  const script = readFileSync(join(root, "test", "consumers", language, generator, "install.sh"), "utf8");
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

  for (const [, name = "", version] of script.matchAll(/ (@?[\w/-]+)@([\d.]+)/g)) {
    expect({ ...dependencies, ...devDependencies }).toHaveProperty([name], version);
  }
});
