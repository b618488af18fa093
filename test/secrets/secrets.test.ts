import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../../server/config.ts";
import { loadSecrets } from "../../server/secrets/load-secrets.ts";

const secretKey = "a secret of the tests, 32 characters";
const shared = { DATABASE_URL: "postgresql://localhost/messaging", SECRET_KEY: secretKey };

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "messaging-secrets-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

const load = (environment: Record<string, string>) => loadSecrets(loadConfig(environment, {}));

test("processes on one DATABASE_URL have the same secret for callbacks without a shared directory", async () => {
  const directories = [newDirectory(), newDirectory()];
  const [one, other] = await Promise.all(directories.map((DATA_DIR) => load({ ...shared, DATA_DIR })));

  expect(one).toEqual(other);
  expect(one!.webhookClientSecret).toMatch(/^[0-9a-f]{64}$/);
  expect(directories.flatMap((directory) => readdirSync(directory))).toEqual([]);
  const elsewhere = await load({ ...shared, SECRET_KEY: `${secretKey}!`, DATA_DIR: directories[0]! });
  expect(elsewhere.webhookClientSecret).not.toBe(one!.webhookClientSecret);
});

test("the secret for callbacks may also follow the old SECRET_KEY, unless it is configured", async () => {
  const DATA_DIR = newDirectory();
  const before = await load({ ...shared, DATA_DIR });
  const rotated = { ...shared, DATA_DIR, SECRET_KEY: `${secretKey}!`, SECRET_KEY_OLD: secretKey };

  expect(await load(rotated)).toMatchObject({
    oldSecretKey: before.secretKey,
    oldWebhookClientSecret: before.webhookClientSecret,
  });
  const configured = await load({ ...rotated, WEBHOOK_CLIENT_SECRET: "token" });
  expect(configured).toMatchObject({ oldSecretKey: secretKey, oldWebhookClientSecret: undefined });
});

test("a configured secret is used", async () => {
  const DATA_DIR = newDirectory();
  expect(await load({ ...shared, DATA_DIR, WEBHOOK_CLIENT_SECRET: "token" })).toEqual({
    secretKey,
    webhookClientSecret: "token",
  });
});

test("with the embedded database, secrets are created once and kept beside it", async () => {
  const DATA_DIR = newDirectory();
  const made = await load({ DATA_DIR });

  expect(await load({ DATA_DIR })).toEqual(made);
  expect(made.secretKey).not.toBe(made.webhookClientSecret);
  expect(readdirSync(DATA_DIR).toSorted()).toEqual(["secret-key", "webhook-client-secret"]);
});
