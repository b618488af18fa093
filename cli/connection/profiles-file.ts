import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeDirectory } from "../../server/make-directory.ts";
import { decodeText } from "../bytes/decode.ts";
import { Failure } from "../failures.ts";

/** A server's address and an API key for it. */
export interface Profile {
  url: string;
  apiKey: string;
  /** The country of phone numbers without a country code, such as `US`. */
  country?: string;
  /** The data directory of the server that created this profile at its first start. */
  madeBy?: string;
}

export interface Profiles {
  /** The profile that is used by default. */
  current: string | undefined;
  profiles: Record<string, Profile>;
}

/** The path of the profiles' file, in the user's configuration directory. */
export async function profilesFile(env: NodeJS.ProcessEnv): Promise<string> {
  if (env.MESSAGING_CONFIG_DIR) return join(env.MESSAGING_CONFIG_DIR, "profiles.json");
  const { default: envPaths } = await import("env-paths");
  return join(envPaths("messaging", { suffix: "" }).config, "profiles.json");
}

/**
 * Reads the saved profiles; none if there is no file.
 *
 * @throws Failure (invalid) if the file contains anything else; the file is left unchanged
 */
export async function readProfiles(env: NodeJS.ProcessEnv): Promise<Profiles> {
  const file = await profilesFile(env);
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new Failure("invalid", `Cannot read the profiles: ${error.message}`);
  });
  if (bytes === undefined) return { current: undefined, profiles: {} };
  const saved = parse(await decodeText(bytes, file));
  if (!saved)
    throw new Failure(
      "invalid",
      `${file} contains no valid profiles. Correct the file, or remove it and log in again.`,
    );
  return saved;
}

function parse(text: string): Profiles | undefined {
  try {
    const { current, profiles } = JSON.parse(text) as Profiles;
    const isValid = Object.values(profiles).every(({ url, apiKey }) => URL.canParse(url) && typeof apiKey === "string");
    return isValid ? { current, profiles } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Replaces the profiles' file atomically. Only its owner can read it.
 *
 * @throws Failure (invalid) if its directory cannot be made
 */
export async function writeProfiles(env: NodeJS.ProcessEnv, profiles: Profiles): Promise<void> {
  const { default: writeFileAtomic } = await import("write-file-atomic");
  const file = await profilesFile(env);
  try {
    makeDirectory(dirname(file));
  } catch (error) {
    throw new Failure("invalid", `Cannot save the profiles: ${(error as Error).message}`);
  }
  await writeFileAtomic(file, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
}

/** The beginning of a key: enough to recognize the key, too little to use it. */
export function redact(apiKey: string): string {
  return `${apiKey.slice(0, 6)}…`;
}
