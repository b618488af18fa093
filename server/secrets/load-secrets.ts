import { createHmac, randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { makeDirectory } from "../make-directory.ts";

/** The secrets that the server signs and hashes with. */
export interface Secrets {
  /** Keys the hashes of passcodes and the signatures of cursors. */
  secretKey: string;
  /** Tried if `secretKey` does not match; undefined means that no other key is accepted. */
  oldSecretKey: string | undefined;
  /** The provider's auth token, which signs its callbacks. */
  webhookClientSecret: string;
  /** The previous auth token: the configured one, or that which is derived from `oldSecretKey`. */
  oldWebhookClientSecret: string | undefined;
}

/** The files of `DATA_DIR` with the secrets that are not configured. */
export const secretFiles = ["secret-key", "webhook-client-secret"] as const;

/**
 * Loads the secrets. A secret that is not configured is made once and kept in `DATA_DIR`. With a configured database,
 * processes share only `SECRET_KEY` and no directory, so the other secret is derived from that key.
 */
export async function loadSecrets({ dataDir, ...config }: Config): Promise<Secrets> {
  const { oldSecretKey } = config;
  const secretKey = config.secretKey ?? (await keepSecret(dataDir, "secret-key"));
  if (config.webhookClientSecret !== undefined || config.databaseUrl === undefined) {
    const webhookClientSecret = config.webhookClientSecret ?? (await keepSecret(dataDir, "webhook-client-secret"));
    const { oldWebhookClientSecret } = config;
    return { secretKey, oldSecretKey, webhookClientSecret, oldWebhookClientSecret };
  }
  return {
    secretKey,
    oldSecretKey,
    webhookClientSecret: deriveWebhookClientSecret(secretKey),
    oldWebhookClientSecret: oldSecretKey && deriveWebhookClientSecret(oldSecretKey),
  };
}

const deriveWebhookClientSecret = (secretKey: string) =>
  createHmac("sha256", secretKey).update("webhook-client-secret").digest("hex");

/** Reads the secret of that name, or makes it. If several processes make it at once, all read the first. */
async function keepSecret(directory: string, name: (typeof secretFiles)[number]): Promise<string> {
  const file = join(directory, name);
  const kept = await readFile(file, "utf8").catch(ignoreMissing);
  if (kept !== undefined) return kept;

  makeDirectory(directory);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(32).toString("hex"), { mode: 0o600 });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  return readFile(file, "utf8");
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
