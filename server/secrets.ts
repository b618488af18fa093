import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./config.ts";

/** What the server signs and hashes with. */
export interface Secrets {
  /** Keys the hashes of passcodes and the signatures of cursors. */
  secretKey: string;
  /** The provider's auth token, which signs its callbacks. */
  webhookClientSecret: string;
}

/** The configured secrets; those that are not configured are made once and kept in `DATA_DIR`. */
export async function loadSecrets(config: Config): Promise<Secrets> {
  return {
    secretKey: config.secretKey ?? (await keepSecret(config.dataDir, "secret-key")),
    webhookClientSecret: config.webhookClientSecret ?? (await keepSecret(config.dataDir, "webhook-client-secret")),
  };
}

/** The secret of that name. Of several processes that make it at once, one does and the others read it. */
async function keepSecret(directory: string, name: string): Promise<string> {
  const file = join(directory, name);
  const kept = await readFile(file, "utf8").catch(absent);
  if (kept !== undefined) return kept;

  await mkdir(directory, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(32).toString("hex"), { mode: 0o600 });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  return readFile(file, "utf8");
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
