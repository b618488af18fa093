import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Failure } from "./failures.ts";

/** A server and who one is there. */
export interface Profile {
  url: string;
  apiKey: string;
  /** The country that phone numbers without a country code belong to, as `US`. */
  country?: string;
  /** The data directory of the server that made this profile by itself when it was started for the first time. */
  madeBy?: string;
}

export interface Profiles {
  /** The one that counts when none is named. */
  current: string | undefined;
  profiles: Record<string, Profile>;
}

/** Where the profiles are kept, outside of any project. */
export async function profilesFile(env: NodeJS.ProcessEnv): Promise<string> {
  if (env.MESSAGING_CONFIG_DIR) return join(env.MESSAGING_CONFIG_DIR, "profiles.json");
  const { default: envPaths } = await import("env-paths");
  return join(envPaths("messaging", { suffix: "" }).config, "profiles.json");
}

/**
 * The profiles that are kept; none if there is no file.
 *
 * @throws Failure (invalid) when the file is none of ours: it is left as it is
 */
export async function readProfiles(env: NodeJS.ProcessEnv): Promise<Profiles> {
  const file = await profilesFile(env);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new Failure("invalid", `The profiles cannot be read: ${error.message}`);
  });
  if (text === undefined) return { current: undefined, profiles: {} };
  const kept = parse(text);
  if (!kept) throw new Failure("invalid", `${file} does not hold profiles. Correct it, or remove it and log in again.`);
  return kept;
}

function parse(text: string): Profiles | undefined {
  try {
    const { current, profiles } = JSON.parse(text) as Profiles;
    const isSound = Object.values(profiles).every(({ url, apiKey }) => URL.canParse(url) && typeof apiKey === "string");
    return isSound ? { current, profiles } : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the file as a whole, readable by its owner only. */
export async function writeProfiles(env: NodeJS.ProcessEnv, profiles: Profiles): Promise<void> {
  const { default: writeFileAtomic } = await import("write-file-atomic");
  const file = await profilesFile(env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFileAtomic(file, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
}

/** A key that can be told apart and not be used. */
export function redact(apiKey: string): string {
  return `${apiKey.slice(0, 6)}…`;
}
